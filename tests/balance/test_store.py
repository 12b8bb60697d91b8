"""Files of games: whole lines, torn lines, other plans, other writers."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from rete_chess.balance.plan import Plan
from rete_chess.balance.run import play_plan
from rete_chess.balance.store import Store, free_name
from rete_chess.errors import GameError
from tests.balance.plans import Here, all_games, reference, small_plan


@pytest.fixture
def plan() -> Plan:
    return small_plan("chess", "atomic", longest=12)


def test_games_are_read_in_the_order_of_their_numbers(plan: Plan, tmp_path: Path) -> None:
    with Store.begin(tmp_path / "games", plan) as store:
        here = Here(plan)
        play_plan(store, here, 6)
        assert [job.game for job in here.played] != sorted(job.game for job in here.played)
        assert [game["game"] for game in store.games(1)] == [0, 1, 2, 3, 4, 5]
        assert [game["game"] for game in store.games(0, 3)] == [0, 1, 2]
        before = all_games(store)
    with Store.resume(tmp_path / "games", plan) as again:
        assert all_games(again) == before
        assert not again.add(before[0])
        here = Here(plan)
        play_plan(again, here, 6)
        assert here.played == []
    assert (tmp_path / "games").read_bytes().count(b"\n") == 13


@pytest.mark.parametrize("cut", [1, 2, 40, 100_000])
def test_a_torn_line_is_forgotten_and_played_again(plan: Plan, tmp_path: Path, cut: int) -> None:
    expected = reference(plan, 4, tmp_path)
    file = tmp_path / "reference.jsonl"
    whole = file.read_bytes()
    lines = whole.splitlines(keepends=True)
    file.write_bytes(whole[: -min(cut, len(lines[-1]) + len(lines[-2]) // 2)])
    with Store.resume(file, plan) as store:
        here = Here(plan)
        play_plan(store, here, 4)
        assert 1 <= len(here.played) <= 2
        assert all_games(store) == expected
    assert sorted(file.read_bytes().splitlines()) == sorted(whole.splitlines())


def test_a_file_of_which_only_half_a_head_was_written(plan: Plan, tmp_path: Path) -> None:
    reference(plan, 2, tmp_path)
    file = tmp_path / "reference.jsonl"
    file.write_bytes(file.read_bytes()[:50])
    with Store.resume(file, plan) as store:
        play_plan(store, Here(plan), 2)
        assert len(all_games(store)) == 4


@pytest.mark.parametrize(
    "other",
    [
        small_plan("chess", "atomic", longest=13),
        small_plan("chess", "atomic", longest=12, seed=2),
        small_plan("chess", "atomic", longest=12, opening=2),
        small_plan("atomic", "chess", longest=12),
        small_plan("chess", "atomic", longest=12, players=("random", "random")),
        small_plan("chess", longest=12),
    ],
    ids=["longest", "seed", "opening", "order", "players", "contests"],
)
def test_games_of_another_plan_are_refused(plan: Plan, other: Plan, tmp_path: Path) -> None:
    reference(plan, 2, tmp_path)
    before = (tmp_path / "reference.jsonl").read_bytes()
    with pytest.raises(GameError, match="another plan") as caught:
        Store.resume(tmp_path / "reference.jsonl", other)
    assert caught.value.code == "E_GAMES"
    assert (tmp_path / "reference.jsonl").read_bytes() == before


@pytest.mark.parametrize("text", ["hello\n", "[]\n", '{"kind": "save"}\n', "\n", "3\n"])
def test_another_file_is_left_as_it_is(plan: Plan, tmp_path: Path, text: str) -> None:
    file = tmp_path / "mine.txt"
    file.write_text(text)
    with pytest.raises(GameError):
        Store.resume(file, plan)
    assert file.read_text() == text


def test_a_file_that_is_not_empty_and_has_no_line_is_left_as_it_is(plan: Plan, tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("dear diary")
    with pytest.raises(GameError):
        Store.resume(file, plan)
    assert file.read_text() == "dear diary"


def test_a_damaged_line_in_the_middle_is_told(plan: Plan, tmp_path: Path) -> None:
    reference(plan, 2, tmp_path)
    file = tmp_path / "reference.jsonl"
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join([*lines[:2], b"{}\n", *lines[3:]]))
    with pytest.raises(GameError, match="line 3"):
        Store.resume(file, plan)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs limits of processes")
def test_a_file_that_grows_no_more_is_named_and_goes_on_later(plan: Plan, tmp_path: Path) -> None:
    import resource

    expected = reference(plan, 4, tmp_path)
    most = (tmp_path / "reference.jsonl").stat().st_size // 2
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    heard = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    try:
        with pytest.raises(OSError, match="games") as caught, Store.begin(tmp_path / "games", plan) as store:
            play_plan(store, Here(plan), 4)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, heard)
    assert caught.value.filename == str(tmp_path / "games")
    assert (tmp_path / "games").stat().st_size == most
    with Store.resume(tmp_path / "games", plan) as store:
        play_plan(store, Here(plan), 4)
        assert all_games(store) == expected


def test_two_cannot_write(plan: Plan, tmp_path: Path) -> None:
    with Store.begin(tmp_path / "games", plan), pytest.raises(GameError, match="another program"):
        Store.resume(tmp_path / "games", plan)


def test_what_is_there_is_not_begun_anew(plan: Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for expected in ("chess.balance.jsonl", "chess.balance-2.jsonl"):
        path = free_name("chess.balance")
        assert path.name == expected
        Store.begin(path, plan).close()
    with pytest.raises(FileExistsError):
        Store.begin("chess.balance.jsonl", plan)
