"""The soak: a short run of the real thing, and what it reports when a worker dies."""

from __future__ import annotations

from pathlib import Path

import pytest

from rete_chess.network import soak as soaking
from rete_chess.network.soak import Report, soak
from tests.network.networks import needs_durable

FIGURES = {
    "stages",
    "mismatches",
    "crashes",
    "programs",
    "rss_start_mb",
    "rss_end_mb",
    "seconds",
    "rebuilds",
    "findings",
}


@needs_durable
def test_durable_equals_native() -> None:
    seen: list[int] = []
    report = soak(20_240, 20_000, "durable", lambda figures: seen.append(figures["stages"]))
    assert set(report) == FIGURES
    assert (report["mismatches"], report["crashes"], report["findings"]) == (0, 0, [])
    assert report["stages"] >= 20_000
    assert report["programs"] == 20
    assert report["rebuilds"] > 0
    assert seen == sorted(seen)
    assert seen[-1] == report["stages"]


def test_native_equals_itself_told_in_another_order() -> None:
    report = soak(7, 4_000, "native")
    assert (report["stages"], report["mismatches"], report["crashes"]) == (4_000, 0, 0)


def test_work_is_shared_out_to_bounded_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    shares: list[tuple[int, int, int]] = []

    def note(report: Report, kind: str, seed: int, programs: int, stages: int, *rest: object) -> None:
        shares.append((seed, programs, stages))

    monkeypatch.setattr(soaking, "run_worker", note)
    soak(100, 2 * soaking.MAX_STAGES + 500)
    assert shares == [(100, 64, soaking.MAX_STAGES), (101, 64, soaking.MAX_STAGES), (102, 1, 500)]


@pytest.mark.parametrize(
    ("script", "finding"),
    [
        ("kill -SEGV $$", "crash: seed 3: signal 11 after 0 stages"),
        ("exit 5", "crash: seed 3: exit code 5 after 0 stages"),
        (
            'echo \'{"stages": 250, "programs": 1, "mismatches": 1, "rebuilds": 2, "rss_start_mb": 1.0, '
            '"rss_end_mb": 2.0, "told": ["what"]}\'; kill -ABRT $$',
            "crash: seed 3: signal 6 after 250 stages",
        ),
        ("sleep 60", "crash: seed 3: no answer after 0 stages"),
    ],
    ids=["segmentation fault", "error", "abort half-way", "hang"],
)
def test_a_worker_that_dies_is_a_finding(
    script: str, finding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker = tmp_path / "worker"
    worker.write_text(f"#!/bin/sh\n{script.replace('sleep', 'exec sleep')}\n", encoding="utf-8")
    worker.chmod(0o755)
    monkeypatch.setattr("sys.executable", str(worker))
    monkeypatch.setattr(soaking, "PATIENCE", 0.5 if "sleep" in script else 30.0)
    report = soak(3, 1_000)
    assert report["crashes"] == 1
    assert report["findings"][-1] == finding
    if "echo" in script:
        assert (report["stages"], report["mismatches"], report["rss_end_mb"]) == (250, 1, 2.0)
        assert report["findings"][0] == "mismatch: seed 3: what"
