"""The game at a terminal: a loop that reads one line at a time, obeys it and shows the outcome."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import click

from rete_chess.cli.commands.explain import show_explanation
from rete_chess.cli.options.presets import EXAMPLE, parse_preset
from rete_chess.cli.views.about import description_of, goal_lines, rule_lines
from rete_chess.cli.views.board import View, draw_board, move_table
from rete_chess.cli.views.screen import Screen, printable
from rete_chess.cli.views.state import state_lines, tile_letters
from rete_chess.cli.views.wording import counted, format_effect, format_game, format_status, format_thought
from rete_chess.core.attacks import royal_squares
from rete_chess.engine import Engine, MoveRecord
from rete_chess.engine.explain.reason import LEGAL
from rete_chess.errors import GameError, MoveError, ReteChessError, nearest
from rete_chess.match import Match, format_save, parse_save
from rete_chess.storage import write_whole

if TYPE_CHECKING:
    from rete_chess.match.players import Player

#: Positions that a hint looks at.
HINT: Final = 3000


class GameTable:
    """A match in progress, the screen it is shown on, and who plays: None is a person at the keyboard."""

    def __init__(self, match: Match, screen: Screen, players: Sequence[Player | None] = (None, None)) -> None:
        self.match = match
        self.screen = screen
        self.players = players
        self.is_flipped = players[0] is not None and players[1] is None
        self.is_closed = False

    @property
    def engine(self) -> Engine:
        return self.match.engine

    @property
    def has_people(self) -> bool:
        return None in self.players

    @property
    def player(self) -> Player | None:
        """The player to move; None is a person at the keyboard."""
        return self.players[self.engine.board.turn]

    def prompt(self) -> str:
        return "game over> " if self.match.is_over else f"{self.engine.turn}> "

    # -- the conversation ----------------------------------------------------------------------

    def welcome(self) -> None:
        invitation = "Type a move, or help." if self.has_people else "The players are on their own."
        self.screen.say(f"{format_game(self.engine)}. {invitation}")
        self._show_about()
        self.show_board()
        self.let_players_move()

    def hear(self, line: str) -> None:
        """Do what a line says; what is wrong with it is one line of answer, and the game goes on."""
        word, _, rest = line.partition(" ")
        order = ORDERS.get(word.lower())
        try:
            if order is not None:
                getattr(self, order.act.__name__)(rest.strip())
            elif line:
                self.move(line)
            if not self.is_closed:
                self.let_players_move()
        except ReteChessError as error:
            self.screen.complain(str(error))
        except click.BadParameter as error:
            self.screen.complain(error.message)

    def let_players_move(self) -> None:
        """Let the players who are no people move, as long as it is their turn."""
        while not self.match.is_over and (player := self.player) is not None:
            with self.screen.status(f"{self.engine.turn} ({player.name}) thinks"):
                move = player.choose(self.engine)
            if move is None:
                self.screen.say(f"{self.engine.turn} ({player.name}) has no move that the rules allow")
                self.resign("")
                break
            self.screen.say(f"{self.engine.turn} plays {self.engine.san(move)}")
            self._show_move(self.match.play(move))

    def told(self) -> tuple[str, list[str]]:
        """The position and the moves that led to it."""
        return self.engine.fen(), [str(record.move) for record in self.engine.move_log]

    def farewell(self) -> None:
        count = counted(len(self.engine.move_log), "half-move")
        left = "" if self.match.is_over else "The game is left unfinished. "  # the board has told the result
        self.screen.say(f"{left}{count} played.")

    # -- moves ---------------------------------------------------------------------------------

    def move(self, text: str) -> None:
        """Play a move."""
        try:
            record = self.match.play(text)
        except MoveError as error:
            if error.code != "E_MOVE_TEXT":
                raise
            close = nearest(text.lower(), ORDERS)
            hint = f"did you mean {close!r}?" if close else "help lists what can be said"
            raise MoveError(
                error.code, "neither a move nor a command", found=text, expected=error.expected, hint=hint
            ) from None
        self._show_move(record)

    def _show_move(self, record: MoveRecord) -> None:
        """Show the texts of rules about a move, its visual effects, and the board after it."""
        names = self.engine.board.book.geometry.names
        for text in record.preset_effects:
            self.screen.say(printable(text), "italic")
        for shown in record.trace.shown:
            self.screen.say(printable(format_effect(shown, names)), "dim")
        self.show_board()

    def list_moves(self, square: str) -> None:
        self._demand_play()
        moves = self.match.legal_moves(square.lower() or None)
        if moves:
            self.screen.print(move_table(self.screen, self.engine, moves))
        else:
            self.screen.say(f"{self.engine.turn.capitalize()} has no legal move from {square}.")

    def hint(self, _: str) -> None:
        """Say what the search would play."""
        from rete_chess.match.players import Limits, think

        self._demand_play()
        with self.screen.status("thinking"):
            thought = think(self.engine, Limits(nodes=HINT))
        if thought is None:
            self.screen.say("Rules refuse every move.")
            return
        move = next(move for move in self.engine.legal_moves() if move.code == thought.move)
        self.screen.say(f"{self.engine.san(move)} ({move}): {format_thought(thought)}")

    def why(self, text: str) -> None:
        """Say why a move is legal or not, and what a legal one would come to."""
        if not text:
            raise MoveError("E_MOVE_TEXT", "why what?", expected="a move, such as why e2e4")
        if self.match.ending is not None:
            self._demand_play()
        explanation = self.engine.explain(text)
        show_explanation(self.screen, explanation)
        if explanation.reason.code != LEGAL:
            return
        answer = self.match.what_if(text)
        for effect in answer.preset_effects:
            self.screen.say(printable(f"Then {effect}."))
        if answer.result is not None:
            self.screen.say(f"Then {answer.result}.")
        else:
            self.screen.say(
                f"Then {answer.turn} has {counted(len(answer.legal_moves()), 'move')}: {answer.fen}"
            )

    # -- back and forth ------------------------------------------------------------------------

    def undo(self, text: str) -> None:
        """Take a step back, up to the last one of a person, or so many."""
        if text and not (text.isdecimal() and text.isascii() and 0 < int(text[:6]) <= 1000):
            raise GameError(
                "E_REQUEST", "undo takes a number of moves", found=text[:40], expected="1 to 1000"
            )
        for done in range(int(text or 1)):
            if done and not self.match.current_index:
                self.screen.say(f"No more than {counted(done, 'move')} could be taken back.")
                break
            self.match.undo()
            while self.player is not None and self.match.current_index:
                self.match.undo()
        self.show_board()

    def presets(self, text: str) -> None:
        """Put presets in force, `none` of them, or say which are."""
        if text:
            choices = [] if text == "none" else [parse_preset(word) for word in text.split()]
            beside = self.engine.program.variant.neighbours
            self.match.set_active_presets([choice.active(beside) for choice in choices])
            for effect in self.engine.incidents[-1].trace.texts:
                self.screen.say(printable(effect), "italic")
            self.show_board()
        for use in self.engine.active_presets:
            left = "" if use.turns_remaining is None else f", {counted(use.turns_remaining, 'move')} left"
            self.screen.say(f"  {use.id} for {use.scope}{left}")
        if not self.engine.active_presets:
            self.screen.say("No preset is in force.")

    def redo(self, _: str) -> None:
        """Bring back what was taken back, up to the next move of a person."""
        self.match.redo()
        while self.player is not None and self.match.current_index < len(self.match.history):
            self.match.redo()
        self.show_board()

    def save(self, name: str) -> None:
        try:
            write_whole(self._file(name), format_save(self.match))
        except OSError as error:
            raise GameError("E_SAVE_FILE", f"cannot write {name[:200]}: {error.strerror}") from None
        self.screen.say(f"Saved as {printable(name)}.")

    def load(self, name: str) -> None:
        self.match = parse_save(Path(self._file(name)), network=self.engine.network)
        self.screen.say(f"{format_game(self.engine)}, loaded from {printable(name)}.")
        self._show_about()
        self.show_board()

    @staticmethod
    def _file(name: str) -> str:
        if not name:
            raise GameError("E_SAVE_FILE", "no file is named", expected="such as game.save.json")
        return name

    # -- looking -------------------------------------------------------------------------------

    def show_fen(self, _: str) -> None:
        self.screen.say(self.engine.fen())

    def show_pgn(self, _: str) -> None:
        for line in self.pgn().splitlines():
            self.screen.say(printable(line))

    def pgn(self) -> str:
        """The game as PGN, with the names of its players."""
        from rete_chess.io import format_pgn

        names = ["human" if player is None else player.name for player in self.players]
        return format_pgn(self.match, {"White": names[0], "Black": names[1]})

    def show_rules(self, _: str) -> None:
        for line in rule_lines(self.engine.program):
            self.screen.say(printable(line))

    def show_goal(self, _: str) -> None:
        for line in goal_lines(self.engine.program):
            self.screen.say(printable(line))

    def _show_about(self) -> None:
        """Say what the variant is, and how it is won."""
        description = description_of(self.engine.program)
        if description:
            self.screen.say(printable(description))
        self.show_goal("")

    def show_board(self, _: str = "") -> None:
        engine = self.engine
        log = engine.move_log
        marked = log[-1].move.squares if log else ()
        alarmed = royal_squares(engine.board, engine.board.turn) if engine.in_check else ()
        view = View(self.is_flipped, marked, alarmed, tiles=tile_letters(engine.board))
        self.screen.say("")
        self.screen.print(draw_board(self.screen, engine.board, view))
        for line in state_lines(engine):
            self.screen.say(f"   {printable(line)}", "dim")
        self.screen.say(self._status(), "bold")
        for reason in engine.claims() if not self.match.is_over else ():
            self.screen.say(f"A draw may be claimed: {reason}.")

    def _status(self) -> str:
        ending = self.match.ending
        return format_status(self.engine, ending.result if ending else None)

    def flip(self, _: str) -> None:
        self.is_flipped = not self.is_flipped
        self.show_board()

    def claim(self, _: str) -> None:
        self.match.claim_draw()
        self.show_board()

    def resign(self, _: str) -> None:
        self.match.resign()
        self.show_board()

    def help(self, _: str) -> None:
        self.screen.say("  e2e4, Nf3   play a move")
        for name, order in ORDERS.items():
            self.screen.say(f"  {name:<11} {order.summary}")

    def quit(self, _: str) -> None:
        self.is_closed = True

    def _demand_play(self) -> None:
        """Raise an error if the game is over: then there is nothing to list or advise."""
        if self.match.is_over:
            hint = "undo takes the end back"
            raise GameError("E_GAME_OVER", f"the game is over: {self.match.result}", hint=hint)


class Order(NamedTuple):
    """A word the table understands, with the rest of its line."""

    act: Callable[[GameTable, str], None]
    summary: str


ORDERS: Final[dict[str, Order]] = {
    "moves": Order(GameTable.list_moves, "the legal moves; `moves e2`: those from e2"),
    "hint": Order(GameTable.hint, "what the machine would play"),
    "why": Order(GameTable.why, "`why e2e4`: why the move is legal or not, and what it would come to"),
    "rules": Order(GameTable.show_rules, "the presets and rules in force, in the order in which they fire"),
    "goal": Order(GameTable.show_goal, "how the game is won, lost and drawn"),
    "undo": Order(GameTable.undo, "take the last move back, or `undo 3` moves"),
    "presets": Order(GameTable.presets, f"the presets in force; `presets {EXAMPLE}`: these, or none"),
    "redo": Order(GameTable.redo, "bring back what was taken back"),
    "save": Order(GameTable.save, "`save FILE`: write the match to a file"),
    "load": Order(GameTable.load, "`load FILE`: go on with a match from a file"),
    "fen": Order(GameTable.show_fen, "the position as FEN"),
    "pgn": Order(GameTable.show_pgn, "the game as PGN"),
    "board": Order(GameTable.show_board, "show the board again"),
    "flip": Order(GameTable.flip, "turn the board around"),
    "claim": Order(GameTable.claim, "claim a draw"),
    "resign": Order(GameTable.resign, "give the game up"),
    "help": Order(GameTable.help, "this list"),
    "quit": Order(GameTable.quit, "leave the table"),
}
