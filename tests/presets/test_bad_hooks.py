"""Hooks that go wrong: coded errors that name preset and hook, or a warning; nothing is half applied."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from rete_chess import Engine
from rete_chess import resources as dev_mode_module
from rete_chess.compiler import ActivePreset, catalog, program_of
from rete_chess.core.legality import legal_moves
from rete_chess.errors import (
    DocumentError,
    EventBudgetError,
    HookError,
    MoveRefusedError,
    NameLookupError,
    ReteChessError,
    RuleFailedError,
    RulesError,
)
from rete_chess.presets import ONGOING, Consume, Refuse, register, registered, win
from rete_chess.presets.hooks import HOOKS
from tests.presets.recording import recording

POSITION = "4k3/8/8/8/8/8/r7/R3K3 w - - 0 1"


def play(hook: str, answer: Any, *before: str) -> Engine:
    """A game whose one hook gives that answer, after White's capture."""
    with registered(recording([], hooks=(hook,), **{hook: answer})):
        presets = [*(ActivePreset(name) for name in before), ActivePreset("recorder", turns_remaining=2)]
        engine = Engine(program_of("chess", presets), POSITION)
        state = engine.state_hash(), engine.fen(), list(engine.legal_moves())
        try:
            engine.apply("a1a2")
        except ReteChessError:
            assert (engine.state_hash(), engine.fen(), list(engine.legal_moves())) == state
            assert engine.move_log == ()
            raise
    return engine


def fail(*_: Any) -> None:
    raise ZeroDivisionError("oh")


#: Hooks that are not asked while White captures.
UNASKED = ("on_piece_spawn", "on_deactivate")


@pytest.mark.parametrize("hook", [name for name in HOOKS if name not in UNASKED])
def test_a_hook_that_raises(hook: str) -> None:
    with pytest.raises(
        RuleFailedError, match=rf"recorder/{hook} \(tests.presets.recording:\d+\) failed"
    ) as caught:
        play(hook, fail)
    assert caught.value.code == "E_RULE_FAILED"
    assert "ZeroDivisionError: oh" in str(caught.value)


#: Hook -> answers of the wrong type.
WRONG: dict[str, list[Any]] = {
    "on_before_move": [False, "no", {"cancel": True}, Consume()],
    "on_before_capture": [True, {"consume": True}, Consume(died=True), Refuse("no")],
    "on_damage": [0, False, {"consume": True}, Consume(died=1), Refuse("no")],  # type: ignore[arg-type]
    "on_after_move": [True, 1],
    "on_turn_start": ["white"],
    "on_piece_retract": [0],
    "should_advance_turn": [0, 1, "yes"],
    "should_filter_self_check": [0, "no"],
    "on_check_game_result": ["white", True, win("red", "colour"), ("win", "white", "x")],
    "describe_move_effect": [1, ["text"]],
    "override_piece_moves": [1, "e2e4", ["e2e4"], [None]],
    "get_extra_moves": [1, "e2e4", [3]],
    "filter_moves": [7, ["a1a2"], lambda moves, engine, piece: None],
    "filter_legal_moves": [7, ["a1a2"], lambda context: None],
    "get_royal_pieces": [1, "e1", ["e1"], [True]],
    "transform_move_generator": [7, [], lambda engine, piece, previous: lambda: ["a1a2"]],
    "on_activate": [1],
}


@pytest.mark.parametrize(
    ("hook", "answer"), [(hook, wrong) for hook, all_ in WRONG.items() for wrong in all_]
)
def test_a_hook_that_answers_with_the_wrong_type(hook: str, answer: Any) -> None:
    with pytest.raises(HookError, match=rf"recorder/{hook} \(tests.presets.recording:\d+\)") as caught:
        play(hook, answer)
    assert caught.value.code == "E_HOOK_ANSWER"
    assert "expected" in str(caught.value)


def elsewhere(engine: Any, piece: int) -> list[Any]:
    return [replace(engine.move(piece, "h8"), from_square=5)]


