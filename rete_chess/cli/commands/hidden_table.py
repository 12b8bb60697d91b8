"""The game at a terminal when sides do not see all: it shows what the person at the keyboard may know.

That is the side of the only person, or of two people the side to move. Once the game is over all is shown.
"""

from __future__ import annotations

from rete_chess.cli.commands.explain import show_explanation
from rete_chess.cli.commands.game_table import GameTable
from rete_chess.cli.views.board import View as Shown
from rete_chess.cli.views.board import draw_board
from rete_chess.cli.views.screen import printable
from rete_chess.cli.views.wording import format_effect
from rete_chess.core.geometry import COLORS
from rete_chess.engine import MoveRecord
from rete_chess.engine.sight.pictures import board_of
from rete_chess.engine.sight.view import View
from rete_chess.errors import MoveError


class HiddenTable(GameTable):
    """A table at which nobody is shown what his side does not see."""

    @property
    def viewer(self) -> str:
        """The side whose view is shown."""
        people = [color for color, player in zip(COLORS, self.players) if player is None]
        return people[0] if len(people) == 1 else self.engine.turn

    @property
    def is_open(self) -> bool:
        """Whether everything is shown: the game is over, or no person plays."""
        return self.match.is_over or not self.has_people

    @property
    def view(self) -> View:
        return self.match.view(self.viewer)

    # -- moves ---------------------------------------------------------------------------------

    def let_players_move(self) -> None:
        if self.is_open:
            super().let_players_move()
            return
        while not self.match.is_over and (player := self.player) is not None:
            with self.screen.status(f"{self.engine.turn} ({player.name}) thinks"):
                move = player.choose(self.engine)
            if move is None:
                self.screen.say(f"{self.engine.turn} ({player.name}) has no move that the rules allow")
                self.resign("")
                break
            mover = self.engine.turn
            record = self.match.play(move)
            self.screen.say(f"{mover} plays {self._seen(record).move}")
            self._show_move(record)

    def move(self, text: str) -> None:
        if not self.is_open and self.viewer == self.engine.turn:
            try:
                text = self.view.find(text)
            except MoveError as error:
                if error.code != "E_MOVE_TEXT":
                    raise
        super().move(text)

    def _seen(self, record: MoveRecord) -> MoveRecord:
        """A move as the person saw it."""
        return self.view.records[record.number]

    def _show_move(self, record: MoveRecord) -> None:
        if self.is_open:
            super()._show_move(record)
            return
        seen, names = self._seen(record), self.engine.board.book.geometry.names
        for text in seen.preset_effects:
            self.screen.say(printable(text), "italic")
        for shown in seen.trace.shown:
            self.screen.say(printable(format_effect(shown, names)), "dim")
        self.show_board()

    def list_moves(self, square: str) -> None:
        if self.is_open:
            super().list_moves(square)
            return
        view, names = self.view, self.engine.board.book.geometry.names
        from_square = square.lower()
        for move, notation in zip(view.legal_moves, view.sans):
            if not from_square or (move.from_square is not None and names[move.from_square] == from_square):
                self.screen.say(f"  {notation:<8} {move}")

    def hint(self, text: str) -> None:
        """Say what the search would play by what the side knows."""
        if self.is_open:
            super().hint(text)
            return
        from rete_chess.match.players import Limits, SearchPlayer

        with self.screen.status("thinking"):
            move = SearchPlayer(Limits(nodes=600)).choose(self.engine)
        self.screen.say("Rules refuse every move." if move is None else str(move))

    def why(self, text: str) -> None:
        if self.is_open or not text:
            super().why(text)
            return
        show_explanation(self.screen, self.view.explain(text))

    def told(self) -> tuple[str, list[str]]:
        if self.is_open:
            return super().told()
        view = self.view
        return view.fen, [str(record.move) for record in view.records]

    # -- looking -------------------------------------------------------------------------------

    def show_fen(self, _: str) -> None:
        self.screen.say(self.engine.fen() if self.is_open else self.view.fen)

    def show_pgn(self, text: str) -> None:
        if self.is_open:
            super().show_pgn(text)
            return
        for record in self.view.records:
            self.screen.say(f"{record.number + 1}. {record.mover} {record.san}")

    def show_board(self, _: str = "") -> None:
        if self.is_open:
            super().show_board()
            return
        view = self.view
        marked = [square for record in view.records[-1:] for square in record.move.squares]
        unseen = range(self.engine.board.book.geometry.size)
        veiled = {square: "?" for square in unseen if not view.is_seen(square)}
        shown = Shown(self.is_flipped, marked, view.checked, tiles=veiled)
        self.screen.say("")
        self.screen.print(draw_board(self.screen, board_of(view), shown))
        for name, value in view.facts.items():
            self.screen.say(f"   {printable(f'{name}: {value}')}", "dim")
        check = ", in check" if view.in_check else ""
        self.screen.say(f"{view.turn.capitalize()} to move{check}. This is what {view.side} sees.", "bold")
