"""A mistake in a document beside a variant is told at its own line, where the variant names it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rete_chess.checks import examine

HEAD = "kind: variant\nid: tried\nname: Tried\nextends: %s\n"
BODY = "\nname: Duck\ndescription: d\n"
RULE = "rules: [{id: a, at: capture, do: [{quack: {}}]}]\n"

#: name: (kind of the other document, its text, what the variant extends and says, code line:column)
ROWS = {
    "a piece": (
        "piece",
        f"kind: piece\nid: duck\nletter: d{BODY}moves: [{{leap: everywhere}}]\n",
        HEAD % "chess" + "pieces: {d: duck}\n",
        "E_DOC_CHOICE 5:13",
        "duck.piece.yaml:6:16: `leap` must be one of",
    ),
    "a tile": (
        "tile",
        f"kind: tile\nid: duck{BODY}{RULE}",
        HEAD % "chess" + "tiles: {e4: duck}\n",
        "E_DOC_UNKNOWN_KEY 5:13",
        "duck.tile.yaml:5:36: unknown action 'quack'",
    ),
    "an ability": (
        "ability",
        f"kind: ability\nid: duck{BODY}{RULE}",
        HEAD % "chess" + "abilities:\n  - {id: duck, for: {type: rook}}\n",
        "E_DOC_UNKNOWN_KEY 6:10",
        "duck.ability.yaml:5:36: unknown action 'quack'",
    ),
    "the variant it extends": (
        "variant",
        f"kind: variant\nid: duck{BODY}extends: chess\n{RULE}",
        HEAD % "duck",
        "E_DOC_UNKNOWN_KEY 4:10",
        "duck.variant.yaml:6:36: unknown action 'quack'",
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_a_mistake_of_a_neighbour_is_told_with_its_line(name: str, tmp_path: Path) -> None:
    kind, other, text, place, message = ROWS[name]
    (tmp_path / f"duck.{kind}.yaml").write_text(other, encoding="utf-8")
    variant = tmp_path / "tried.variant.yaml"
    variant.write_text(text, encoding="utf-8")
    (problem,) = examine(variant).problems
    assert f"{problem.code} {problem.line}:{problem.column}" == place
    assert problem.message.startswith(message)


def test_all_mistakes_of_a_neighbour_are_told(tmp_path: Path) -> None:
    (tmp_path / "duck.piece.yaml").write_text(
        "kind: piece\nid: duck\nmoves: [{leap: no}]\n", encoding="utf-8"
    )
    variant = tmp_path / "tried.variant.yaml"
    variant.write_text(HEAD % "chess" + "pieces: {d: duck}\n", encoding="utf-8")
    told = [problem.message.partition(" ")[0] for problem in examine(variant).problems]
    assert sorted(told) == ["duck.piece.yaml:1:1:", "duck.piece.yaml:3:16:"]
