"""The start position of a draft, as our FEN writes what others leave out."""

from __future__ import annotations

import re

from rete_chess.interop.fairy.draft import Draft
from rete_chess.interop.fairy.ini import Reading

_COUNTS = re.compile(r"[0-9]{1,3}\+[0-9]{1,3}")
_FEN = re.compile(r"[A-Za-z0-9/+*~\[\] -]+")
_SIGN = re.compile(r"\+?[A-Za-z]")


def add_start(draft: Draft) -> None:
    """Take the start position over, with all its fields."""
    text = str(draft.settings["startFen"])
    if not _FEN.fullmatch(text):
        reading = Reading(draft.settings.name)
        reading.note(draft.settings.lines.get("startFen", 1), "the start position holds signs of no FEN")
        reading.settle()
    draft.start = normal_fen(draft, text)


def normal_fen(draft: Draft, text: str) -> str:
    """A FEN with six fields, and one more where checks are counted."""
    settings = draft.settings
    placement, *rest = text.split()[:8] or [""]
    board, bracket, hand = placement.partition("[")
    hand = hand.rstrip("]").replace("-", "")
    turn = rest.pop(0) if rest and rest[0] in ("w", "b") else "w"
    counts = next((field for field in rest if _COUNTS.fullmatch(field)), None)
    rest = [field for field in rest if field != counts]
    numbers = [field for field in rest if field.isdigit()][:2]
    rights = rest[0] if rest and not rest[0].isdigit() else "-"
    if not (settings["castling"] or settings["gating"]):
        rights = "-"
    if bracket or settings["capturesToHand"] or settings["seirawanGating"] or settings["twoBoards"]:
        board = f"{board}[{hand}]"
    fields = [board, turn, rights, "-"]
    if settings["checkCounting"]:
        fields.append(counts or "1+1")
    half, full = [*numbers, *["0", "1"][len(numbers) :]]
    return " ".join([*fields, half, full])


def check_letters(draft: Draft) -> None:
    """Note letters of the start position that no piece has."""
    placement = draft.start.partition(" ")[0]
    used = {found[0].lower() for found in _SIGN.finditer(placement)}
    for letter in sorted(used - set(draft.letters)):
        draft.lacks("startFen", f"no piece has the letter {letter}")