#: Answers that are moves, but cannot be played.
UNPLAYABLE: list[tuple[Callable[..., Any], str]] = [
    (lambda engine, piece: [engine.move(piece, 64)], "no such square"),
    (lambda engine, piece: [replace(engine.move(piece, "h8"), to_square=-1)], "leads nowhere"),
    (lambda engine, piece: [replace(engine.move(piece, "h8"), to_square="h8")], "leads nowhere"),
    (lambda engine, piece: [engine.move(piece, "h8", promotion="quen")], "did you mean 'queen'"),
    (lambda engine, piece: [engine.move(piece, "h8", tag="doublestep")], "did you mean 'double-step'"),
    (lambda engine, piece: [engine.move(piece, "h8", tag="double-step")], "not possible now"),
    (
        lambda engine, piece: [replace(engine.move(piece, "h8"), is_castle=True, tag="castle")],
        "manner|not possible",
    ),
    (lambda engine, piece: [replace(engine.move(piece, "h8"), piece_id=piece + 1)], "another piece"),
    (lambda engine, piece: [engine.move(999, "h8")], "no such piece"),
    (elsewhere, "another piece"),
]


@pytest.mark.parametrize(("answer", "text"), UNPLAYABLE)
@pytest.mark.parametrize("hook", ["override_piece_moves", "get_extra_moves"])
def test_a_move_that_cannot_be_played(hook: str, answer: Any, text: str) -> None:
    with pytest.raises(ReteChessError, match=text) as caught:
        play(hook, answer)
    assert f"recorder/{hook}" in str(caught.value)


@pytest.fixture
def dev_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    """Warnings for developers, none of them said before."""
    monkeypatch.setenv(dev_mode_module.DEV_VARIABLE, "1")
    monkeypatch.setattr(dev_mode_module, "_said", set())


