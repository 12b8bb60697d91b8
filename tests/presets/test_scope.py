"""The scope table, cell by cell: which hooks a preset for one side hears, and by whose colour.

Scoped: damage by its target, the start of a turn by the side that begins, moves and captures by the
mover, movement by the owner of the piece, the self-check filter by the colour that is filtered. All
other hooks are asked whatever the scope is, and read it themselves. The same table for documents.
"""

from __future__ import annotations

from typing import Any

import pytest

from rete_chess import Engine
from rete_chess.compiler import ActivePreset, program_of
from rete_chess.core.legality import legal_moves
from rete_chess.presets import Preset, Refuse, registered
from tests.presets.recording import recording

Heard = list[tuple[str, str, Any]]

#: Both sides can capture at once: the rooks face each other.
POSITION = "r3k3/8/8/8/8/8/8/R3K3 {} - - 0 1"

#: Hook -> the colours it is asked about when White captures on a8, for scope white and for scope black.
MOVE_CELLS = {
    "on_before_move": (["white"], []),
    "on_before_capture": (["white"], []),
    "on_damage": ([], ["black"]),
    "on_piece_retract": (["black"], ["black"]),
    "should_advance_turn": (["white"], ["white"]),
    "on_after_move": (["white"], ["white"]),
    "on_turn_start": ([], ["black"]),
    "on_check_game_result": (["black"], ["black"]),
    "describe_move_effect": (["white"], ["white"]),
}


@pytest.mark.parametrize("scope", ["white", "black"])
@pytest.mark.parametrize("hook", MOVE_CELLS)
def test_hooks_of_a_move(hook: str, scope: str) -> None:
    heard: Heard = []
    with registered(recording(heard, hooks=(hook,))):
        engine = Engine(program_of("chess", [ActivePreset("recorder", scope)]), POSITION.format("w"))
    heard.clear()
    engine.apply("a1a8")
    assert [about for _, _, about in heard] == MOVE_CELLS[hook][scope == "black"]


@pytest.mark.parametrize("scope", ["white", "black"])
def test_a_spawn_is_heard_whatever_the_scope(scope: str) -> None:
    heard: Heard = []
    with registered(recording(heard, hooks=("on_piece_spawn",))):
        presets = [ActivePreset("queen-splits"), ActivePreset("recorder", scope)]
        engine = Engine(program_of("chess", presets), "r3k3/8/8/8/8/8/8/Q3K3 w - - 0 1")
    engine.apply("a1a8")
    assert [about for _, _, about in heard] == ["white", "white"]


#: Hook -> the colours it is asked about for White's moves, for scope white and for scope black.
QUERY_CELLS = {
    "override_piece_moves": (True, False),
    "transform_move_generator": (True, False),
    "get_extra_moves": (True, False),
    "filter_moves": (True, True),
    "filter_legal_moves": (True, True),
    "get_royal_pieces": (True, True),
    "should_filter_self_check": (True, False),
}


@pytest.mark.parametrize("scope", ["white", "black"])
@pytest.mark.parametrize("hook", QUERY_CELLS)
def test_hooks_of_the_query(hook: str, scope: str) -> None:
    heard: Heard = []
    with registered(recording(heard, hooks=(hook,))):
        engine = Engine(program_of("chess", [ActivePreset("recorder", scope)]), POSITION.format("w"))
    heard.clear()
    legal_moves(engine.board)
    white = [about for _, _, about in heard if about in ("white", "a1", "e1")]
    assert bool(white) == QUERY_CELLS[hook][scope == "black"]


def test_a_preset_for_one_side_begins_and_ends_once() -> None:
    heard: Heard = []
    with registered(recording(heard, hooks=("on_activate", "on_deactivate"))):
        engine = Engine(program_of("chess", [ActivePreset("recorder", "black", turns_remaining=1)]))
        engine.apply("e2e4")
    assert heard == [("recorder", "on_activate", "black"), ("recorder", "on_deactivate", "black")]


def test_contexts_know_the_scope_and_the_state_of_their_preset() -> None:
    class Counter(Preset):
        id = "counter"
        name = "Counter"
        description = "Counts the moves of its side."

        def on_after_move(self, context: Any) -> None:
            if context.scope in ("both", context.mover):
                context.state.set("moves", context.state.get("moves", 0) + 1)

    with registered(Counter()):
        engine = Engine(program_of("chess", [ActivePreset("counter", "black")]))
    for move in ("e2e4", "e7e5", "g1f3", "b8c6"):
        engine.apply(move)
    assert engine.preset_state("counter").all() == {"moves": 2}
    engine.undo()
    assert engine.preset_state("counter").get("moves") == 1


