"""Games that were read, shown move by move with the rules that fire."""

from __future__ import annotations

from rete_chess.cli.views.output import Output
from rete_chess.cli.views.screen import printable
from rete_chess.cli.views.trace import TraceView
from rete_chess.engine import MoveRecord
from rete_chess.match import Match
from rete_chess.match.pgn import PgnGame, Replayed
from rete_chess.serial import trace_data


class PgnTraces:
    """Where games are shown one after the other; as JSON it is one."""

    def __init__(self, out: Output) -> None:
        self._out = out

    def show(self, played: Replayed) -> None:
        """Show a game, as far as it could be played."""
        if played.match is None:
            return
        if self._out.is_json:
            records = [
                trace_data(played.match, ply) for ply in range(1, len(played.match.engine.move_log) + 1)
            ]
            self._out.answer({"records": records, "state_hash": played.match.engine.state_hash()})
        else:
            self._trace(played.match, played.game)

    def _trace(self, match: Match, game: PgnGame) -> None:
        screen = self._out.screen
        names = " - ".join(game.tags.get(side, "?") for side in ("White", "Black"))
        screen.say(printable(f"game {game.number}: {names}"), "bold")
        replay = match.clone()
        replay.jump_to(0)
        view = TraceView(screen, replay.engine, False)
        view.show_start()
        while replay.current_index < match.current_index:
            before = view.cast()
            record = replay.redo()
            if isinstance(record, MoveRecord):
                view.show_record(record, before)
            else:
                screen.say(str(record.result), "bold")
        view.show_end()