@pytest.mark.usefixtures("dev_mode")
def test_a_filter_that_adds_moves_is_warned_about_and_the_moves_are_dropped(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def add(context: Any) -> list[Any]:
        rook = context.engine.piece_at("a1")
        return [*context.moves, *([] if rook is None else [context.engine.move(rook, "h8")])]

    engine = play("filter_legal_moves", add)
    (warning,) = caplog.messages
    assert warning == "recorder/filter_legal_moves added moves, which filters cannot; they are dropped"
    assert engine.undo().move == "a1a2"
    assert "a1h8" not in engine.legal_moves()


@pytest.mark.usefixtures("dev_mode")
def test_a_filter_of_one_piece_may_change_moves_but_not_add(caplog: pytest.LogCaptureFixture) -> None:
    def shorten(moves: Any, engine: Any, piece: int) -> list[Any]:
        return [engine.move(piece, "h7")] if engine.session.get(piece, "PieceType") == "rook" else moves

    with registered(recording([], hooks=("filter_moves",), filter_moves=shorten)):
        engine = Engine(program_of("chess", [ActivePreset("recorder")]), POSITION)
    assert [str(move) for move in engine.legal_moves() if move.piece_type == "rook"] == ["a1h7"]
    assert caplog.messages == []

    def add(moves: Any, engine: Any, piece: int) -> list[Any]:
        return [*moves, engine.move(piece, "h7")]

    engine = play("filter_moves", add)
    assert caplog.messages == ["recorder/filter_moves added moves, which filters cannot; they are dropped"]
    assert engine.undo().move == "a1a2"
    assert "a1h7" not in engine.legal_moves()


def _rook_to(square: str) -> Callable[..., Any]:
    return lambda engine, piece: (
        [engine.move(piece, square)] if engine.session.get(piece, "PieceType") == "rook" else None
    )


@pytest.mark.parametrize("is_warned", [True, False])
def test_of_two_overrides_the_first_counts_and_developers_are_warned(
    is_warned: bool, request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture
) -> None:
    if is_warned:
        request.getfixturevalue("dev_mode")
    hooks = ("override_piece_moves",)
    one = recording([], "one", hooks, override_piece_moves=_rook_to("h8"))
    with registered(one, recording([], "two", hooks, override_piece_moves=_rook_to("h7"))):
        engine = Engine(program_of("chess", [ActivePreset("two"), ActivePreset("one")]), POSITION)
    assert [str(move) for move in engine.legal_moves() if move.piece_type == "rook"] == ["a1h7"]
    text = "the presets two and one both replace the moves of the rook; two comes first and wins"
    assert caplog.messages == [text] * is_warned


#: Hooks that are only asked, and so may change nothing.
QUIET = (
    "override_piece_moves",
    "transform_move_generator",
    "get_extra_moves",
    "filter_moves",
    "filter_legal_moves",
    "get_royal_pieces",
    "should_filter_self_check",
    "on_check_game_result",
    "describe_move_effect",
)


@pytest.mark.parametrize("hook", QUIET)
@pytest.mark.parametrize("deed", ["fact", "spawn", "damage"])
def test_a_hook_that_is_only_asked_cannot_change_the_game(hook: str, deed: str) -> None:
    def change(*arguments: Any) -> Any:
        engine = next(
            getattr(part, "engine", part) for part in arguments if not isinstance(part, (tuple, int))
        )
        if deed == "fact":
            engine.state.set("asked", 1)
        elif deed == "spawn":
            engine.spawn_piece("queen", "white", "h8")
        else:
            engine.deal_damage(engine.pieces()[0], 1)
        return arguments[0] if hook == "filter_moves" else getattr(arguments[0], "moves", None)

    with pytest.raises(HookError, match=f"recorder/{hook}") as caught:
        play(hook, change)
    assert caught.value.code == "E_HOOK_CHANGE"


def test_a_hook_that_moves_depend_on_cannot_ask_for_checks() -> None:
    with pytest.raises(HookError, match="recorder/get_extra_moves"):
        play("get_extra_moves", lambda engine, piece: [engine.in_check("white")])


@pytest.mark.parametrize("hook", [name for name, hook in HOOKS.items() if hook.kind == "query"])
def test_a_hook_that_fails_at_any_question_leaves_the_position_as_it_was(hook: str) -> None:
    """Also in the middle of a move that is only tried, and with the king on his way to castle."""
    left = [-1]

    def fails_at_last(*arguments: Any) -> Any:
        left[0] -= 1
        if left[0] == 0:
            raise ZeroDivisionError
        return arguments[0] if hook == "filter_moves" else getattr(arguments[0], "moves", None)

    answers: dict[str, Any] = {hook: fails_at_last}
    with registered(recording([], hooks=(hook,), **answers)):
        engine = Engine(program_of("chess", [ActivePreset("recorder")]), "4k3/8/8/8/8/8/r6P/R3K2R w KQ - 0 1")
    board = engine.board
    before = engine.state_hash(), engine.fen(), board.key, len(board.journal)
    for questions in range(1, 1000):
        left[0] = questions
        try:
            legal_moves(board)
        except RuleFailedError:
            assert (engine.state_hash(), engine.fen(), board.key, len(board.journal)) == before
        else:
            break
    assert questions > 1


@pytest.mark.parametrize("text", ["san", "sans", "record"])
def test_a_hook_that_fails_while_a_move_is_written_leaves_the_position_as_it_was(text: str) -> None:
    """Whether a move gives check is known from the position after it, where the hook fails."""

    def refuse(moves: Any, engine: Any, piece: int) -> Any:
        if engine.piece_at("a3") is not None and engine.session.get(piece, "Color") == "white":
            raise ZeroDivisionError("oh")
        return moves

    with registered(recording([], hooks=("filter_moves",), filter_moves=refuse)):
        engine = Engine(program_of("chess", [ActivePreset("recorder")]), "4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
        before = engine.fen(), engine.digest, len(engine.board.journal)
        asked: dict[str, Callable[[], object]] = {
            "san": lambda: engine.san("a1a3"),
            "sans": engine.sans,
            "record": lambda: engine.apply("a1a3").san,
        }
        with pytest.raises(RuleFailedError):
            asked[text]()
        assert (engine.fen(), engine.digest, len(engine.board.journal)) == before
        assert engine.san("a1a2") == "Ra2"


def test_a_refusal_takes_everything_back() -> None:
    def tired(context: Any) -> Refuse:
        context.state.set("asked", 1)
        return Refuse("too tired")

    with pytest.raises(MoveRefusedError, match="too tired") as caught:
        play("on_before_move", tired)
    assert (caught.value.code, caught.value.rule) == ("E_MOVE_REFUSED", "recorder/on_before_move")


def test_an_undeclared_attribute_names_the_hook() -> None:
    with pytest.raises(RuleFailedError, match=r"recorder/on_after_move.*undeclared attribute"):
        play("on_after_move", lambda context: context.engine.session.insert(context.piece_id, "Mana", 1))


def test_damage_without_end_meets_the_budget() -> None:
    def again(context: Any) -> Consume:
        others = [piece for piece in context.engine.pieces() if piece != context.target]
        context.engine.deal_damage(others[0], 1)
        return Consume()

    with pytest.raises(EventBudgetError, match="recorder/on_damage"):
        play("on_damage", again)


# -- presets that cannot be registered -------------------------------------------------------------


def test_an_id_is_never_taken_twice() -> None:
    with registered(recording([])), pytest.raises(NameLookupError) as caught:
        register(recording([]))
    assert caught.value.code == "E_DUPLICATE_NAME"


def test_a_shipped_id_is_taken() -> None:
    with pytest.raises(NameLookupError, match="piece-hp") as caught:
        register(recording([], "piece-hp"))
    assert caught.value.code == "E_DUPLICATE_NAME"


def test_the_id_of_a_registered_document_is_taken() -> None:
    text = "kind: preset\nid: calm\nname: Calm\ndescription: Nothing.\nturn: {moves: 2}\n"
    with catalog.registered(text), pytest.raises(NameLookupError, match="calm") as caught:
        register(recording([], "calm"))
    assert caught.value.code == "E_DUPLICATE_NAME"
    with registered(recording([], "calm")):
        pass


@pytest.mark.parametrize(
    ("extra", "text"),
    [
        ({"on_captured": fail}, "no such hook; found 'on_captured'"),
        ({"on_demage": fail}, "did you mean 'on_damage'"),
        ({"onDamage": fail}, "did you mean 'on_damage'"),
        ({"on_damage": 7}, "on_damage is no function"),
        ({"piece_attributes": ["Hp"]}, "gives every attribute its type"),
    ],
)
def test_something_that_is_no_hook(extra: dict[str, Any], text: str) -> None:
    head = {"id": "odd", "name": "Odd", "description": "Odd."}
    with pytest.raises(RulesError, match=text) as caught:
        register(type("Odd", (), {**head, **extra}))
    assert caught.value.code == "E_HOOK"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"id": None}, "E_DOC_MISSING"),
        ({"id": "Not An Id"}, "E_DOC_VALUE"),
        ({"description": 7}, "E_DOC_TYPE"),
        ({"requires": "piece-hp"}, "E_DOC_TYPE"),
        ({"requires": ["odd"]}, "E_DOC_VALUE"),
        ({"piece_attributes": {"Mana": "integer"}}, "E_DOC_CHOICE"),
        ({"piece_attributes": {"Mana": {"type": "int", "minimum": 0}}}, "E_DOC_UNKNOWN_KEY"),
    ],
)
def test_what_a_preset_says_of_itself_is_checked_as_a_document(change: dict[str, Any], code: str) -> None:
    head = {"id": "odd", "name": "Odd", "description": "Odd.", **change}
    with pytest.raises(DocumentError) as caught:
        register(type("Odd", (), head))
    assert caught.value.code == code
    assert caught.value.file == __name__


