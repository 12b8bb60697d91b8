"""Entries of `moves`, lowered: changes of piece types, and filters of moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rete_chess.compiler.lower.patterns import lower_patterns
from rete_chess.compiler.lower.scope import Path, Scope
from rete_chess.compiler.lower.terms import lower_filter, lower_squares, lower_value
from rete_chess.compiler.lower.zones import atom_with_names, promotion_with_names
from rete_chess.compiler.movement._changes import Bend, PieceChange
from rete_chess.compiler.movement.move_choice import MoveChoice
from rete_chess.core.atoms import DIAGONAL, NEUTRAL_PREY
from rete_chess.documents.language.atom import to_atom, to_castle, to_directions
from rete_chess.documents.language.movement import Modify, MoveChange, MoveFilter
from rete_chess.documents.language.promotion import to_promotion
from rete_chess.documents.language.values import Ref, is_ref
from rete_chess.facts.words.terms import Term
from rete_chess.facts.words.word import PIECE, mentions_self, needs_of
from rete_chess.metering import Part


def lower_change(entry: MoveChange, scope: Scope, path: Path) -> PieceChange:
    """A change as the document says it; names that its filter binds are known to the scope."""
    given = (entry.use or ()) + (entry.add or ())
    key = "add" if entry.use is None else "use"
    castles = [to_castle(atom) for atom in given if atom.kind == "castle"]
    steps_of = [(index, atom) for index, atom in enumerate(given) if atom.kind != "castle"]
    atoms = tuple(
        atom_with_names(to_atom(_resolved(atom, scope, (*path, key, index))), scope, (*path, key, index))
        for index, atom in steps_of
    )
    promotion = None if entry.promotion is None else to_promotion(entry.promotion)
    opened = tuple(
        (place, _attribute(getattr(atom, atom.kind), "directions", scope, (*path, key, index, atom.kind)))
        for place, (index, atom) in enumerate(steps_of)
        if is_ref(getattr(atom, atom.kind))
    )
    promote = entry.promote
    modify = entry.modify
    captures, takes_neutral = _prey_of(entry.captures)
    steps = None if modify is None else modify.range
    return PieceChange(
        use=None if entry.use is None else atoms,
        add=() if entry.add is None else atoms,
        castle=castles[0] if castles else None,
        drop=entry.drop or (),
        modify=None if modify is None else _bend_of(modify),
        range=None if steps is None else lower_value(steps, scope, (*path, "modify", "range")),
        captures=captures,
        takes_neutral=takes_neutral,
        promote=promote if isinstance(promote, tuple) else None,
        promotion=(
            None if promotion is None else promotion_with_names(promotion, scope, (*path, "promotion"))
        ),
        open=opened,
        promote_to=(_attribute(promote, "types", scope, (*path, "promote")) if is_ref(promote) else None),
    )


def _prey_of(said: str | tuple[str, ...] | None) -> tuple[str | None, bool]:
    """Whom of both sides pieces capture, if that is said, and whether they capture what is nobody's."""
    if said is None:
        return None, False
    words = (said,) if isinstance(said, str) else said
    sides = [word for word in words if word != NEUTRAL_PREY]
    return ("none" if not sides else sides[0] if len(sides) == 1 else "any"), NEUTRAL_PREY in words


def _bend_of(modify: Modify) -> Bend:
    """How lines are bent, but for the steps that are added to them."""
    bounce = modify.bounce
    return Bend(
        modify.wrap in ("files", "all"),
        modify.wrap in ("ranks", "all"),
        modify.captures is not None,
        "" if bounce is None else bounce.edges,
        0 if bounce is None else bounce.times,
        DIAGONAL if bounce is None or modify.directions is None else to_directions(modify.directions),
    )


def _attribute(ref: Ref, type_: str, scope: Scope, path: Path) -> Term:
    """A reference to an attribute of the piece that holds directions or types."""
    term = lower_value(ref, scope, path)
    declared = scope.attributes.get(ref.attr or "")
    if scope.variables.get(ref.name) != PIECE or (declared is not None and declared.type != type_):
        hint = f"name the piece under `for: {{id: $piece}}` and write an attribute of it that holds {type_}"
        scope.report("E_MOVEMENT", f"{ref} holds no {type_}", path, hint)
    return term


def _resolved(atom: Any, scope: Scope, path: Path) -> Any:
    """An atom whose range, if it is a reference, is taken from the settings."""
    changes: dict[str, Any] = {}
    if is_ref(getattr(atom, atom.kind)):
        changes[atom.kind] = "all"  # until the piece says which
    if atom.range is not None and not isinstance(atom.range, tuple):
        value = lower_value(atom.range, scope, (*path, "range"))
        pair = value.value
        if not isinstance(pair, tuple) or len(pair) != 2 or not all(isinstance(n, int) for n in pair):
            scope.report("E_MOVEMENT", "a range is two whole numbers", (*path, "range"))
            pair = (1, 1)
        changes["range"] = pair
    for index, leg in enumerate(atom.then or ()):
        if is_ref(getattr(leg, leg.kind)):
            message = "the directions of a further leg are known before the game"
            scope.report("E_MOVEMENT", message, (*path, "then", index, leg.kind))
    if atom.then:
        changes["then"] = tuple(
            _resolved(leg, scope, (*path, "then", index)) for index, leg in enumerate(atom.then)
        )
    return atom.model_copy(update=changes) if changes else atom


# -- filters of moves ------------------------------------------------------------------------------


def lower_choice(
    given: MoveFilter, scope: Scope, path: Path, when: Sequence[Any] | None = None
) -> MoveChoice:
    """Which moves a document's filter chooses: those of the sides of its scope, unless it names `$scope`.

    `when` are the patterns of the position before the move, which bind names for the rest.
    """
    inner = scope.with_self()
    before = () if when is None else lower_patterns(tuple(when), inner, (*path[:-1], "when"))
    only_captures = given.kind is None and given.target is not None  # no other move has a target
    choice = MoveChoice(
        "capture" if only_captures else given.kind,
        None if given.piece is None else lower_filter(given.piece, inner, (*path, "piece")),
        None if given.target is None else lower_filter(given.target, inner, (*path, "target")),
        None if given.from_ is None else lower_squares(given.from_, inner, (*path, "from")),
        None if given.to is None else lower_squares(given.to, inner, (*path, "to")),
        given.tag,
        () if given.after is None else lower_patterns(given.after, inner, (*path, "after")),
        sides=scope.limited(path),
        part=Part(f"a limit on moves of {scope.document}", scope.origin(path)),
        before=before,
        over=None if given.over is None else lower_filter(given.over, inner, (*path, "over")),
    )
    _check_ban(choice, scope, path)
    parts = (*choice.filters, choice.after, choice.before)
    return replace(choice, carrier=scope.carrier) if mentions_self(parts) else choice


def _check_ban(choice: MoveChoice, scope: Scope, path: Path) -> None:
    """Report a limit on captures, by which nobody is in check, that itself asks who is."""
    if choice.is_ban and needs_of(choice.before).check:
        message = "who may capture decides who is in check, which this asks"
        scope.report("E_CHECK_ASKED", message, (*path[:-1], "when"), "ask for pieces, squares or attributes")
