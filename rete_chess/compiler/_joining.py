"""Piece types that join a game by themselves: those that rules make and pieces become, by their letters."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from string import ascii_lowercase
from typing import Any, NamedTuple

from rete_chess.compiler import catalog
from rete_chess.compiler.bundles import Bundles
from rete_chess.compiler.checks.settings import Body, merged_settings
from rete_chess.compiler.lower.scope import Path
from rete_chess.compiler.variant import Variant
from rete_chess.core.atoms import PieceType
from rete_chess.core.geometry import geometry
from rete_chess.documents import AbilityDocument, Document, TileDocument
from rete_chess.documents.language.values import is_ref
from rete_chess.errors import RulesError, did_you_mean

#: A document that takes part, with its settings.
Speaker = tuple[Body, Mapping[str, Any]]


class Trouble(NamedTuple):
    """A type that cannot join: the number of the document that names it, where, and why."""

    number: int
    path: Path
    code: str
    message: str
    hint: str | None


def speakers_of(variant: Variant, presets: Iterable[Any], bundles: Bundles) -> list[Speaker]:
    """The documents of a program with their settings, as layers have them."""
    found: list[Speaker] = [(model, merged_settings(model, ())) for model in variant.models]
    found += [(use.model, merged_settings(use.model, use.config)) for use in presets]
    for bundle in bundles.all:
        body = bundle.document.model
        assert isinstance(body, (TileDocument, AbilityDocument))
        found.append((body, merged_settings(body, bundle.config)))
    return found


def letters_in_play(
    variant: Variant, speakers: Iterable[Speaker], profiles: Sequence[Document] = ()
) -> tuple[dict[str, str], list[Trouble]]:
    """The piece types in play by letter, the variant's own and those that documents name; and who cannot.

    Of those that profiles name, whoever reads the profiles tells who cannot.
    """
    letters = variant.pieces()
    troubles: list[Trouble] = []
    for number, (body, settings) in enumerate(speakers):
        for name, path in made_types(body, settings):
            if name in letters.values():
                continue
            try:
                letters = joined(letters, name, variant)
            except RulesError as error:
                troubles.append(Trouble(number, path, error.code, error.message, error.hint))
    return (_with_profiles(letters, variant, profiles) if profiles else letters), troubles


def _with_profiles(
    letters: Mapping[str, str], variant: Variant, profiles: Iterable[Document]
) -> dict[str, str]:
    """The types by letter with those that profiles name."""
    from rete_chess.compiler.profiles.newcomers import named_types  # late: most games have no profiles

    found, size = dict(letters), variant.board
    board = geometry(8, 8) if size is None else geometry(size.width, size.height)
    for named in (named for profile in profiles for named in named_types(profile, board)):
        with suppress(RulesError):
            found = joined(found, named.type, variant)
    return found


def joined(letters: Mapping[str, str], name: str, variant: Variant) -> dict[str, str]:
    """The types by letter with one more, and with what it promotes to if it could become nothing else."""
    beside, marks = variant.neighbours, variant.neutral()
    found, pending = dict(letters), [name]
    while pending:
        one = pending.pop(0)
        if one in found.values():
            continue
        known = catalog.names(catalog.pieces(), beside)
        if one not in known:
            message = f"unknown piece type {one!r}"
            raise RulesError("E_PIECE_TYPE", message, hint=did_you_mean(one, known))
        piece = catalog.piece(one, beside)
        if piece.letter in found or piece.letter in marks:
            holder = found.get(piece.letter) or f"neutral {marks[piece.letter]}"
            message = f"the {one} cannot join: its letter {piece.letter} is the {holder}'s here"
            hint = f"give it one of its own: `pieces: {{{_free({*found, *marks}, one)}: {one}}}`"
            raise RulesError("E_PIECE_LETTER", message, hint=hint)
        found[piece.letter] = one
        further = piece.promotion.to if piece.promotion is not None else ()
        if set(further).isdisjoint(found.values()):
            pending += further
    return found


def _free(letters: Collection[str], name: str) -> str:
    """A letter that no type has, one of the name before the others."""
    return next((one for one in (*filter(str.isalpha, name), *ascii_lowercase) if one not in letters), "…")


def mark_troubles(variant: Variant, letters: Mapping[str, str]) -> Iterator[Trouble]:
    """The letters of nobody's pieces that a piece type has, and second ones of a type."""
    marks = variant.neutral()
    for number, model in enumerate(variant.models):
        for mark, name in model.neutral.items():
            path: Path = ("neutral", mark)
            if mark in letters:
                message = f"{mark} is the letter of the {letters[mark]} already"
                hint = f"write {{{_free({*letters, *marks}, name)}: {name}}}"
                yield Trouble(number, path, "E_PIECE_LETTER", message, hint)
            first = next(other for other, kind in marks.items() if kind == marks[mark])
            if mark != first:
                message = f"{name} has two letters while it is nobody's, {first} and {mark}"
                yield Trouble(number, path, "E_PIECE_LETTER", message, "keep one of them")


def made_types(body: Body, settings: Mapping[str, Any]) -> Iterator[tuple[str, Path]]:
    """The piece types that a document makes, as far as they are known before the game."""
    for path, rule in body.doing():
        for number, action in enumerate(rule.do):
            made = action.made_types()
            where: Path = (*path, "do", number, action.word, "type")
            for index, one in enumerate(made):
                kind: Any = settings.get(one.attr or "") if is_ref(one) and one.name == "config" else one
                if isinstance(kind, str):
                    yield kind, where if len(made) == 1 else (*where, "pick", index)
    if body.hands is not None:
        yield from ((name, ("hands", "holds", place)) for place, name in enumerate(body.hands.holds or ()))
        for side, held in body.hands.start.items():
            yield from ((name, ("hands", "start", side, name)) for name in held)
        yield from ((to, ("hands", "becomes", name)) for name, to in body.hands.becomes.items())
    yield from ((name, ("neutral", mark)) for mark, name in getattr(body, "neutral", {}).items())
    for index, entry in enumerate(body.moves):
        types = getattr(entry, "promote", None)
        if isinstance(types, tuple):
            yield from ((name, ("moves", index, "promote", place)) for place, name in enumerate(types))
        promotion = getattr(entry, "promotion", None)
        for place, name in enumerate(() if promotion is None else promotion.to):
            yield name, ("moves", index, "promotion", "to", place)


def piece_types(variant: Variant, letters: Mapping[str, str]) -> list[PieceType]:
    """The piece types in play, each with its letter."""
    types = [
        replace(catalog.piece(name, variant.neighbours), letter=letter) for letter, name in letters.items()
    ]
    return [among(piece, letters.values()) for piece in types]


def among(piece: PieceType, types: Collection[str]) -> PieceType:
    """A piece type without what it would do with types that are not in play."""
    promotion, castle = piece.promotion, piece.castle
    if promotion is not None:
        to = tuple(name for name in promotion.to if name in types)
        promotion = replace(promotion, to=to or promotion.to)
    if castle is not None:
        partners = tuple(name for name in castle.partners if name in types)
        castle = replace(castle, partners=partners) if partners else None
    return replace(piece, promotion=promotion, castle=castle)
