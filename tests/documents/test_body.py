"""The body of presets and variants in detail: values, tests, filters, patterns, actions and policies."""

from __future__ import annotations

from typing import Any

import pytest

from rete_chess.documents import (
    PresetDocument,
    load_document,
    parse_document,
    read_tree,
)
from rete_chess.documents.language._template import Template, parse_template
from rete_chess.documents.language.action import (
    ACTIONS,
    ActionModel,
    AddAction,
    ConsumeAction,
    DamageAction,
    ExtraMoveAction,
    LogAction,
    RelocateAction,
    SetAction,
    SpawnAction,
)
from rete_chess.documents.language.attribute import AttributeType
from rete_chess.documents.language.comparison import Test
from rete_chess.documents.language.filter import Count, Filter, SquareTest
from rete_chess.documents.language.movement import BodyAtom, MoveChange
from rete_chess.documents.language.pattern import (
    AnyPattern,
    EventPattern,
    NotPattern,
    PiecePattern,
    SidePattern,
    SquarePattern,
)
from rete_chess.documents.language.policy import SelfCheck
from rete_chess.documents.language.target import AroundTarget, BehindPlace, RayPlace, Role, SideTarget
from rete_chess.documents.language.values import Ref, Scaled, parse_ref
from rete_chess.documents.modelling.frozen_map import FrozenMap
from rete_chess.stages import POINTS, STAGES

HEAD = "id: trial\nname: Trial\ndescription: A trial.\n"


def preset(body: str) -> PresetDocument:
    model = load_document(HEAD + body, "trial.preset.yaml").model
    assert isinstance(model, PresetDocument)
    return model


def pattern(text: str) -> AnyPattern:
    rule = f"{{id: r, at: capture, when: [{{event: {{to: $to, from: $from}}}}, {text}], do: [consume]}}"
    return preset(f"config: {{n: 1}}\nrules: [{rule}]").rules[0].when[1]


def action(text: str, at: str = "capture") -> ActionModel:
    when = "{event: {piece: $piece, from: $from, to: $to, side: $side}}"
    return (
        preset(f"config: {{n: 1}}\nrules: [{{id: r, at: {at}, when: [{when}], do: [{text}]}}]").rules[0].do[0]
    )


def hp_test(text: str) -> Test:
    royal = preset(f"config: {{n: 1, list: [1]}}\nroyal: [{{Hp: {text}}}]").royal
    assert royal is not None
    return royal[0].attributes["Hp"]


# -- values, tests, filters ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "test"),
    [
        ("2", Test("eq", 2)),
        ("0.5", Test("eq", 0.5)),
        ("true", Test("eq", True)),
        ("word", Test("eq", "word")),
        ("$config.n", Test("eq", Ref("config", "n"))),
        ("{gt: 0}", Test("gt", 0)),
        ("{le: $config.n}", Test("le", Ref("config", "n"))),
        ("{not: 3}", Test("not", 3)),
        ("{not: [1, 2]}", Test("not", (1, 2))),
        ("{in: [1, two]}", Test("in", (1, "two"))),
        ("{in: $config.list}", Test("in", Ref("config", "list"))),
        (
            "{ge: {of: $game.Day, times: 2}}",
            Test("ge", Scaled.model_validate({"of": "$game.Day", "times": 2})),
        ),
        ("{count: {type: pawn}}", Test("eq", Count.model_validate({"count": {"type": "pawn"}}))),
    ],
)
def test_tests(text: str, test: Test) -> None:
    read = hp_test(text)
    assert read == test
    assert type(read.value) is type(test.value)


@pytest.mark.parametrize(
    ("text", "ref"),
    [
        ("$x", Ref("x")),
        ("$x.Hp", Ref("x", "Hp")),
        ("$Long-name_2.a-b_C", Ref("Long-name_2", "a-b_C")),
        ("x", None),
        ("$", None),
        ("$1", None),
        ("$x.", None),
        ("$x.y.z", None),
        ("$x y", None),
        ("$" + "x" * 65, None),
    ],
)
def test_references(text: str, ref: Ref | None) -> None:
    assert parse_ref(text) == ref
    assert ref is None or str(ref) == text


