"""Presets in Python that laws and tests play with, one or two hooks each."""

from __future__ import annotations

from typing import Any, ClassVar

from rete_chess.core.results import Result
from rete_chess.presets import ONGOING, Consume, Move, Preset, Refuse, win


class Leapers(Preset):
    """The rooks of the side in scope move as knights do."""

    id = "leapers"
    name = "Leapers"
    description = "Rooks leap like knights."

    def override_piece_moves(self, engine: Any, piece: int) -> list[Move] | None:
        session = engine.session
        if session.get(piece, "PieceType") != "rook":
            return None
        here, color = session.get(piece, "Position"), session.get(piece, "Color")
        found = []
        for file, rank in ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)):
            to_file, to_rank = here % 8 + file, here // 8 + rank
            if 0 <= to_file < 8 and 0 <= to_rank < 8:
                there = engine.piece_at(to_rank * 8 + to_file)
                if there is None or session.get(there, "Color") != color:
                    found.append(engine.move(piece, to_rank * 8 + to_file))
        return found


class Blast(Preset):
    """A piece that dies hurts its neighbours, and whoever dies of that does the same."""

    id = "blast"
    name = "Blast"
    description = "Deaths deal 1 explosion damage around."

    def on_piece_retract(self, context: Any) -> None:
        engine, square = context.engine, context.square
        died = 0
        for other in engine.pieces():
            there = engine.session.get(other, "Position")
            if there is not None and max(abs(there % 8 - square % 8), abs(there // 8 - square // 8)) == 1:
                died += engine.deal_damage(other, 1, kind="explosion", attacker=context.piece_id).died
        engine.emit_effect("explosion", square)
        context.state.set("died", context.state.get("died", 0) + died)


class Hearts(Preset):
    """Hit points as the seeds write them: who dies loses all its attributes by the hook's own hand."""

    id = "hearts"
    name = "Hearts"
    description = "Every piece has 2 hearts."
    piece_attributes: ClassVar = {"Hearts": "int"}

    def on_activate(self, context: Any) -> None:
        for piece in context.engine.pieces():
            context.engine.session.insert(piece, "Hearts", 2)

    def on_damage(self, context: Any) -> Consume:
        engine, target = context.engine, context.target
        left = engine.session.get(target, "Hearts") - context.amount
        if left > 0:
            engine.session.insert(target, "Hearts", left)
            return Consume(died=False, taken=context.amount)
        for attribute in engine.effective_piece_attrs:
            engine.session.retract(target, attribute)
        return Consume(died=True)

    def should_filter_self_check(self, context: Any) -> bool:
        return False


class Tired(Preset):
    """Pieces of the sides in scope have stamina; who has none may not move."""

    id = "tired"
    name = "Tired"
    description = "3 stamina; every move costs 1, every turn gives 1 to all."
    piece_attributes: ClassVar = {"Stamina": {"type": "int", "start": 3, "min": 0, "max": 3}}

    def on_before_move(self, context: Any) -> Refuse | None:
        session = context.engine.session
        left = session.get(context.piece_id, "Stamina") or 0
        if left < 1:
            return Refuse("too tired")
        session.insert(context.piece_id, "Stamina", left - 1)
        return None

    def on_turn_start(self, context: Any) -> None:
        session = context.engine.session
        for piece in context.engine.pieces(context.color):
            if (
                session.contains(piece, "Stamina")
                and context.engine.move_log
                and len(context.engine.move_log) % 3
            ):
                session.insert(piece, "Stamina", session.get(piece, "Stamina") + 1)


class Hasty(Preset):
    """Two half-moves a turn for the sides in scope; nobody is ever in check."""

    id = "hasty"
    name = "Hasty"
    description = "2 half-moves a turn."

    def should_advance_turn(self, context: Any) -> bool | None:
        if context.scope in ("both", context.mover) and context.half_moves_this_turn < 2:
            return False
        return None

    def should_filter_self_check(self, context: Any) -> bool:
        return False


class Coregal(Preset):
    """Kings and queens are royal."""

    id = "coregal-too"
    name = "Coregal"
    description = "Kings and queens are royal."

    def get_royal_pieces(self, context: Any) -> list[int]:
        engine = context.engine
        kinds = ("king", "queen")
        return [p for p in engine.pieces(context.color) if engine.session.get(p, "PieceType") in kinds]


class Forced(Preset):
    """Whoever can capture has to."""

    id = "forced"
    name = "Forced"
    description = "Captures are compulsory."

    def filter_legal_moves(self, context: Any) -> Any:
        return [move for move in context.moves if move.is_capture] or context.moves


class Race(Preset):
    """The first piece on the other side's back rank wins; until then mate and stalemate end nothing."""

    id = "race"
    name = "Race"
    description = "A pawn or king on the last rank wins."

    def on_check_game_result(self, context: Any) -> Result | str:
        session = context.engine.session
        for color, rank in (("white", 7), ("black", 0)):
            for piece in context.engine.pieces(color):
                if session.get(piece, "PieceType") == "king" and session.get(piece, "Position") // 8 == rank:
                    return win(color, "race")
        return ONGOING


class Nightly(Preset):
    """Rooks may also move like knights, but nobody captures knights."""

    id = "nightly"
    name = "Nightly"
    description = "Rooks leap, knights are immune."

    def transform_move_generator(self, engine: Any, piece: int, previous: Any) -> Any:
        leaps = Leapers().override_piece_moves(engine, piece)
        return None if leaps is None else lambda: [*previous(), *leaps]

    def filter_moves(self, moves: Any, engine: Any, piece: int) -> list[Move]:
        return [move for move in moves if move.captured_type != "knight"]


SAMPLES = (Leapers, Blast, Hearts, Tired, Hasty, Coregal, Forced, Race, Nightly)
