"""Boards as text: plain, turned around, dotted, coloured."""

from __future__ import annotations

import io

import pytest

from rete_chess.cli.views.board import View, draw_board
from rete_chess.cli.views.screen import Screen
from rete_chess.engine import Engine

ENDGAME = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"


def ascii_screen() -> Screen:
    return Screen(io.TextIOWrapper(io.BytesIO(), encoding="ascii"))


def draw(view: View) -> list[str]:
    return draw_board(ascii_screen(), Engine(fen=ENDGAME).board, view).plain.splitlines()


def test_letters_and_edges() -> None:
    lines = draw(View())
    assert lines[0] == " 8  .  .  .  .  k  .  .  . "
    assert lines[7] == " 1  .  .  .  .  K  .  .  . "
    assert lines[8] == "    a  b  c  d  e  f  g  h "


def test_turned_around() -> None:
    lines = draw(View(is_flipped=True))
    assert lines[0] == " 1  .  .  .  K  .  .  .  . "
    assert lines[8] == "    h  g  f  e  d  c  b  a "


def test_marks() -> None:
    lines = draw(View(marked=(12, 28), alarmed=(60,), dotted=(0,)))
    assert lines[0] == " 8  .  .  .  . !k! .  .  . "
    assert lines[4] == " 4  .  .  .  . [.] .  .  . "
    assert lines[6] == " 2  .  .  .  . [P] .  .  . "
    assert lines[7] == " 1  x  .  .  .  K  .  .  . "


def test_tiles() -> None:
    lines = draw(View(marked=(28,), dotted=(1,), tiles={0: "f", 1: "f", 12: "w", 28: "w"}))
    assert lines[4] == " 4  .  .  .  . [w] .  .  . "
    assert lines[6] == " 2  .  .  .  . (P) .  .  . "
    assert lines[7] == " 1 (f)(x) .  .  K  .  .  . "


def test_colours_tell_squares_and_sides_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    board = draw_board(
        Screen(stream), Engine(fen=ENDGAME).board, View(marked=(12,), alarmed=(60,), tiles={0: "f"})
    )
    assert "♚" in board.plain
    assert "♔" not in board.plain
    styles = {str(span.style) for span in board.spans}
    assert len({style.split(" on ")[1] for style in styles if " on " in style}) == 5
