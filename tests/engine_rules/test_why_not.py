"""Why a rule did not fire: the first condition that failed, with its facts, and never against the network."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rete_chess import Engine
from rete_chess.compiler import ActivePreset, compile_document, program_of
from rete_chess.documents import load_document
from rete_chess.engine.explain._trial import Miss, Trial
from rete_chess.engine.explain.why_not import Hearing, WhyNot, why_not
from rete_chess.engine.move.listeners import Listener, ListenerContext
from rete_chess.errors import ReteChessError
from rete_chess.facts.events import Event
from rete_chess.facts.session import get_fact
from tests.cli.conftest import run  # noqa: F401
from tests.cli.helpers import Run
from tests.match.games import MIXED, mixed

HEAD = "kind: variant\nid: made\nname: Made\ndescription: Made for a test.\nextends: chess\n"
CAPTURE = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"


def ask(text: str, move: str = "e4d5", rule: str = "r", fen: str = CAPTURE) -> WhyNot:
    engine = Engine(compile_document(load_document(HEAD + text)), fen, "native")
    (found,) = why_not(engine, move, rule)
    return found


def only(found: WhyNot) -> Hearing:
    (hearing,) = found.hearings
    return hearing


def looks(hearing: Hearing) -> list[tuple[str, str, Any]]:
    return [tuple(look) for look in hearing.looks]


DO = "do: [{log: {text: x}}]"

#: A rule, the part that fails, what it wanted, and the facts it looked at.
MISSES = {
    "a word of the event": (
        f"rules: [{{id: r, at: capture, when: [{{event: {{kind: poison}}}}], {DO}}}]",
        ("event", "event.kind = poison", [("event", "kind", "capture")]),
    ),
    "a fact of a piece of the event": (
        "rules: [{id: r, at: capture, when: [{event: {piece: $p}}, {piece: {id: $p, type: queen}}], "
        f"{DO}}}]",
        ("condition", "piece.PieceType = queen", [("white pawn e4", "PieceType", "pawn")]),
    ),
    "a fact of the dying": (
        "attributes: {Hp: {of: piece, type: int, start: 2}}\n"
        "rules: [{id: r, at: capture, when: [{event: {target: $t}}, {piece: {id: $t, Hp: {gt: 2}}}], "
        f"{DO}}}]",
        ("condition", "target.Hp > 2", [("black pawn d5", "Hp", 2)]),
    ),
    "another piece": (
        "rules: [{id: r, at: capture, when: [{event: {side: $s}}, "
        f"{{piece: {{id: $k, type: king, color: $s}}}}, "
        f"{{piece: {{id: $k, square: {{near: d5}}}}}}], {DO}}}]",
        ("guard", "piece: {id: $k, square: {near: d5}}", [("white king e1", "square", "e1")]),
    ),
    "a square of the event": (
        f"rules: [{{id: r, at: capture, when: [{{event: {{to: {{rank: [8]}}}}}}], {DO}}}]",
        ("guard", "event.to: {rank: [8]}", [("", "event.to", "d5")]),
    ),
    "a side": (
        "attributes: {Fame: {of: side, type: int, start: 1}}\n"
        f"rules: [{{id: r, at: capture, when: [{{side: {{color: black, Fame: {{ge: 2}}}}}}], {DO}}}]",
        ("guard", "side: {color: black, Fame: {ge: 2}}", [("black", "Fame", 1)]),
    ),
    "the game": (
        "attributes: {Wind: {of: game, type: int, start: 1}}\n"
        f"rules: [{{id: r, at: capture, when: [{{game: {{Wind: 2}}}}], {DO}}}]",
        ("guard", "game: {Wind: 2}", [("game", "Wind", 1)]),
    ),
    "a square that is not empty": (
        f"rules: [{{id: r, at: capture, when: [{{square: {{is: e8, empty: true}}}}], {DO}}}]",
        ("guard", "square: {is: e8, empty: true}", [("", "e8", "black king")]),
    ),
    "a square behind": (
        "rules: [{id: r, at: capture, when: [{event: {from: $f, to: $t}}, "
        f"{{square: {{is: $b, behind: $t, seen: $f, empty: false}}}}], {DO}}}]",
        (
            "guard",
            "square: {is: $b, behind: $t, seen: $f, empty: false}",
            [("behind d5 as seen from e4", "c6", "empty")],
        ),
    ),
    "something that must not be": (
        f"rules: [{{id: r, at: capture, when: [{{not: {{piece: {{type: king, color: white}}}}}}], {DO}}}]",
        (
            "guard",
            "not: {piece: {type: king, color: white}}",
            [("white king e1", "type", "king"), ("white king e1", "color", "white")],
        ),
    ),
    "a tile": (
        "tiles: {a4: fog}\n"
        "rules: [{id: r, at: capture, when: [{event: {to: $t}}, {tile: {id: $x, square: $t}}], "
        f"{DO}}}]",
        ("condition", "$x.Position = event.to", None),
    ),
}


@pytest.mark.parametrize("name", MISSES)
def test_the_first_condition_that_failed(name: str) -> None:
    text, (part, wanted, facts) = MISSES[name]
    found = ask(text)
    hearing = only(found)
    assert not found.fired
    assert (hearing.reason, hearing.wanted) == (part, wanted)
    assert found.message == f"{wanted} did not hold"
    if facts is None:
        assert ("fog tile a4", "Position", "a4") in looks(hearing)
    else:
        assert looks(hearing) == facts
    assert found.origin.partition(":")[2]


RULE = f"rules: [{{id: r, at: capture, when: [{{event: {{piece: $p}}}}], {DO}}}]"


def test_a_rule_that_fired_and_a_point_that_was_not_reached() -> None:
    assert ask(RULE).message == "it fired"
    quiet = ask(RULE, "e4e5")
    assert (quiet.hearings, quiet.message) == ((), "the move did not come to capture")


def test_a_capture_that_another_rule_consumed() -> None:
    rule = "{{id: {0}, at: before-capture, when: [{{event: {{piece: $p}}}}], do: [consume]}}"
    text = f"rules: [{rule.format('first')}, {rule.format('r')}]"
    assert only(ask(text)).reason == "consumed"
    assert only(ask(text, rule="first")).reason == "fired"


def test_an_event_that_another_rule_cancelled() -> None:
    text = (
        "rules:\n  - {id: stop, at: before-capture, when: [{event: {piece: $p}}], do: [cancel]}\n"
        f"  - {{id: r, at: before-capture, when: [{{event: {{piece: $p}}}}], {DO}}}\n"
    )
    assert only(ask(text)).reason == "cancelled"


def test_what_another_rule_took_away() -> None:
    text = (
        "attributes: {Wind: {of: game, type: int, start: 1}}\nrules:\n"
        "  - {id: calm, at: capture, when: [{event: {piece: $p}}], "
        "do: [{set: {target: $game, attr: Wind, to: 0}}]}\n"
        f"  - {{id: r, at: capture, when: [{{game: {{Wind: 1}}}}], {DO}}}\n"
    )
    assert looks(only(ask(text))) == [("game", "Wind", 0)]


def test_a_rule_does_not_answer_its_own_event() -> None:
    text = (
        "attributes: {Hp: {of: piece, type: int, start: 9, vital: true}}\nrules:\n"
        "  - id: r\n    at: damaged\n    when: [{event: {target: $t}}]\n"
        "    do: [{damage: {target: $t, amount: 1, kind: echo}}]\n"
        "  - {id: armour, at: damage, when: [{event: {target: $t}}, {piece: {id: $t, Hp: {gt: 0}}}], "
        "do: [{absorb: {target: $t, with: Hp, fatal: true}}]}\n"
    )
    assert [hearing.reason for hearing in ask(text).hearings] == ["fired", "own-event"]


CONTINUOUS = (
    "attributes: {Might: {of: piece, type: int, start: 0}}\nrules:\n"
    "  - {id: r, at: derive, when: [{piece: {id: $k, type: king, square: {rank: [2]}}}], "
    "do: [{contribute: {target: $k, attr: Might, by: 1}}]}\n"
)


def test_continuous_rules() -> None:
    missed = only(ask(CONTINUOUS))
    assert (missed.event, missed.reason) == ("derive", "guard")
    assert set(looks(missed)) == {("white king e1", "square", "e1"), ("black king e8", "square", "e8")}
    assert only(ask(CONTINUOUS, "e1e2")).reason == "fired"
    held = ask(CONTINUOUS, "e4d5", fen=CAPTURE.replace("4K3 w", "8 w").replace("/8/8 w", "/4K3/8 w"))
    assert only(held).reason == "held-before"


def test_the_game_stays_as_it_is() -> None:
    engine = Engine(program_of("atomic", [ActivePreset("piece-hp")]), CAPTURE)
    before = engine.state_hash(), engine.fen(), len(engine.board.journal), engine.move_log
    why_not(engine, "e4d5", "lose-hp")
    assert (engine.state_hash(), engine.fen(), len(engine.board.journal), engine.move_log) == before


@pytest.mark.parametrize(
    ("move", "rule", "code"), [("e4d5", "explod", "E_UNKNOWN_NAME"), ("e4e6", "explode", "E_MOVE_ILLEGAL")]
)
def test_what_cannot_be_asked(move: str, rule: str, code: str) -> None:
    with pytest.raises(ReteChessError) as caught:
        why_not(Engine("atomic", CAPTURE, "native"), move, rule)
    assert caught.value.code == code


class Comparing(Listener):
    """Asks the network and the trial the same question before any rule has fired."""

    priority = -(2**31)

    def __init__(self) -> None:
        self.asked = 0

    def before(self, event: Event, context: ListenerContext) -> Event:
        self.compare(event, context)
        return event

    def after(self, event: Event, context: ListenerContext) -> tuple[Event, ...]:
        self.compare(event, context)
        return ()

    def compare(self, event: Event, context: ListenerContext) -> None:
        making = context._run
        program, feed = making.program, making.feed
        rules = [rule for rule in program.rules if rule.stage == context.point]
        if making.is_imagined or not rules:
            return
        is_open = feed.is_open(context.point)
        matched = {number for number, _ in feed.activations(context.point, event)} if is_open else set()
        for rule in rules:
            bare = replace(rule, guards=())
            found = Trial(program, bare, making.board, event, get_fact).run()
            assert isinstance(found, Miss) == (rule.number not in matched), (rule.id, event, found)
            self.asked += 1


@pytest.mark.parametrize("name", [name for name in MIXED if name not in ("chess", "antichess")])
def test_the_trial_agrees_with_the_network(name: str) -> None:
    program = mixed(name)
    chance = Random(name)
    listener = Comparing()
    for _ in range(2):
        engine = Engine(program, network="native")
        engine.add_listener(listener)
        for _ in range(40):
            moves = engine.legal_moves()
            if not moves:
                break
            engine.apply(chance.choice(list(moves)))
    if program.rules:
        assert listener.asked > 0


def test_the_command_tells_it(run: Run) -> None:  # noqa: F811
    start = ("trace", "atomic", "--preset", "piece-hp:white", "--fen", CAPTURE)
    words = (*start, "--moves", "e4d5", "--network", "native", "--why-not", "lose-hp")
    outcome = run(*words)
    assert (outcome.code, outcome.err) == (0, "")
    assert "piece-hp/lose-hp at damage, rules/presets/piece-hp.preset.yaml:13" in outcome.out
    assert "damage (capture): target.Hp > 0 did not hold" in outcome.out
    assert "black pawn d5 Hp is none" in outcome.out
    (record,) = run(*words, "--json").json["records"]
    (answer,) = record["why_not"]
    assert (answer["rule"], answer["point"], answer["fired"]) == ("piece-hp/lose-hp", "damage", False)
    assert answer["hearings"][0] == {
        "event": "damage (capture)",
        "reason": "condition",
        "message": "target.Hp > 0 did not hold",
        "wanted": "target.Hp > 0",
        "looks": [{"who": "black pawn d5", "what": "Hp", "value": None}],
    }


def test_many_facts_are_cut_short_for_people(run: Run) -> None:  # noqa: F811
    text = HEAD + f"rules: [{{id: r, at: move, when: [{{piece: {{id: $x, type: {{in: [amazon]}}}}}}], {DO}}}]"
    outcome = run("trace", "-", "--moves", "e2e4", "--network", "native", "--why-not", "r", lines=text)
    assert "and 24 more" in outcome.out


def test_a_rule_that_ended_with_its_preset_is_not_asked_again(run: Run, tmp_path: Any) -> None:  # noqa: F811
    timed = tmp_path / "timed.variant.yaml"
    timed.write_text(
        "id: timed\nname: Timed\nextends: chess\npresets: [{id: piece-hp, turnsRemaining: 1}]\n",
        encoding="utf-8",
    )
    outcome = run("trace", str(timed), "--moves", "e2e4 e7e5", "--why-not", "lose-hp", "--json")
    assert [len(record["why_not"]) for record in outcome.json["records"]] == [1, 0]
    assert run("trace", str(timed), "--why-not", "lose-hp-not").code == 2