def test_python_presets_require_and_exclude_as_documents_do() -> None:
    class Healer:
        id = "healer"
        name = "Healer"
        description = "Needs hit points and no shields."
        requires = ("piece-hp",)
        incompatible_with = ("piece-shield",)

    with registered(Healer):
        with pytest.raises(RulesError, match="'healer' requires 'piece-hp'"):
            program_of("chess", [ActivePreset("healer")])
        with pytest.raises(RulesError, match="cannot be active together"):
            program_of("chess", [ActivePreset(name) for name in ("piece-hp", "piece-shield", "healer")])
        assert (
            program_of("chess", [ActivePreset("piece-hp"), ActivePreset("healer")]).hooked[0].id == "healer"
        )


def test_ongoing_and_a_result_of_another_preset() -> None:
    """Who wants the game to go on does not silence who ends it, in either order."""
    hooks = ("on_check_game_result",)
    mute = recording([], "mute", hooks, on_check_game_result=ONGOING)
    with registered(mute, recording([], "loud", hooks, on_check_game_result=win("black", "decree"))):
        for order in (("mute", "loud"), ("loud", "mute")):
            engine = Engine(program_of("chess", [ActivePreset(name) for name in order]))
            assert engine.result == win("black", "decree")
            assert list(engine.legal_moves()) == []
        mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
        assert (
            str(Engine(program_of("chess", [ActivePreset("mute")]), mated).result) == "draw by no legal move"
        )
