"""Modifiers in games: who carries them, what they share with other documents, and engines of their own."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import rete_chess
from rete_chess import Engine, Match
from rete_chess.compiler import ActivePreset, CustomModifiers, ModifierChoice, catalog, program_of
from rete_chess.documents import ModifierDocument, load_document, read_tree
from rete_chess.errors import DocumentError, NameLookupError
from rete_chess.match import format_save, parse_save
from rete_chess.primitives import parse_modifier, validate_modifier
from tests.documents.bad_files import BAD, expected, fits_schema, places, stem

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = sorted((ROOT / "descriptors" / "modifiers").iterdir())
BROKEN = sorted((BAD / "modifiers").iterdir())
HP = ActivePreset("piece-hp")

#: What a schema cannot say: places, and what is counted over several levels.
BEYOND_SCHEMA = {
    "aura-for-others",
    "bounds-outside-trigger",
    "four-deep",
    "promotion-elsewhere",
    "seed-under-condition",
    "seeded-twice",
    "strange-reference",
    "trigger-in-trigger",
}


def modifier(name: str, primitives: str) -> str:
    return f"{{kind: modifier, id: {name}, type: data, version: 1, name: X, primitives: [{primitives}]}}"


def variant(body: str, *modifiers: str) -> str:
    own = "".join(f"  - {text}\n" for text in modifiers)
    return f"kind: variant\nid: v\nname: V\nextends: chess\ncustomModifiers:\n{own}{body}"


GROW = "{kind: add-to-attribute, attr: Hp, delta: 1}"
KNIGHTS = "modifiers: [{id: own, for: {type: knight}}]\n"


def compiled(text: str, presets: Sequence[ActivePreset] = ()) -> rete_chess.Program:
    return rete_chess.compile(load_document(text, "v.variant.yaml"), presets)


# -- documents -------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", SHIPPED, ids=stem)
def test_shipped_modifiers(path: Path) -> None:
    document = rete_chess.load(path)
    assert isinstance(document.model, ModifierDocument)
    assert document.model.id == stem(path)
    assert document.model.description
    assert fits_schema("modifier", document.tree.value)
    assert path.read_text(encoding="utf-8").startswith("# ")
    assert (ROOT / "tests" / "scenarios" / "modifiers" / f"{stem(path)}.scenario.yaml").is_file()


@pytest.mark.parametrize("path", BROKEN, ids=stem)
def test_broken_modifiers(path: Path) -> None:
    assert places(path) == expected(path)
    if stem(path) != "not-finite":
        assert fits_schema("modifier", read_tree(path).value) == (stem(path) in BEYOND_SCHEMA)


#: name: (text, presets, code, line, words)
UNFIT: dict[str, tuple[str, Sequence[ActivePreset], str, int, str]] = {
    "an attribute that nobody declares": (
        variant(KNIGHTS, modifier("own", "{kind: add-to-attribute, attr: Hpp, delta: 1}")),
        [HP],
        "E_ATTRIBUTE",
        6,
        "did you mean 'Hp'?",
    ),
    "a seed of another type": (
        variant(KNIGHTS, modifier("own", "{kind: seed-attribute, attr: Hp, value: much}")),
        [HP],
        "E_ATTRIBUTE",
        6,
        "Hp is declared differently",
    ),
    "two modifiers that mean different things": (
        variant(
            "modifiers: [{id: own, for: {}}, {id: other, for: {}}]\n",
            modifier("own", "{kind: seed-attribute, attr: Fury, value: 1}"),
            modifier("other", "{kind: seed-attribute, attr: Fury, value: true}"),
        ),
        [],
        "E_ATTRIBUTE",
        7,
        "Fury is declared differently",
    ),
    "an unknown modifier": (
        variant(
            "modifiers: [{id: vampyre, for: {}}]\n", modifier("own", "{kind: reflect-damage, amount: 1}")
        ),
        [],
        "E_UNKNOWN_NAME",
        7,
        "did you mean 'vampire'?",
    ),
    "an unknown kind in a modifier that nobody carries": (
        variant("", modifier("own", "{kind: on-capture, primitives: [{kind: heal}]}")),
        [],
        "E_PRIMITIVE_KIND",
        6,
        "'heal'",
    ),
    "a square without a piece": (
        variant(
            "modifiers: [{id: own, for: {square: [e4]}}]\n",
            modifier("own", "{kind: reflect-damage, amount: 1}"),
        ),
        [],
        "E_MODIFIER",
        7,
        "nobody starts on e4",
    ),
    "another modifier under the id of a shipped one": (
        variant("", modifier("vampire", "{kind: reflect-damage, amount: 1}")),
        [],
        "E_DUPLICATE_NAME",
        6,
        "vampire",
    ),
}


@pytest.mark.parametrize(("text", "presets", "code", "line", "words"), UNFIT.values(), ids=UNFIT)
def test_modifiers_that_do_not_fit(
    text: str, presets: Sequence[ActivePreset], code: str, line: int, words: str
) -> None:
    with pytest.raises(DocumentError) as caught:
        compiled(text, presets)
    problem = caught.value.problems[0]
    assert (problem.code, problem.line) == (code, line)
    assert words in f"{problem.message} {problem.hint}"


def test_a_shipped_modifier_may_be_embedded_as_it_is() -> None:
    data = catalog.modifiers().get("shield-v1").tree.value
    document: Any = {"kind": "variant", "id": "v", "name": "V", "extends": "chess", "customModifiers": [data]}
    document["modifiers"] = [{"id": "shield-v1", "for": {"square": ["e2"]}}]
    engine = Engine(rete_chess.compile(load_document(json.dumps(document), "v.variant.json")))
    pawn = engine.piece_at("e2")
    assert pawn is not None
    assert engine.session.get(pawn.id, "ShieldCharges") == 3
    assert len(engine.board.columns["ShieldCharges"]) == 1


def test_a_modifier_may_lie_beside_the_variant(tmp_path: Path) -> None:
    text = modifier("own", "{kind: add-direction, directions: [{df: 0, dr: 3}]}")
    (tmp_path / "own.modifier.yaml").write_text(text, encoding="utf-8")
    file = tmp_path / "v.variant.yaml"
    file.write_text(f"kind: variant\nid: v\nname: V\nextends: chess\n{KNIGHTS}", encoding="utf-8")
    assert "b1b4" in Engine(file, network="native").legal_moves()


def test_whole_numbers_fit_numbers_of_others() -> None:
    program = compiled(variant(KNIGHTS, modifier("own", "{kind: seed-attribute, attr: Hp, value: 3}")), [HP])
    assert program.vocabulary.get("Hp").type == "number"
    assert program.vocabulary.get("Hp").least == 0


# -- payloads --------------------------------------------------------------------------------------


def test_a_promotion_tells_both_types() -> None:
    squire = ModifierChoice(catalog.modifier("squire", {}), {"type": "pawn"})
    engine = Engine(program_of("chess", (), [squire]), "8/P6k/8/8/8/8/8/4K3 w - - 0 1")
    pawn = engine.piece_at("a7")
    assert pawn is not None
    (firing,) = engine.apply("a7a8q").trace.firings
    assert (firing.stage, firing.entity) == ("promotion", pawn.id)
    assert firing.bindings["promotedFrom"] == "pawn"
    (event,) = [event for event in engine.move_log[-1].trace.events if event.id == firing.event]
    assert (event.was, event.becomes) == ("pawn", "queen")


def test_a_capture_tells_attacker_and_defender() -> None:
    curse = ModifierChoice(catalog.modifier("curse", {}), {"type": "pawn"})
    engine = Engine(program_of("chess", [ActivePreset("piece-hp", config=(("hp", 1),))], [curse]))
    engine.apply("e2e4")
    engine.apply("d7d5")
    attacker, defender = engine.piece_at("e4"), engine.piece_at("d5")
    assert attacker is not None
    assert defender is not None
    firing = engine.apply("e4d5").trace.firings[-1]
    assert (firing.rule, firing.stage, firing.entity) == ("curse/on-captured", "capture", defender.id)
    assert (firing.bindings["attacker"], firing.bindings["self"]) == (attacker.id, defender.id)


# -- engines ---------------------------------------------------------------------------------------


def test_each_engine_knows_its_own() -> None:
    one, other = Engine(), Engine()
    one.custom_modifiers.register(modifier("own", "{kind: reflect-damage, amount: 1}"), "own.modifier.yaml")
    assert one.custom_modifiers.has("own")
    assert "own" in one.custom_modifiers.list()
    assert not other.custom_modifiers.has("own")
    assert "own" not in other.custom_modifiers.list()
    with pytest.raises(NameLookupError, match="unknown modifier"):
        other.custom_modifiers.get("own")
    copy = one.clone()
    assert copy.custom_modifiers.has("own")
    copy.custom_modifiers.register(modifier("later", "{kind: reflect-damage, amount: 1}"), "a.modifier.yaml")
    assert not one.custom_modifiers.has("later")


def test_shipped_modifiers_come_first() -> None:
    registry = CustomModifiers()
    assert set(registry.list()) >= {"shield-v1", "panic", "king-aura", "vampire"}
    with pytest.raises(NameLookupError, match="another modifier has the id 'vampire'"):
        registry.register(modifier("vampire", "{kind: reflect-damage, amount: 1}"), "v.modifier.yaml")
    own = registry.register(modifier("own", "{kind: reflect-damage, amount: 1}"), "own.modifier.yaml")
    assert registry.register(own) is own
    with pytest.raises(NameLookupError):
        registry.register(modifier("own", "{kind: reflect-damage, amount: 2}"), "own.modifier.yaml")
    with pytest.raises(DocumentError):
        registry.register(modifier("bad", "{kind: reflct-damage, amount: 2}"), "bad.modifier.yaml")
    assert not registry.has("bad")


def test_a_modifier_is_given_in_the_middle_of_a_game() -> None:
    engine = Engine(network="native")
    engine.apply("e2e4")
    before, moves = engine.state_hash(), set(engine.legal_moves())
    engine.apply("a7a6")
    engine.apply_modifier("mounted", {"type": "rook", "color": "white"})
    assert "a1b3" in engine.legal_moves()
    assert "h1g3" in engine.legal_moves()
    engine.apply_modifier("shield-v1", {"square": ["e4"]})
    pawn = engine.piece_at("e4")
    assert pawn is not None
    assert engine.session.get(pawn.id, "ShieldCharges") == 3
    assert "a1b3" in engine.legal_moves()
    engine.apply("a1b3")
    engine.undo()
    engine.undo()
    assert (engine.state_hash(), set(engine.legal_moves())) == (before, moves)
    assert not engine.program.rules


def test_a_modifier_that_cannot_be_given_changes_nothing() -> None:
    engine = Engine(network="native")
    before = engine.state_hash(), engine.program
    with pytest.raises(NameLookupError, match="did you mean 'vampire'"):
        engine.apply_modifier("vampyre")
    with pytest.raises(DocumentError, match="nobody declares the attribute 'Hp'"):
        engine.apply_modifier("vampire")
    assert (engine.state_hash(), engine.program) == before


def test_pieces_that_appear_later_carry_what_is_given_by_type() -> None:
    choice = ModifierChoice(validate_modifier(parse_modifier(SHIPPED[-1])), {"type": "knight"})
    engine = Engine(program_of("chess", (), [choice]), network="native")
    engine.apply("e2e4")
    knight = engine.spawn_piece("knight", "white", "e5")
    assert engine.session.get(knight, "Stamina") == 3


def test_what_no_move_can_change_leaves_legality_fast() -> None:
    def laws(text: str) -> bool:
        document = parse_modifier(modifier("own", text), "own.modifier.yaml")
        return program_of("chess", (), [ModifierChoice(document, {"type": "knight"})]).laws.is_simulated

    assert not laws("{kind: modify-movement-range, delta: 1}")
    assert laws("{kind: add-aura, radius: 1, targetAttr: RangeBonus, delta: 1}")
    assert laws("{kind: on-move, primitives: [{kind: modify-movement-range, delta: 1}]}")


def test_a_steady_bonus_counts_for_check_and_legality() -> None:
    document = parse_modifier(modifier("own", "{kind: modify-movement-range, delta: 1}"), "own.modifier.yaml")
    program = program_of("chess", (), [ModifierChoice(document, {"type": "knight"})])
    engine = Engine(program, "8/8/3k4/8/8/8/8/1N2K3 b - - 0 1", "native")
    assert "d6d5" not in engine.legal_moves()  # two leaps from b1
    assert "d6e5" in engine.legal_moves()
    engine.apply("d6e5")
    engine.apply("b1c3")
    assert not engine.in_check
    assert "e5d5" not in engine.legal_moves()
    assert "e5e4" not in engine.legal_moves()


def test_a_saved_match_keeps_its_modifiers() -> None:
    text = modifier("own", "{kind: on-move, primitives: [{kind: modify-movement-range, delta: 1}]}")
    own = parse_modifier(text, "own.modifier.yaml")
    shipped = catalog.modifier("mounted", {})
    choices = [ModifierChoice(own, {"type": "knight"}), ModifierChoice(shipped, {"square": ["a1"]})]
    match = Match(program_of("chess", (), choices), network="native")
    match.play("a1b3")
    match.play("g8f6")
    again = parse_save(format_save(match), network="native")
    assert again.engine.state_hash() == match.engine.state_hash()
    assert sorted(again.engine.legal_moves()) == sorted(match.engine.legal_moves())
