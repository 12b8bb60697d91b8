"""The scope table, cell by cell: which hooks a preset for one side hears, and by whose colour.

Scoped: damage by its target, the start of a turn by the side that begins, moves and captures by the
mover, movement by the owner of the piece, the self-check filter by the colour that is filtered. All
other hooks are asked whatever the scope is, and read it themselves. The same table for documents, and
the policies of documents: all of them obey the scope.
"""

from __future__ import annotations

from typing import Any

import pytest

from rete_chess import Engine
from rete_chess.compiler import ActivePreset, program_of
from rete_chess.core.legality import legal_moves
from rete_chess.errors import DocumentError
from rete_chess.presets import ONGOING, Preset, Refuse, registered
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


SIDES = ("white", "black")


@pytest.mark.parametrize("scope", SIDES)
def test_royalty_of_documents_goes_by_the_owner(scope: str, as_preset: Any) -> None:
    """For the other side the word of the variant counts."""
    for key in ("{type: rook}", "{type: rook, square: {in: [a1, a8]}}"):
        preset = as_preset(BODY + f"royal: [{key}]\n")
        engine = Engine(program_of("chess", [ActivePreset(preset, scope)]), POSITION.format("w"))
        royal = [[engine.board.book.geometry.names[s] for s in side] for side in engine.board.royals[:2]]
        assert royal == ([["a1"], ["e8"]] if scope == "white" else [["e1"], ["a8"]])


@pytest.mark.parametrize("scope", SIDES)
@pytest.mark.parametrize(
    ("limit", "word"),
    [
        ("{forbid: {kind: capture}}", False),
        ("{forbid: {kind: capture, piece: {type: rook}}}", False),
        ("{forbid: {kind: capture, target: {type: rook}}}", False),
        ("{forbid: {kind: capture, target: {color: {not: $scope}}}}", False),
        ("{require: {kind: capture}}", True),
    ],
)
def test_limits_of_documents_go_by_the_mover(scope: str, limit: str, word: bool, as_preset: Any) -> None:
    preset = as_preset(BODY + f"moves:\n  - {limit}\n")
    for color in SIDES:
        engine = Engine(program_of("chess", [ActivePreset(preset, scope)]), POSITION.format(color[0]))
        captures = [move.is_capture for move in engine.legal_moves()]
        if color == scope:
            assert set(captures) == {word}
        else:
            assert set(captures) == {False, True}


def test_a_limit_that_names_the_scope_says_itself_whom_it_concerns(as_preset: Any) -> None:
    preset = as_preset(BODY + "moves:\n  - {forbid: {kind: capture, target: {color: $scope}}}\n")
    for color in SIDES:
        engine = Engine(program_of("chess", [ActivePreset(preset, "white")]), POSITION.format(color[0]))
        assert any(move.is_capture for move in engine.legal_moves()) == (color == "white")


QUEENS = "{win: $side, reason: a queen, when: [{piece: {type: queen, color: $side}}]}"


@pytest.mark.parametrize("scope", SIDES)
@pytest.mark.parametrize("queen", "Qq")
def test_wins_of_documents_go_by_the_winner(scope: str, queen: str, as_preset: Any) -> None:
    preset = as_preset(BODY + f"result: {{ends: [{QUEENS}]}}\n")
    position = POSITION.format("w").replace("8/8/8/8/8/8", f"8/6{queen}1/8/8/8/8")
    result = Engine(program_of("chess", [ActivePreset(preset, scope)]), position).result
    assert (result is not None) == (queen.isupper() == (scope == "white"))
    fixed = as_preset(BODY + f"result: {{ends: [{QUEENS.replace('win: $side', 'win: black')}]}}\n")
    other = Engine(program_of("chess", [ActivePreset(fixed, scope)]), position).result
    assert str(other) == "black wins by a queen"