def test_a_filter_keeps_attributes_apart_from_its_keys() -> None:
    royal = preset(
        "royal: [{type: {in: [king, queen]}, color: $scope, last: true, Hp: 1, Mana: {lt: 2}}]"
    ).royal
    assert royal is not None
    (chosen,) = royal
    assert chosen.type == Test("in", ("king", "queen"))
    assert chosen.color == Test("eq", Ref("scope"))
    assert (chosen.last, chosen.royal, chosen.id, chosen.square) == (True, None, None, None)
    assert chosen.attributes == {"Hp": Test("eq", 1), "Mana": Test("lt", 2)}


@pytest.mark.parametrize(
    ("text", "squares"),
    [
        ("$here", Ref("here")),
        ("[a1, p16]", ("a1", "p16")),
        ("{near: $to}", SquareTest.model_validate({"near": "$to"})),
        ("{in: $config.n}", SquareTest.model_validate({"in": "$config.n"})),
        ("{ownRank: [1, 2], zone: edge}", SquareTest.model_validate({"ownRank": [1, 2], "zone": "edge"})),
    ],
)
def test_squares_of_a_filter(text: str, squares: Any) -> None:
    read = pattern(f"{{piece: {{square: {text}}}}}")
    assert isinstance(read, PiecePattern)
    assert read.square == squares


def test_a_frozen_map_is_a_mapping() -> None:
    one, other = FrozenMap({"a": 1, "b": 2}), FrozenMap({"b": 2, "a": 1})
    assert (one, hash(one)) == (other, hash(other))
    assert (list(one), len(one), one["a"]) == (["a", "b"], 2, 1)
    assert repr(one) == "FrozenMap({'a': 1, 'b': 2})"


# -- patterns and actions --------------------------------------------------------------------------


def test_stages() -> None:
    assert (len(STAGES), len(POINTS)) == (12, 18)
    for stage in POINTS:
        do = "{contribute: {target: self, attr: HpBonus, by: 1}}" if stage == "derive" else "consume"
        text = f"{HEAD}rules: [{{id: r, at: {stage}, do: [{do}]}}]"
        assert parse_document(PresetDocument, read_tree(text, "<test>")).rules[0].at == stage


def test_patterns() -> None:
    square = pattern("{square: {is: $room, behind: $to, seen: $from, empty: true}}")
    assert isinstance(square, SquarePattern)
    assert (square.is_, square.behind, square.seen) == (Ref("room"), Ref("to"), Ref("from"))
    side = pattern("{side: {color: $side, inCheck: true, moved: false, ChecksLeft: 0}}")
    assert isinstance(side, SidePattern)
    assert (side.in_check, side.moved) == (True, False)
    assert side.attributes == {"ChecksLeft": Test("eq", 0)}
    nobody = pattern("{not: {tile: {type: wall, square: [e4]}}}")
    assert isinstance(nobody, NotPattern)
    assert nobody.pattern.word == "tile"
    assert [pattern(f"{{{word}: {{Day: 1}}}}").word for word in ("game", "preset")] == ["game", "preset"]


def test_the_event_of_a_rule() -> None:
    text = "{side: {not: $scope}, amount: {ge: 2}, kind: poison, was: pawn, player: true, direction: all}"
    rules = f"rules: [{{id: r, at: damage, when: [{{event: {text}}}], do: [cancel]}}]"
    event = preset(rules).rules[0].when[0]
    assert isinstance(event, EventPattern)
    assert (event.side, event.amount) == (Test("not", Ref("scope")), Test("ge", 2))
    assert (event.kind, event.was, event.direction) == (Test("eq", "poison"), Test("eq", "pawn"), "all")


def test_every_action_has_its_word() -> None:
    words = (
        "damage heal destroy remove capture spawn transform recolor relocate swap set add multiply absorb "
        "tile effect refuse consume cancel win draw extra-move contribute log"
    )
    assert " ".join(ACTIONS) == words
    assert all(kind.word == word for word, kind in ACTIONS.items())


