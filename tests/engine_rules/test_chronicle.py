"""The log of a record: every event of a move with a sentence, and nothing that did not happen."""

from __future__ import annotations

from random import Random

import pytest

from rete_chess import Engine, Match
from rete_chess.compiler import ActivePreset, Program, compile_document, program_of
from rete_chess.engine import MoveRecord
from rete_chess.engine.move.listeners import Listener, ListenerContext
from rete_chess.facts.events import Event

NETWORKS = ("native", "durable")
TURN = ["turn-end", "turn-advance", "turn-start"]


def program(name: str) -> Program:
    variant, _, presets = name.partition("+")
    return program_of(variant, [ActivePreset(preset) for preset in presets.split("+") if preset])


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize(
    ("name", "fen", "move", "words", "sentence"),
    [
        ("chess", None, "e2e4", ["move", *TURN], "white pawn e2 moves to e4"),
        (
            "chess",
            "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1",
            "e4d5",
            ["capture", "damage", "death", "move", *TURN],
            "white pawn e4 captures black pawn d5",
        ),
        (
            "chess",
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
            "e5d6",
            ["capture", "damage", "death", "move", *TURN],
            "black pawn d5 dies",
        ),
        (
            "chess",
            "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
            "e1c1",
            ["move", "move", *TURN],
            "white rook a1 moves to d1",
        ),
        (
            "chess",
            "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
            "a7a8q",
            ["move", "promotion", "check", *TURN],
            "white queen a8 gives check to black king e8",
        ),
        (
            "chess",
            "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1",
            "a1a8",
            ["move", "check", *TURN, "game-over"],
            "the game is over: white wins by checkmate",
        ),
        (
            "atomic",
            "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1",
            "e4d5",
            ["capture", "damage", "death", "damage", "death", *TURN],
            "white pawn e4 dies",
        ),
        (
            "chess+piece-hp",
            "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1",
            "e4d5",
            ["attribute", "damage", *TURN],
            "black pawn d5: Hp 2 becomes 1",
        ),
        (
            "chess+queen-splits",
            "4k3/8/8/3p4/4Q3/8/8/4K3 w - - 0 1",
            "e4d5",
            ["capture", "damage", "death", "remove", "spawn"],
            "white queen e4 is taken off the board",
        ),
    ],
)
def test_a_record_tells_all_that_happened(
    name: str, fen: str | None, move: str, words: list[str], sentence: str, network: str
) -> None:
    engine = Engine(program(name), fen, network)
    record = engine.apply(move)
    log = record.log
    assert [told.event.event for told in log][: len(words)] == words
    assert sentence in [told.text for told in log]
    assert [told.event.id for told in log] == list(range(1, len(log) + 1))
    assert all(told.text for told in log)


def variant(text: str) -> Program:
    return compile_document(f"kind: variant\nid: told\nname: Told\nextends: chess\n{text}")


#: A rule that hears the end of a turn, one that takes a capture over, and one that hears checks.
CLERK = (
    "{id: clerk, at: turn-end, when: [{event: {side: $s}}],"
    " do: [{add: {target: {side: $s}, attr: Turns, by: 1}}]}"
)
HOPPER = (
    "{id: hop, at: before-capture, when: [{event: {piece: $p, target: $t, to: $to}}],"
    " do: [{consume: {}}, {destroy: {target: $t}}, {relocate: {target: $p, to: $to}}]}"
)
HERALD = "{id: herald, at: check, when: [{event: {kind: delivered}}], do: [{log: {text: check}}]}"
ROOK = "4k3/7p/8/8/8/8/7P/R3K3 w - - 0 1"