def test_a_draw_for_one_side_is_refused_unless_it_names_the_scope(as_preset: Any) -> None:
    end = "{draw: a queen came, when: [{piece: {type: queen%s}}]}"
    plain = as_preset(BODY + f"result: {{ends: [{end % ''}]}}\n")
    with pytest.raises(DocumentError, match="a draw is for both sides") as caught:
        program_of("chess", [ActivePreset(plain, "white")])
    assert [problem.code for problem in caught.value.problems] == ["E_SCOPE"]
    assert program_of("chess", [ActivePreset(plain)]).ends
    own = as_preset(BODY + f"result: {{ends: [{end % ', color: $scope'}]}}\n")
    position = POSITION.format("w").replace("8/8/8/8/8/8", "8/6Q1/8/8/8/8")
    for scope, text in (("white", "draw by a queen came"), ("black", "None")):
        assert str(Engine(program_of("chess", [ActivePreset(own, scope)]), position).result) == text


def test_exemptions_from_check_go_by_the_side_in_check(as_preset: Any) -> None:
    preset = as_preset(BODY + "check: {unless: [{piece: {type: king}}]}\n")
    for scope in SIDES:
        program = program_of("chess", [ActivePreset(preset, scope)])
        for color in SIDES:
            engine = Engine(program, f"4k3/4R3/8/8/8/8/4r3/4K3 {color[0]} - - 0 1")
            assert engine.in_check == (color != scope)


@pytest.mark.parametrize("scope", SIDES)
def test_a_ruleset_for_one_side_leaves_the_other_its_ends(scope: str, as_preset: Any) -> None:
    preset = as_preset(BODY + "result: {instead: true}\n")
    program = program_of("king-of-the-hill", [ActivePreset(preset, scope)])
    for color, position in (
        ("white", "4k3/8/8/8/3K4/8/8/8 b - - 0 1"),
        ("black", "8/8/8/3k4/8/8/8/4K3 w - - 0 1"),
    ):
        expected = "None" if color == scope else f"{color} wins by on the hill"
        assert str(Engine(program, position).result) == expected


# -- mate ------------------------------------------------------------------------------------------

#: White, then Black, is mated.
MATES = {"white": "6k1/8/8/8/8/8/5PPP/r5K1 w - - 0 1", "black": "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"}


class Spare(Preset):
    id = "spare"
    name = "Spare"
    description = "The game goes on."

    def on_check_game_result(self, context: Any) -> str:
        return ONGOING


@pytest.mark.parametrize("scope", SIDES)
@pytest.mark.parametrize("kind", ["document", "hook"])
def test_defaults_are_suppressed_for_the_sides_in_scope(scope: str, kind: str, as_preset: Any) -> None:
    with registered(Spare()):
        preset = "spare" if kind == "hook" else as_preset(BODY + "result: {defaults: suppress}\n")
        program = program_of("chess", [ActivePreset(preset, scope)])
        for mated, position in MATES.items():
            engine = Engine(program, position)
            winner = SIDES[1 - SIDES.index(mated)]
            expected = "draw by no legal move" if mated == scope else f"{winner} wins by checkmate"
            assert str(engine.result) == expected
        assert Engine(program, "4k3/8/8/8/8/8/8/4K2R w - - 150 90").result is None


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


def test_policies_for_one_side_come_and_go_in_the_middle_of_a_game() -> None:
    def royal(engine: Engine) -> list[list[str]]:
        return [
            sorted(map(engine.board.book.geometry.names.__getitem__, side))
            for side in engine.board.royals[:2]
        ]

    engine = Engine(fen="3r2kn/8/8/8/8/8/P7/N2QK3 w - - 0 1")
    engine.apply("a2a3")
    engine.set_active_presets(
        [ActivePreset("coregal", "white"), ActivePreset("knightmate-rules", "black", turns_remaining=1)]
    )
    assert royal(engine) == royal(engine.clone()) == [["d1", "e1"], ["h8"]]
    engine.apply("g8g7")
    assert royal(engine) == [["d1", "e1"], ["g7"]]
    engine.undo()
    assert royal(engine) == [["d1", "e1"], ["h8"]]
    engine.set_active_presets([])
    assert royal(engine) == [["e1"], ["g8"]]
