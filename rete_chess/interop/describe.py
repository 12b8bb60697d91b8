"""What other programs are told about a variant: its size, its pieces by letter, its first position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rete_chess.compiler import Program

#: The letters with a place of their own in XBoard's table of pieces; a royal piece has the last one.
FIRST: Final = "PNBRQ"
LAST: Final = "K"
#: The places for one side.
MOST: Final = 22


def template(program: Program) -> str:
    """The letters of the pieces in the order of XBoard: `PNBRQ................Kpnbrq................k`.

    Pieces that have none, or for which there is no place, are left out.
    """
    book = program.book
    places = ["."] * MOST
    others: list[str] = []
    letters = [letter.upper() for letter in book.letters]
    royal = [letter for letter, row in zip(letters, book.rows[0]) if row[0].is_royal]
    last = LAST if LAST in letters else (royal or [""])[0]
    for letter in letters:
        if len(letter) != 1:
            continue  # what a piece of the hand has become has no place of its own
        if letter in FIRST:
            places[FIRST.index(letter)] = letter
        elif letter == last:
            places[-1] = letter
        else:
            others.append(letter)
    free = range(len(FIRST), MOST - 1)
    for place, letter in zip(free, others):
        places[place] = letter
    side = "".join(places)
    return side + side.lower()


def held_kinds(program: Program) -> int:
    """How many kinds of pieces can be in hand."""
    table = program.book.hands
    return 0 if table is None else max(sum(held) for held in table.holds)
