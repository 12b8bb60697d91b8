"""The moves and captures of single pieces by their tables, without castling and captures in passing."""

from __future__ import annotations

from collections.abc import Iterable

from rete_chess.core.reach import Option, Reach


def generate(reaches: Iterable[Reach], cells: list[int], enemy: int, moves: list[int]) -> None:
    """Append the moves and captures of some pieces, without castling and en passant."""
    append = moves.append
    for reach in reaches:
        if reach.is_plain:
            for target, move in reach.leaps:
                held = cells[target]
                if held < 0 or held == enemy:
                    append(move)
            for ray in reach.rays:
                for target, move in ray:
                    held = cells[target]
                    if held < 0:
                        append(move)
                    else:
                        if held == enemy:
                            append(move)
                        break
        else:
            for target, move in reach.strikes:
                if cells[target] == enemy:
                    append(move)
            for trail in reach.trails:
                for target, move in trail:
                    if cells[target] >= 0:
                        break
                    append(move)
            if reach.plain_part is not None:
                generate((reach.plain_part,), cells, enemy, moves)
                for option in reach.options:
                    _choose(option, cells, moves)


def _choose(option: Option, cells: list[int], moves: list[int]) -> None:
    held = cells[option.target]
    if held < 0:
        ways = option.quiet
    elif held in option.prey:
        ways = option.strike
    else:
        return
    for way in ways:
        if way.is_open(cells):
            moves.extend(way.moves)
            return