def test_actions() -> None:
    damage = action(
        "{damage: {target: attacker, amount: {of: $piece.Hp, plus: -1}, kind: poison, by: $piece}}"
    )
    assert isinstance(damage, DamageAction)
    assert damage.target == Role("attacker")
    assert damage.amount == Scaled.model_validate({"of": "$piece.Hp", "plus": -1})
    written = action("{set: {target: {side: $side}, attr: Mood, to: grim}}")
    assert isinstance(written, SetAction)
    assert isinstance(written.target, SideTarget)
    assert (written.target.side, written.attr, written.to) == (Ref("side"), "Mood", "grim")
    pending = action("{add: {target: $event, attr: amount, by: $piece.Fury}}")
    assert isinstance(pending, AddAction)
    assert (pending.target, pending.attr, pending.by) == (Ref("event"), "amount", Ref("piece", "Fury"))
    log = action('{log: {text: "{piece} was on {from}"}}')
    assert isinstance(log, LogAction)
    assert log.text == Template("{piece} was on {from}", (Ref("piece"), " was on ", Ref("from")))


@pytest.mark.parametrize("text", ["consume", "{consume: {}}"])
def test_a_bare_word_is_an_action_without_settings(text: str) -> None:
    assert action(text) == ConsumeAction()
    assert action("extra-move") == ExtraMoveAction()


def test_targets_and_places() -> None:
    blast = action("{damage: {target: {around: $to, radius: $config.n, filter: {royal: false}}, amount: 1}}")
    assert isinstance(blast, DamageAction)
    assert isinstance(blast.target, AroundTarget)
    assert (blast.target.around, blast.target.radius, blast.target.centre) == (
        Ref("to"),
        Ref("config", "n"),
        False,
    )
    assert blast.target.filter == Filter.model_validate({"royal": False})
    push = action("{relocate: {target: $piece, to: {behind: $to, seen: $from}}}")
    assert isinstance(push, RelocateAction)
    assert isinstance(push.to, BehindPlace)
    slip = action("{relocate: {target: $piece, to: {ray: $to, direction: $event.direction, stop: blocked}}}")
    assert isinstance(slip, RelocateAction)
    assert isinstance(slip.to, RayPlace)
    assert slip.to.direction == Ref("event", "direction")
    fixed = action("{spawn: {type: pawn, color: white, square: e4}}")
    assert isinstance(fixed, SpawnAction)
    assert fixed.square == "e4"


@pytest.mark.parametrize(
    ("text", "policy"),
    [
        ("forbid", SelfCheck(None)),
        ("allow", SelfCheck("$scope")),
        ("{allow: any}", SelfCheck("any")),
        ("{allow: $scope}", SelfCheck("$scope")),
    ],
)
def test_self_check(text: str, policy: SelfCheck) -> None:
    assert preset(f"selfCheck: {text}").self_check == policy


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("int", AttributeType("int")),
        ("{enum: [day, night]}", AttributeType("enum", words=("day", "night"))),
        ("{list: string}", AttributeType("list", items="string")),
    ],
)
def test_types_of_attributes(text: str, kind: AttributeType) -> None:
    assert preset(f"attributes: {{Light: {{of: game, type: {text}}}}}").attributes["Light"].type == kind


def test_moves_of_a_body() -> None:
    text = """
config: {reach: [2, 3]}
moves:
  - for: {type: pawn}
    add: [{slide: all, range: $config.reach, then: [{leap: knight}]}]
    modify: {directions: diagonal, bounce: {edges: all, times: 2}, range: 1}
    captures: ally
"""
    (change,) = preset(text).moves
    assert isinstance(change, MoveChange)
    assert change.add is not None
    (atom,) = change.add
    assert (atom.kind, atom.range) == ("slide", Ref("config", "reach"))
    assert atom.then is not None
    assert isinstance(atom.then[0], BodyAtom)
    assert change.modify is not None
    assert change.modify.bounce is not None
    assert (change.modify.bounce.times, change.modify.range, change.captures) == (2, 1, "ally")


@pytest.mark.parametrize("text", ["plain", "{a}", "{a.Hp}{b}", "é {x} 😀"])
def test_templates_keep_their_text(text: str) -> None:
    parts = parse_template(text).parts
    assert "".join(part if isinstance(part, str) else f"{{{str(part)[1:]}}}" for part in parts) == text