# -- documents -------------------------------------------------------------------------------------

BODY = """
kind: preset
id: told
name: Told
description: Says one thing, to see for whom.
"""

RULE = """
rules:
  - {id: ear, at: %s, when: [{event: {side: $side}}], do: [{log: {text: "heard {side}"}}]}
"""

#: Point -> whether a rule hears White's capture on a8 for scope white and for scope black.
DOCUMENT_CELLS = {
    "before-move": (True, False),
    "before-capture": (True, False),
    "damage": (False, True),
    "death": (True, True),
    "after-move": (True, True),
    "turn-start": (False, True),
}


@pytest.mark.parametrize("scope", ["white", "black"])
@pytest.mark.parametrize("point", DOCUMENT_CELLS)
def test_rules_of_documents(point: str, scope: str, as_preset: Any) -> None:
    preset = as_preset(BODY + RULE % point)
    engine = Engine(program_of("chess", [ActivePreset(preset, scope)]), POSITION.format("w"))
    record = engine.apply("a1a8")
    assert bool(record.trace.logs) == DOCUMENT_CELLS[point][scope == "black"]


@pytest.mark.parametrize(
    "change", ["use: [{leap: forward}]", "add: [{leap: [[0, 7]]}]", "modify: {wrap: files}"]
)
def test_movement_of_documents_goes_by_the_owner(change: str, as_preset: Any) -> None:
    """As `override_piece_moves`, `get_extra_moves` and `transform_move_generator` do."""
    preset = as_preset(BODY + f"moves:\n  - {{for: {{type: rook}}, {change}}}\n")
    for mine, other in (("white", "black"), ("black", "white")):
        engine = Engine(program_of("chess", [ActivePreset(preset, mine)]), POSITION.format(mine[0]))
        plain = Engine(fen=POSITION.format(mine[0]))
        assert engine.board.book.piece(*_rook(engine, mine)) != plain.board.book.piece(*_rook(plain, mine))
        assert engine.board.book.piece(*_rook(engine, other)) == plain.board.book.piece(*_rook(plain, other))


def _rook(engine: Engine, color: str) -> tuple[int, int]:
    return engine.board.book.index_of("rook"), ("white", "black").index(color)


@pytest.mark.parametrize(
    ("key", "concerned"),
    [
        ("selfCheck: {allow: $scope}", ("white",)),
        ("selfCheck: {allow: any}", ("white", "black")),
    ],
)
def test_the_self_check_filter_of_documents(key: str, concerned: tuple[str, ...], as_preset: Any) -> None:
    preset = as_preset(BODY + key + "\n")
    laws = program_of("chess", [ActivePreset(preset, "white")]).laws
    assert tuple(c for c, forbidden in zip(("white", "black"), laws.self_check) if not forbidden) == concerned


@pytest.mark.parametrize(("whom", "turns"), [("any", (2, 2)), ("$scope", (1, 2))])
def test_the_turn_of_documents(whom: str, turns: tuple[int, int], as_preset: Any) -> None:
    preset = as_preset(BODY + f"turn: {{moves: 2, for: {whom}}}\n")
    assert program_of("chess", [ActivePreset(preset, "black")]).laws.turn_moves == turns


def test_royalty_filters_and_ends_of_documents_concern_both_sides(as_preset: Any) -> None:
    preset = as_preset(
        BODY
        + "royal: [{type: rook}]\n"
        + "moves:\n  - {forbid: {kind: capture}, because: peace}\n"
        + "result: {ends: [{draw: a queen came, when: [{piece: {type: queen}}]}]}\n"
    )
    for color in ("w", "b"):
        engine = Engine(program_of("chess", [ActivePreset(preset, "white")]), POSITION.format(color))
        assert all(
            row[0].is_royal for row in (side[_rook(engine, "white")[0]] for side in engine.board.book.rows)
        )
        assert not any(move.is_capture for move in engine.legal_moves())
        for queen in "Qq":
            ended = Engine(engine.program, POSITION.format(color).replace("r3k3", f"r3k2{queen}"))
            assert str(ended.result) == "draw by a queen came"


def test_a_refusal_for_one_side_lets_the_other_move() -> None:
    class Lazy(Preset):
        id = "lazy"
        name = "Lazy"
        description = "Nobody of the side in scope may move."

        def on_before_move(self, context: Any) -> Refuse:
            return Refuse("too tired")

    with registered(Lazy()):
        engine = Engine(program_of("chess", [ActivePreset("lazy", "black")]))
    engine.apply("e2e4")
    with pytest.raises(Exception, match="too tired"):
        engine.apply("e7e5")
