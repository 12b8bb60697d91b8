"""What the demo tells: a variant checked, a game played, its best move traced, positions counted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from rete_chess.checks import Examination, examine
from rete_chess.cli.commands.perft import count
from rete_chess.cli.views.rules_data import short_origin
from rete_chess.cli.views.trace_data import record_data
from rete_chess.cli.views.wording import result_data
from rete_chess.engine import Engine, MoveRecord
from rete_chess.engine.explain.explain import Explanation
from rete_chess.io.cast import Cast, cast_of
from rete_chess.match.players import Limits, RandomPlayer, think
from rete_chess.match.players.search import Thought
from rete_chess.resources import files

VARIANT: Final = "atomic"
#: A slip of the pen, as it was meant and as it was written.
SLIP: Final = ("destroy:", "destory:")
#: White plays by chance, Black looks ahead; so many positions for a move, so many half-moves at most.
SEED: Final = 2
NODES: Final = 400
LONGEST: Final = 24
#: A king beside an enemy pawn, and the capture that the variant forbids.
FORBIDDEN: Final = ("4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "e1e2")
PERFT_DEPTH: Final = 4
#: What every chess program must find from the start position at that depth.
PUBLISHED_COUNT: Final = 197_281


@dataclass(frozen=True)
class Best:
    """The move that the search player thought most of, with the game right after it."""

    engine: Engine
    record: MoveRecord
    san: str
    thought: Thought
    before: Cast  # the pieces before the move


@dataclass(frozen=True)
class DemoFacts:
    """Everything the demo shows."""

    document: str
    checked: Examination
    mistaken: Examination
    game: Engine
    san: tuple[str, ...]
    best: Best
    forbidden: Explanation
    perft: dict[str, Any]

    def summary(self) -> dict[str, Any]:
        """The facts as JSON."""
        reason = self.forbidden.reason
        return {
            "variant": VARIANT,
            "problems": [vars(problem) for problem in self.checked.problems],
            "mistake": [vars(problem) for problem in self.mistaken.problems],
            "game": {
                "moves": [str(record.move) for record in self.game.move_log],
                "san": list(self.san),
                "fen": self.game.fen(),
                "result": result_data(self.game.result),
            },
            "best": {
                "number": self.best.record.number,
                "san": self.best.san,
                "thought": self.best.thought._asdict(),
                "record": record_data(self.best.engine, self.best.record),
            },
            "forbidden": {
                "move": self.forbidden.move,
                "legal": self.forbidden.legal,
                "reason": reason._replace(origin=short_origin(reason.origin or ""))._asdict(),
            },
            "perft": self.perft,
        }


def gather() -> DemoFacts:
    """Compute it all."""
    (path,) = files("descriptors", "variants", f"{VARIANT}.variant.yaml")
    text = path.read_text(encoding="utf-8")
    game, san, best = _play()
    fen, move = FORBIDDEN
    return DemoFacts(
        "\n".join(line for line in text.splitlines() if not line.startswith("#")),
        examine(text, path.name),
        examine(text.replace(*SLIP, 1), path.name),
        game,
        san,
        best,
        Engine(VARIANT, fen).explain(move),
        {"depth": PERFT_DEPTH, **count(Engine(), PERFT_DEPTH, is_divided=False)},
    )


def _play() -> tuple[Engine, tuple[str, ...], Best]:
    """A game of chance against the search player, in the position where it ended or was broken off."""
    engine, chance = Engine(VARIANT), RandomPlayer(SEED)
    san: list[str] = []
    best: Best | None = None
    while engine.result is None and len(san) < LONGEST:
        thought = think(engine, Limits(nodes=NODES), SEED) if engine.turn == "black" else None
        if thought is None:
            move = chance.choose(engine)
        else:
            move = next(found for found in engine.legal_moves() if found.code == thought.move)
        assert move is not None
        san.append(engine.san(move))
        before = cast_of(engine.board)
        record = engine.apply(move)
        if thought is not None and (best is None or thought.value >= best.thought.value):
            best = Best(engine.clone(), record, san[-1], thought, before)
    assert best is not None
    return engine, tuple(san), best
