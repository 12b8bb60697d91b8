"""Trials: every shipped document can be shown on a board while it is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from rete_chess import Match, load
from rete_chess.checks.trials import trial_of
from rete_chess.compiler import ActivePreset, load_text
from rete_chess.errors import DocumentError
from rete_chess.resources import folder

FILES = sorted(path for name in ("descriptors", "rules") for path in folder(name).rglob("*.*.yaml"))


def name_of(path: Path) -> str:
    return path.name


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_every_shipped_document_can_be_tried(path: Path) -> None:
    document = load_text(path.read_text(encoding="utf-8"), path.name)
    match = Match(trial_of(document).compiled(), network="native")
    assert match.legal_moves() or match.is_over


def test_a_piece_stands_in_the_places_of_the_queens() -> None:
    match = Match(trial_of(load("kind: piece\nid: imp\nletter: q\nmoves: [{leap: knight}]")).compiled())
    assert [match.engine.piece_at(square).type for square in ("d1", "d8")] == ["imp", "imp"]  # type: ignore[union-attr]
    assert "x" in match.start


def test_a_piece_of_chess_is_tried_in_its_own_place() -> None:
    match = Match(trial_of(load("kind: piece\nid: rook\nletter: r\nmoves: [{leap: knight}]")).compiled())
    assert [str(move) for move in match.legal_moves("a1")] == ["a1b3"]


def test_presets_and_profiles_beside_it() -> None:
    trial = trial_of(load("kind: piece\nid: imp\nletter: i\nmoves: [{leap: knight}]"))
    match = Match(trial.compiled([ActivePreset("piece-hp")], ["iron-knights"]))
    assert match.engine.active_presets[0].id == "piece-hp"
    assert match.engine.program.stack.ids == ("iron-knights",)


def test_scenarios_have_no_board() -> None:
    text = "kind: scenario\nvariant: chess\nname: x\ndescription: x\nplay: [e4]\nlegal: [e7e5]\n"
    with pytest.raises(DocumentError, match="no board"):
        trial_of(load(text))
