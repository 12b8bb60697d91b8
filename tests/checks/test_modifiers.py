"""Attributes in custom modifiers, alone or inside other documents; and documents whose files are misnamed."""

from __future__ import annotations

from pathlib import Path

import pytest

from rete_chess.checks import examine

HEAD = "kind: variant\nid: tried\nname: Tried\nextends: chess\n"
MODIFIER = """kind: modifier
id: tried
type: data
version: 1
name: Tried
primitives:
  - kind: on-capture
    primitives:
      - kind: conditional
        condition: {attr: %s, op: lt, value: 2}
        then: [{kind: add-to-attribute, attr: %s, delta: 1}]
"""
#: name: the head of a document that holds the modifier
HOLDERS = {
    "variant": HEAD,
    "profile": "kind: profile\nid: tried\nname: Tried\n",
    "scenario": "kind: scenario\nplay: e2e4\nfires: []\n",
}


def told(text: str, name: str) -> list[str]:
    return [f"{p.code} {p.line}:{p.column}" for p in examine(text, name).problems]


@pytest.mark.parametrize(
    ("read", "changed", "expected"),
    [
        ("Hp", "Hp", []),  # the preset piece-hp declares it
        ("RangeBonus", "Hp", []),  # a modifier kind gives it
        ("Hpp", "Hp", ["E_ATTRIBUTE 10:27"]),
        ("Hp", "Hpp", ["E_ATTRIBUTE 11:47"]),
        ("Hpp", "Hpp", ["E_ATTRIBUTE 10:27", "E_ATTRIBUTE 11:47"]),
    ],
)
def test_attributes_of_modifiers_are_declared_somewhere(read: str, changed: str, expected: list[str]) -> None:
    text = MODIFIER % (read, changed)
    assert told(text, "tried.modifier.yaml") == expected
    first, *rest = text.splitlines()
    inner = "\n".join(["customModifiers:", f"  - {first}", *(f"    {line}" for line in rest)])
    for kind, head in HOLDERS.items():
        found = examine(f"{head}{inner}\n", f"tried.{kind}.yaml").problems
        assert [problem.code for problem in found] == ["E_ATTRIBUTE"] * len(expected)
        assert all(problem.hint == "did you mean 'Hp'?" for problem in found)


def test_attributes_of_documents_beside_a_modifier_count(tmp_path: Path) -> None:
    path = tmp_path / "tried.modifier.yaml"
    path.write_text(MODIFIER % ("Ardour", "Ardour"))
    assert [problem.code for problem in examine(path).problems] == ["E_ATTRIBUTE"] * 2
    (tmp_path / "broken.variant.yaml").write_text("a: [")
    declared = "attributes: {Ardour: {of: piece, type: int, start: 1}}\n"
    (tmp_path / "own.variant.yaml").write_text(HEAD + declared)
    assert examine(path).problems == ()


LAMP = """id: lamp
name: Lamp
description: Tried.
rules:
  - {id: one, at: move, when: [{event: {piece: $self}}], do: [{add: {target: $self, attr: %s, by: 1}}]}
"""


def test_what_is_wrong_with_a_document_beside_is_not_told_of_this_one(tmp_path: Path) -> None:
    path = tmp_path / "lamp.ability.yaml"
    path.write_text(LAMP % "Glow")
    wrong = "{Shade: {of: dragon, type: 7}, low: {of: piece, type: int}, Glow: {of: piece, type: int}}"
    (tmp_path / "own.preset.yaml").write_text(f"id: own\nattributes: {wrong}\n")
    assert examine(path).problems == ()


def test_the_nearest_declaration_of_an_attribute_counts(tmp_path: Path) -> None:
    path = tmp_path / "lamp.ability.yaml"
    rule = (
        "{id: one, at: move, when: [{event: {piece: $self}}], do: [{add: {target: $self, attr: Hp, by: 1}}]}"
    )
    path.write_text(f"id: lamp\nname: Lamp\ndescription: Tried.\nrules:\n  - {rule}\n")
    assert examine(path).problems == ()
    (tmp_path / "own.preset.yaml").write_text("id: own\nattributes: {Hp: {of: tile, type: int}}\n")
    assert [problem.message for problem in examine(path).problems] == ["Hp belongs to a tile, not to a piece"]


def test_primitives_of_an_inner_modifier_are_told_as_those_of_any_other() -> None:
    text = HEAD + "customModifiers:\n  - {kind: modifier, id: m, type: data, version: 1, name: M,\n"
    text += "     primitives: [{kind: on-captures, primitives: []}]}\n"
    (problem,) = examine(text, "tried.variant.yaml").problems
    assert (problem.code, problem.line, problem.column) == ("E_PRIMITIVE_KIND", 7, 26)
    assert problem.path == "customModifiers[0].primitives[0].kind"
    assert problem.hint == "did you mean 'on-capture'?"


def test_a_file_is_called_as_the_document_in_it(tmp_path: Path) -> None:
    text = "kind: tile\nid: lava\nname: Lava\ndescription: Hot.\n"
    rule = "rules:\n  - {id: burn, at: square-entry, when: [{event: {piece: $p}}],\n"
    rule += "     do: [{add: {target: $p, attr: Mnaa, by: 1}}]}\n"
    (tmp_path / "lava.tile.yaml").write_text(text)
    assert examine(tmp_path / "lava.tile.yaml").problems == ()
    other = tmp_path / "magma.tile.yaml"
    other.write_text(text)
    (problem,) = examine(other).problems
    assert (problem.code, problem.line, problem.column) == ("W_FILE_NAME", 2, 5)
    assert problem.hint == "rename it to lava.tile.yaml, or write `id: magma`"
    other.write_text(text + rule)
    assert [problem.code for problem in examine(other).problems] == ["W_FILE_NAME", "E_ATTRIBUTE"]
