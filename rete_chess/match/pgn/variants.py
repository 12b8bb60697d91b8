"""The variant that a game of PGN names, by our id or as others call it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from rete_chess.errors import NameLookupError
from rete_chess.interop.variants import Variants, spelt
from rete_chess.match.pgn.told import VARIANT_ID

#: What may stand behind the name of any variant: for castling as in Chess960, or because it is so called.
_960 = "960"
_GAMES = ("chess", "shogi")


def named(
    tags: Mapping[str, str], default: str, variants: Variants | None = None, *, is_known: bool = False
) -> tuple[str | Path, bool]:
    """The id or file of the variant that tags name, and whether castling is that of Chess960. A variant whose
    documents come along (`is_known`) goes by the id that it has there."""
    if is_known:
        return tags.get(VARIANT_ID) or tags.get("Variant", default), False
    known = _shipped() if variants is None else variants
    own = tags.get(VARIANT_ID, "")
    if own in known.ids():
        return known.source(own), False
    name = tags.get("Variant", "").strip() or default
    for spelling, is_960 in _spellings(name):
        try:
            return known.source(known.find(spelling)), is_960
        except NameLookupError:
            continue
    return known.source(known.find(name)), False  # raises what is known instead


def _spellings(name: str) -> Iterator[tuple[str, bool]]:
    """A name, and what it comes to without words that names have behind them."""
    yield name, False
    word = spelt(name)
    if word.endswith(_960):
        yield word.removesuffix(_960), True
    for game in _GAMES:
        if word.endswith(game) and word != game:
            yield word.removesuffix(game), False


@lru_cache(maxsize=1)
def _shipped() -> Variants:
    return Variants()