#: Name of the row: what the variant says, the position, the moves, and the words of the last one's log.
COURSES: dict[str, tuple[str, str, str, list[str]]] = {
    "a turn whose end is heard ends once": (
        f"attributes: {{Turns: {{of: side, type: int, start: 0}}}}\nrules: [{CLERK}]\n",
        ROOK,
        "h2h3",
        ["move", "attribute", *TURN],
    ),
    "a check comes before what its turn brings": (
        f"attributes: {{Turns: {{of: side, type: int, start: 0}}}}\nrules: [{CLERK}]\n",
        ROOK,
        "a1a8",
        ["move", "check", "attribute", *TURN],
    ),
    "a check within a turn": ("turn: {moves: 2}\n", ROOK, "a1a8", ["move", "check"]),
    "a check that has been given before": (
        "turn: {moves: 2}\nselfCheck: allow\n",
        ROOK,
        "a1a8 e1e2",
        ["move", *TURN],
    ),
    "a check that goes on": ("selfCheck: allow\n", ROOK, "a1a8 h7h6 h2h3", ["move", *TURN]),
    "a check of one's own making": (
        "selfCheck: allow\n",
        "4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1",
        "e2d2",
        ["move", "check", *TURN],
    ),
    "a check within a turn, heard": (
        f"turn: {{moves: 2}}\nrules: [{HERALD}]\n",
        ROOK,
        "a1a8",
        ["move", "check"],
    ),
    "who is taken along has not moved": (
        f"rules: [{HOPPER}]\n",
        "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1",
        "e4d5",
        ["capture", "damage", "death", "relocate", *TURN],
    ),
    "who is taken along is promoted": (
        f"rules: [{HOPPER}]\n",
        "n3k3/1P6/8/8/8/8/8/4K3 w - - 0 1",
        "b7a8n",
        ["capture", "damage", "death", "relocate", "promotion", *TURN],
    ),
}


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize("row", COURSES)
def test_a_log_tells_what_happened_in_this_move_alone(row: str, network: str) -> None:
    text, fen, moves, words = COURSES[row]
    match = Match(variant(text), fen, network)
    for move in moves.split():
        match.play(move)
    late = Match(variant(text), fen, network)
    for move in moves.split():
        late.play(move)
    record = late.undo()
    assert isinstance(record, MoveRecord)
    for told in (
        match.engine.move_log[-1].log,
        record.log,
        match.state_at(len(moves.split())).engine.move_log[-1].log,
    ):
        assert [one.event.event for one in told] == words


def test_a_move_that_a_listener_redirects_is_told_as_a_move() -> None:
    class Detour(Listener):
        def before(self, event: Event, context: ListenerContext) -> Event | None:
            pawn = context.session.board.entities[55]
            return event._replace(piece=pawn, to=39) if context.point == "before-move" else event

    engine = Engine(fen=ROOK)
    engine.add_listener(Detour())
    assert engine.apply("h2h3").log[0].text == "black pawn h7 moves to h5"


@pytest.mark.parametrize("name", ["chess", "atomic", "chess+piece-hp", "chess+queen-splits", "three-check"])
@pytest.mark.parametrize("seed", range(3))
def test_a_log_is_the_same_whenever_it_is_read(name: str, seed: int) -> None:
    """At once, later, after undo, in a copy, and whether or not anybody heard the move."""
    random = Random(seed)
    one, two = Engine(program(name), network="native"), Engine(program(name), network="native")
    heard = Engine(program(name), network="native")
    heard.add_listener(Listener())
    logs = []
    for _ in range(30):
        if one.result is not None:
            break
        move = str(random.choice(one.legal_moves()))
        logs.append([told.text for told in one.apply(move).log])
        two.apply(move)
        assert [told.text for told in heard.apply(move).log] == logs[-1]
    records = two.move_log
    copy = two.clone()
    assert [told.text for told in copy.move_log[0].log] == logs[0]
    for _ in records[len(records) // 2 :]:
        two.undo()
    assert [[told.text for told in record.log] for record in records] == logs


def test_what_did_not_happen_is_not_told() -> None:
    class Mercy(Listener):
        def before(self, event: Event, context: ListenerContext) -> Event | None:
            return None if context.point == "before-capture" else event

    engine = Engine(fen="4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    engine.add_listener(Mercy())
    assert [told.event.event for told in engine.apply("e4d5").log] == TURN


def test_what_happens_after_a_move_is_no_part_of_its_log() -> None:
    engine = Engine()
    record = engine.apply("e2e4")
    engine.spawn_piece("queen", "white", "e5")
    assert [told.event.event for told in record.log] == ["move", *TURN]


def test_the_end_by_a_word_is_told() -> None:
    match = Match()
    match.play("e2e4")
    ending = match.time_out("black")
    assert [told.event.event for told in ending.log] == ["time-out", "game-over"]
    assert [told.text for told in ending.log] == [
        "the time of black is up",
        "the game is over: white wins by time-out",
    ]
