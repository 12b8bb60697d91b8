"""A preset that answers nothing and notes every hook that it is asked, moves that are only tried left out."""

from __future__ import annotations

from typing import Any

from rete_chess.presets.hooks import HOOKS

#: Hooks that are called with the engine and a piece instead of a context.
POSITIONAL = ("override_piece_moves", "transform_move_generator", "get_extra_moves", "filter_moves")


def recording(
    heard: list[tuple[str, str, Any]],
    name: str = "recorder",
    hooks: tuple[str, ...] = tuple(HOOKS),
    **answers: Any,
) -> Any:
    """A preset with some of the hooks; each notes (preset, hook, what it is about) and gives its answer."""

    def make(hook: str) -> Any:
        def called(self: Any, *arguments: Any) -> Any:
            if hook in POSITIONAL:
                moves, (engine, piece) = (
                    (None, arguments[:2]) if hook != "filter_moves" else (arguments[0], arguments[1:])
                )
                about: Any = engine.square_name(engine.session.get(piece, "Position"))
            else:
                (context,) = arguments
                engine, moves = context.engine, getattr(context, "moves", None)
                about = about_of(context)
            if not engine.is_imagined:
                heard.append((name, hook, about))
            if hook in answers:
                answer = answers[hook]
                return answer(*arguments) if callable(answer) else answer
            return moves

        return called

    head = {"id": name, "name": name, "description": "Notes what it hears."}
    return type(name, (), {**head, **{hook: make(hook) for hook in hooks}})()


def about_of(context: Any) -> Any:
    """The colour or piece that a context speaks of."""
    for field in ("mover", "color", "to_move"):
        if hasattr(context, field):
            return getattr(context, field)
    for field in ("target", "piece_id"):
        if hasattr(context, field):
            return context.engine.session.get(getattr(context, field), "Color")
    return context.scope
