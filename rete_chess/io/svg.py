"""Positions and traced moves as SVG: the board with an arrow, and beside it what fired, stage by stage."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from rete_chess.core.board import Board
from rete_chess.drawing import Drawing, draw_board
from rete_chess.drawing import board_svg as svg_of_board
from rete_chess.drawing.markup import element, shift, svg, words
from rete_chess.engine import Engine, MoveRecord
from rete_chess.engine.move.trace import Firing
from rete_chess.engine.records import marks_of
from rete_chess.errors import GameError
from rete_chess.io.cast import Cast, cast_of, describe_change, describe_events
from rete_chess.io.trace_tree import lines_of
from rete_chess.match import Match
from rete_chess.stages import STAGES

LINE: Final = 17
LETTER: Final = 6.7  # the width of one, at the size below
SIZE: Final = 11
COLUMN: Final = 140  # where the firings begin, right of the stages
WIDEST: Final = 74  # letters in a line of firings
STEP: Final = 2  # letters by which what was caused stands further in
BACKGROUND: Final = "#fbfaf7"
INK: Final = "#22252b"
FAINT: Final = "#a3a9b0"
STAGE_INK: Final = "#7b4fa3"
EVENT_INK: Final = "#7a828c"
FONT: Final = "ui-monospace, Menlo, Consolas, monospace"


def board_svg(game: Engine | Match | Board, is_flipped: bool = False, reach: str | None = None) -> str:
    """A position as an SVG document: of a game with its last move marked, or of a bare board.

    `reach` is the square of a piece whose legal moves are dotted.
    """
    if isinstance(game, Board):
        return svg_of_board(game, is_flipped=is_flipped)
    engine = game.engine if isinstance(game, Match) else game
    marks = marks_of(engine)
    if reach is not None:
        origin = engine.square(reach)
        if all(origin not in pieces for pieces in engine.board.pieces):
            raise GameError("E_REQUEST", f"no piece stands on {reach}, so there is nothing to reach")
        moves = [move for move in engine.legal_moves() if move.from_square == origin]
        targets = {move.to_square for move in moves if move.to_square is not None}
        marks = replace(marks, dotted=targets)
    return svg_of_board(engine.board, marks, is_flipped)


def move_svg(game: Engine | Match, is_flipped: bool = False) -> str:
    """The last move as an SVG document: the position it led to, and the twelve stages with their firings."""
    engine = game.engine if isinstance(game, Match) else game
    if not engine.move_log:
        raise GameError("E_REQUEST", "no move has been played, so there is none to draw")
    record = engine.move_log[-1]
    marks = marks_of(engine)
    shown = {effect.square for effect in record.trace.shown}
    origin, target = record.move.from_square, record.move.to_square
    arrow = None if origin is None or target is None else (origin, target)
    board = draw_board(engine.board, replace(marks, ringed=shown, arrow=arrow), is_flipped)
    story = _draw_story(record, _lines(engine, record))
    width, height = board.width + story.width, max(board.height, story.height)
    ground = element("rect", width=width, height=height, fill=BACKGROUND)
    return svg(Drawing(width, height, ground + board.body + shift(story.body, board.width, 0)))


class _Line(NamedTuple):
    """One line of the story: a stage, or what happened in it."""

    stage: str
    text: str
    color: str = INK


def _lines(engine: Engine, record: MoveRecord) -> Iterator[_Line]:
    """The lines of all stages in order, each with its firings, then the result of the game."""
    earlier = engine.clone()
    earlier.undo()
    cast: Cast = {**cast_of(engine.board), **cast_of(earlier.board)}
    phrases = describe_events(record.trace, dict(cast), engine.board.book.geometry.names)
    lines = lines_of(record.trace)
    for stage in STAGES:
        yield _Line(stage, "", STAGE_INK if stage in lines else FAINT)
        for depth, item in lines.get(stage, ()):
            is_firing = isinstance(item, Firing)
            text = _firing(item, cast) if isinstance(item, Firing) else phrases[item.id]
            wrapped = textwrap.wrap(text, WIDEST - STEP * depth, subsequent_indent="  ") or [""]
            for line in wrapped:
                yield _Line("", " " * STEP * depth + line, INK if is_firing else EVENT_INK)
    if record.result is not None:
        yield _Line("", str(record.result))


def _firing(firing: Firing, cast: Cast) -> str:
    """A firing as text: `piece-hp/lose-hp  black pawn d5  Hp 2 → 1  "what the rule says"`."""
    parts = [firing.rule, " ".join(part for part in (firing.piece, firing.square) if part)]
    parts += [
        describe_change(change, firing.entity, cast, "→")
        for change in firing.changes
        if change.old != change.new
    ]
    parts.append(f'"{firing.text}"' if firing.text else "")
    return " · ".join(part for part in parts if part)


def _draw_story(record: MoveRecord, lines: Iterator[_Line]) -> Drawing:
    """The drawing of the lines below the move itself; the first firing shares the line of its stage."""
    parts = [_text(f"{record.number + 1}. {record.mover} {record.move}", 8, 32, INK, 15)]
    y, longest, is_fresh = 40.0, 0, False
    for line in lines:
        if not is_fresh or line.stage:
            y += LINE
        is_fresh = bool(line.stage)
        if line.stage:
            number = STAGES.index(line.stage) + 1
            parts.append(_text(f"{number:>2} {line.stage}", 8, y, line.color))
        else:
            parts.append(_text(line.text, COLUMN, y, line.color))
            longest = max(longest, len(line.text))
    width = COLUMN + longest * LETTER + 16
    return Drawing(width, y + LINE, "".join(parts))


def _text(text: str, x: float, y: float, color: str, size: int = SIZE) -> str:
    """The element of one line; SVG drops leading blanks, so the line is moved instead."""
    x += LETTER * (len(text) - len(text.lstrip()))
    return element("text", words(text.lstrip()), x=x, y=y, fill=color, font_size=size, font_family=FONT)
