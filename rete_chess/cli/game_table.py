"""The table at which two people play: it hears one line at a time and shows what came of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import click

from rete_chess.cli.board_view import View, draw_board
from rete_chess.cli.move_table import move_table
from rete_chess.cli.preset_option import EXAMPLE, parse_preset
from rete_chess.cli.screen import Screen, printable
from rete_chess.cli.wording import counted, format_game, format_status
from rete_chess.core.attacks import royal_squares
from rete_chess.core.results import Result, draw, win
from rete_chess.engine import Engine
from rete_chess.errors import GameError, MoveError, ReteChessError, nearest


class GameTable:
    """A game in progress and the screen it is shown on."""

    def __init__(self, engine: Engine, screen: Screen) -> None:
        self.engine = engine
        self.screen = screen
        self.is_flipped = False
        self.is_closed = False
        self.ending: Result | None = None  # by claim or resignation

    @property
    def result(self) -> Result | None:
        return self.ending or self.engine.result

    def prompt(self) -> str:
        return "game over> " if self.result else f"{self.engine.turn}> "

    # -- the conversation ----------------------------------------------------------------------

    def welcome(self) -> None:
        self.screen.say(f"{format_game(self.engine)}. Type a move, or help.")
        self.show_board()

    def hear(self, line: str) -> None:
        """Do what a line says; what is wrong with it is one line of answer, and the game goes on."""
        word, _, rest = line.partition(" ")
        order = ORDERS.get(word.lower())
        try:
            if order is not None:
                order.act(self, rest.strip())
            elif line:
                self.move(line)
        except ReteChessError as error:
            self.screen.complain(str(error))
        except click.BadParameter as error:
            self.screen.complain(error.message)

    def farewell(self) -> None:
        count = counted(len(self.engine.move_log), "half-move")
        ended = format_status(self.engine, self.ending) if self.result else "The game is left unfinished."
        self.screen.say(f"{ended} {count} played.")

    # -- what can be said ----------------------------------------------------------------------

    def move(self, text: str) -> None:
        """Play a move."""
        self._demand_play()
        try:
            record = self.engine.apply(text)
        except MoveError as error:
            if error.code != "E_MOVE_TEXT":
                raise
            close = nearest(text.lower(), ORDERS)
            hint = f"did you mean {close!r}?" if close else "help lists what can be said"
            raise MoveError(
                error.code, "neither a move nor a command", found=text, expected=error.expected, hint=hint
            ) from None
        for effect in record.preset_effects:
            self.screen.say(printable(effect), "italic")
        self.show_board()

    def list_moves(self, square: str) -> None:
        self._demand_play()
        moves = list(self.engine.legal_moves())
        if square:
            number = self.engine.board.book.geometry.parse_square(square.lower())
            moves = [move for move in moves if move.from_square == number]
        if moves:
            self.screen.print(move_table(self.screen, self.engine, moves))
        else:
            self.screen.say(f"{self.engine.turn.capitalize()} has no legal move from {square}.")

    def undo(self, _: str) -> None:
        if self.ending is not None:
            self.ending = None
        else:
            self.engine.undo()
        self.show_board()

    def presets(self, text: str) -> None:
        """Put presets in force, `none` of them, or say which are."""
        if text:
            choices = [] if text == "none" else [parse_preset(word) for word in text.split()]
            self.engine.set_active_presets([choice.active() for choice in choices])
            for effect in self.engine.incidents[-1].trace.texts:
                self.screen.say(printable(effect), "italic")
            self.show_board()
        for use in self.engine.active_presets:
            left = "" if use.turns_remaining is None else f", {counted(use.turns_remaining, 'move')} left"
            self.screen.say(f"  {use.id} for {use.scope}{left}")
        if not self.engine.active_presets:
            self.screen.say("No preset is in force.")

    def show_fen(self, _: str) -> None:
        self.screen.say(self.engine.fen())

    def show_board(self, _: str = "") -> None:
        engine = self.engine
        log = engine.move_log
        marked = (log[-1].move.from_square, log[-1].move.to_square) if log else ()
        alarmed = royal_squares(engine.board, engine.board.turn) if engine.in_check else ()
        view = View(self.is_flipped, marked, alarmed)
        self.screen.say("")
        self.screen.print(draw_board(self.screen, engine.board, view))
        self.screen.say(format_status(engine, self.ending), "bold")
        for reason in engine.claims() if self.result is None else ():
            self.screen.say(f"A draw may be claimed: {reason}.")

    def flip(self, _: str) -> None:
        self.is_flipped = not self.is_flipped
        self.show_board()

    def claim(self, _: str) -> None:
        self._demand_play()
        claims = self.engine.claims()
        if claims:
            self.ending = draw(claims[0])
            self.show_board()
        else:
            self.screen.complain(
                "there is no draw to claim: it takes a third repetition, or fifty quiet moves"
            )

    def resign(self, _: str) -> None:
        self._demand_play()
        self.ending = win(self.engine.board.turn ^ 1, "resignation")
        self.show_board()

    def help(self, _: str) -> None:
        self.screen.say("  e2e4, Nf3   play a move")
        for name, order in ORDERS.items():
            self.screen.say(f"  {name:<11} {order.summary}")

    def quit(self, _: str) -> None:
        self.is_closed = True

    def _demand_play(self) -> None:
        """Nothing is played, listed or claimed after the end."""
        if self.result is not None:
            hint = "undo takes the end back"
            raise GameError("E_GAME_OVER", f"the game is over: {self.result}", hint=hint)


class Order(NamedTuple):
    """A word the table understands, with the rest of its line."""

    act: Callable[[GameTable, str], None]
    summary: str


ORDERS: Final[dict[str, Order]] = {
    "moves": Order(GameTable.list_moves, "the legal moves; `moves e2`: those from e2"),
    "undo": Order(GameTable.undo, "take the last move back"),
    "presets": Order(GameTable.presets, f"the presets in force; `presets {EXAMPLE}`: these, or none"),
    "fen": Order(GameTable.show_fen, "the position as FEN"),
    "board": Order(GameTable.show_board, "show the board again"),
    "flip": Order(GameTable.flip, "turn the board around"),
    "claim": Order(GameTable.claim, "claim a draw"),
    "resign": Order(GameTable.resign, "give the game up"),
    "help": Order(GameTable.help, "this list"),
    "quit": Order(GameTable.quit, "leave the table"),
}
