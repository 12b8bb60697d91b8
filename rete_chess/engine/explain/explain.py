"""Why a move is legal or not: the steps of the query for legal moves, and the first of them that objects.

The answer names what decides and where that is written: the piece's movement, a `forbid`, the look at
self-check, a `require`, or the rule that ended the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rete_chess.brief import shipped_name
from rete_chess.compiler.provenance import Forbid, Limit, Require, Word
from rete_chess.core import san, uci
from rete_chess.core.attacks import attackers, is_attacked, royal_squares
from rete_chess.core.board import Board
from rete_chess.core.castling import LEAST_FILES, USUAL, Right, goal, home_rank
from rete_chess.core.deeds import deed_of, play
from rete_chess.core.geometry import COLORS, NEUTRAL, OWNERS
from rete_chess.core.laws import SELF_CHECK
from rete_chess.core.legality import objector
from rete_chess.core.moves import encode, promotion_of
from rete_chess.core.pseudo import part_of, pseudo_moves
from rete_chess.core.reach import Reach
from rete_chess.engine.explain._hook_reasons import document_steps, hook_override, hook_reason, hook_step
from rete_chess.engine.explain._offers import (
    Offered,
    is_legal_without,
    made_so,
    not_offered,
    plain_moves,
    read_offer,
)
from rete_chess.engine.explain._ways import CAPTURE, CASTLE, QUIET, OneWay, giver, had_capture, taker, ways_to
from rete_chess.engine.explain.reason import LEGAL, Reason, refusal, said
from rete_chess.errors import BudgetError, ReteChessError

if TYPE_CHECKING:
    from rete_chess.engine._engine import Engine


class Explanation(NamedTuple):
    """Whether a move is legal, and why."""

    move: str
    legal: bool
    reason: Reason

    def __str__(self) -> str:
        origin = self.reason.origin
        where = f" ({self.reason.rule}, {shipped_name(origin)})" if origin else ""
        return f"{self.move} is {'legal' if self.legal else 'illegal'}: {self.reason.message}{where}"


def explain(engine: Engine, move: str) -> Explanation:
    """Why a move, given as text, is legal or not in the engine's position."""
    if engine.result is not None:
        return Explanation(str(move), False, _over(engine))
    try:
        code = engine.find(move)
    except BudgetError:
        raise
    except ReteChessError as error:
        reason = _why_illegal(engine, str(move), error) or Reason(error.code, error.message)
        return Explanation(str(move), False, reason)
    return Explanation(str(move), True, _allowed(engine, code, move))


def _why_illegal(engine: Engine, text: str, error: ReteChessError) -> Reason | None:
    """What objects to a move; None where the error that the text brought says more."""
    if uci.is_uci(text):
        return _Inquiry(engine, text).reason()
    if error.code != "E_MOVE_ILLEGAL":
        return None
    texts = san.readings(engine.board, text)
    found = [_Inquiry(engine, reading).reason() for reading in texts]
    if len(found) == 1:
        return found[0]
    # Of several pieces that are meant, one that could get there tells more than those that could not.
    return next((reason for reason in found if reason is not None and reason.code != "E_MOVE_REACH"), None)


def _over(engine: Engine) -> Reason:
    """By which word the game is over."""
    message = f"the game is over: {engine.result}"
    for end in engine.program.ends:
        if end.judge(engine.board) == engine.result:
            origin = getattr(end, "origin", None)
            return Reason("E_GAME_OVER", message, "result" if origin else None, origin)
    return Reason("E_GAME_OVER", message)


def _allowed(engine: Engine, code: int, move: str) -> Reason:
    """How the piece moves so, unless a rule refuses the move at the moment it is played."""
    board = engine.board
    deed = deed_of(board, code)
    kind = COLORS[board.turn] if deed.reach is None else board.book.types[deed.reach.type_index]
    if deed.manner.acts:
        verb, use = "acts", QUIET
    elif deed.manner.drops:
        verb, use = "is dropped", QUIET
    elif deed.manner.castles:
        verb, use = "castles", CASTLE
    else:
        verb, use = ("captures", CAPTURE) if deed.victim else ("moves", QUIET)
    refused = refusal(engine, move)
    who = kind if deed.reach is None else f"the {kind}"
    if refused is not None:
        message = f"{who} {verb} so, but a rule refuses it: {refused.reason}"
        return Reason(refused.code, message, refused.rule, refused.origin)
    if deed.manner.acts or deed.reach is None:
        words = {act.id: act.word for act in engine.program.provenance.acts}
        return said(LEGAL, f"{who} {verb} so, and nothing forbids it", words.get(deed.manner.tag))
    if deed.manner.drops:
        return said(LEGAL, f"the {kind} {verb} so, and nothing forbids it", _hands_word(engine))
    if deed.manner.is_offered:
        words = {offer.tag: offer.word for offer in engine.program.provenance.offers}
        message = f"the {kind} {verb} so, {deed.manner.tag} is offered besides, and nothing forbids it"
        return said(LEGAL, message, words.get(deed.manner.tag))
    word = giver(engine.program.provenance, board, deed.reach, deed.target, use, deed.manner.tag)
    return said(LEGAL, f"the {kind} {verb} so, and nothing forbids it", word)


def _hands_word(engine: Engine) -> Word | None:
    """The last word on what sides have in hand."""
    words = [policy.word for policy in engine.program.provenance.policies if policy.path == "hands"]
    return words[-1] if words else None


class _Inquiry:
    """The search for what makes one move text illegal."""

    def __init__(self, engine: Engine, text: str) -> None:
        self.engine = engine
        self.board: Board = engine.board
        self.text = text
        self.provenance = engine.program.provenance
        self.names = self.board.book.geometry.names

    def reason(self) -> Reason | None:
        """The first step that objects, or None for a text that is no move at all."""
        drop, act = uci.split_drop(self.board, self.text), uci.split_act(self.board, self.text)
        part = part_of(self.board)
        if part and (act is None or act[0] != part):
            return said("E_MOVE_REQUIRED", f"the turn has come to the act {part}", self._turn_word())
        if drop is not None:
            return self._no_drop(*drop)
        if act is not None:
            return self._no_act(act)
        offered = read_offer(self.board, self.text)
        if offered is not None:
            return self._no_offer(offered)
        given = uci.split(self.board, self.text)
        if given is None:
            return None
        origin, target, letter = given
        reach = self.board.pieces[self.board.turn].get(origin)
        if reach is None:
            return self._no_piece(origin)
        candidates = [move for move in pseudo_moves(self.board) if uci.fits_text(self.board, move, self.text)]
        if not candidates:
            return self._unreached(origin, target, letter)
        for move in candidates:
            found = self._objection(move)
            if found is not None:
                return found
        return None

    def _no_drop(self, kind: int | None, target: int) -> Reason | None:
        """What keeps a piece from being dropped on a square."""
        board = self.board
        message = uci.why_no_drop(board, kind, target)
        if kind is None or board.hands is None or not board.hands[board.turn][kind]:
            return Reason("E_MOVE_PIECE", message)
        if board.cells[target] >= 0:
            return Reason("E_MOVE_BLOCKED", f"{self._name(target)} stands there already")
        key = (board.book.types[kind], board.turn)
        for limit in self.provenance.drops:
            if key in limit.kinds and target not in limit.squares[board.turn]:
                return said("E_MOVE_FORBIDDEN", limit.because or message, limit.word)
        for move in pseudo_moves(board):
            if uci.is_drop_of(board, move, (kind, target)):
                return self._objection(move)
        return None

    def _no_act(self, act: tuple[str, int | None, int | None]) -> Reason | None:
        """What keeps the side to move from an act."""
        board = self.board
        for move in pseudo_moves(board):
            if uci.is_act_of(board, move, act):
                return self._objection(move)
        name, actor, target = act
        if any(one.id == name and one.is_part for one, _ in board.book.acts) and part_of(board) != name:
            return said("E_MOVE_ACT", "the turn has not come to this act", self._turn_word())
        word = next(word for word in self.provenance.acts if word.id == name)
        squares = [-1 if square is None else square for square in (actor, target)]
        if actor is not None and actor not in board.pieces[board.turn]:
            return self._no_piece(actor)
        message = word.objection(board, *squares) or "a turn has so many free acts at most, and no more"
        return said("E_MOVE_ACT", message, word.word)

    def _turn_word(self) -> Word | None:
        """The last word on what turns consist of."""
        words = [policy.word for policy in self.provenance.policies if policy.path == "turn"]
        return words[-1] if words else None

    def _no_offer(self, offered: Offered) -> Reason | None:
        """What keeps a move from being made with the tag of an offer."""
        board = self.board
        plain = plain_moves(board, offered)
        if not plain:
            return _Inquiry(self.engine, offered.plain).reason()
        move = made_so(board, offered, plain)
        if move is None:
            return not_offered(board, self.provenance.offers, offered)
        for forbid in board.book.laws.forbids:
            if isinstance(forbid, Forbid) and not forbid(board, [move]):
                return self._forbidden(forbid.limit)
        return self._self_check(move)

    def _name(self, square: int) -> str:
        """What stands on a square: `the white rook on e1`."""
        for color, side in enumerate(self.board.pieces):
            if square in side:
                kind = self.board.book.types[side[square].type_index]
                return f"the {OWNERS[color]} {kind} on {self.names[square]}"
        return f"the wall on {self.names[square]}"

    def _no_piece(self, origin: int) -> Reason:
        side, other = COLORS[self.board.turn], COLORS[self.board.turn ^ 1]
        if origin in self.board.pieces[self.board.turn ^ 1]:
            return Reason("E_MOVE_PIECE", f"it is {side}'s turn, and {self._name(origin)} is {other}'s")
        if origin in self.board.pieces[NEUTRAL]:
            return Reason("E_MOVE_PIECE", f"{self._name(origin)} is nobody's, and no player moves it")
        return Reason("E_MOVE_PIECE", f"{side} has no piece on {self.names[origin]}")

    # -- a move that the piece could make ------------------------------------------------------

    def _objection(self, move: int) -> Reason | None:
        """What keeps a pseudo-legal move from being legal: a word of a document, or else a hook."""
        step = objector(document_steps(self.board.book), self.board, move)
        if step is not None and step.name == SELF_CHECK:
            return self._self_check(move)
        if step is None:
            step = hook_step(self.board, move)
        if step is None:
            return None
        if isinstance(step.source, Forbid):
            return self._forbidden(step.source.limit)
        if isinstance(step.source, Require):
            return self._required(step.source.limit)
        return hook_reason(self.board, step, move)

    def _required(self, limit: Limit) -> Reason:
        return said("E_MOVE_REQUIRED", limit.because or "another move is compulsory", limit.word)

    def _forbidden(self, limit: Limit) -> Reason:
        return said("E_MOVE_FORBIDDEN", limit.because or "a rule forbids it", limit.word)

    def _self_check(self, move: int) -> Reason:
        """Who would be lost or attacked after the move."""
        board, turn = self.board, self.board.turn
        length = len(board.journal)
        play(board, move)
        try:
            message = "it would lose a royal piece"
            if not board.lost & 1 << turn:
                for royal in royal_squares(board, turn):
                    by = attackers(board, royal, turn ^ 1)
                    if by:
                        message = f"{self._name(royal)} would be attacked by {self._name(by[0])}"
                        break
        finally:
            board.rollback(length)
        return said("E_MOVE_SELF_CHECK", message, self.provenance.royal[turn])

    # -- a move that the piece could not make --------------------------------------------------

    def _unreached(self, origin: int, target: int, letter: str | None) -> Reason:
        """Why the piece does not get to its target."""
        board = self.board
        reach = board.pieces[board.turn][origin]
        tag = uci.tag_of(self.text)
        if tag and is_legal_without(board, self.text, tag):
            message = f"{self._name(origin)} has no move to {self.names[target]} that is called {tag}"
            return said("E_MOVE_REACH", message, taker(self.provenance, board, reach, target))
        for right in board.rights.of_color[board.turn]:
            if right.king == origin and target in (right.king_to, right.rook):
                return self._castling(right)
        beyond = f"{self._name(origin)} does not reach {self.names[target]}"
        overridden = hook_override(board, origin, beyond)
        if overridden is not None:
            return overridden
        ways = ways_to(reach, target)
        if tag and ways and not any(self._is_called(way, tag) for way in ways):
            message = f"{self._name(origin)} has no move to {self.names[target]} that is called {tag}"
            return said("E_MOVE_REACH", message, taker(self.provenance, board, reach, target))
        # A piece that differs from its type may have lost the way to a `forbid`.
        usual = ways or ways_to(board.book.rows[reach.color][reach.type_index][origin], target)
        moves = [move for way in usual for move in way.moves]
        # So has a type that may not capture at all: its tables have no captures.
        if target in board.pieces[board.turn ^ 1] and had_capture(self.provenance, board, reach, target):
            moves.append(encode(origin, target))
        for limit in self.provenance.limits:
            if not limit.is_required and limit.chooses(board, moves):
                return self._forbidden(limit)
        if any(way.target == target for way in reach.takes) and not ways:
            word = giver(self.provenance, board, reach, target)
            return said("E_MOVE_REACH", f"nobody can be taken in passing on {self.names[target]}", word)
        if not ways and self._would_castle(reach, target):
            word = giver(self.provenance, board, reach, target, CASTLE)
            message = f"{COLORS[board.turn]} has no right to castle on that side"
            return said("E_MOVE_CASTLING", message, word)
        if not ways:
            return said("E_MOVE_REACH", beyond, taker(self.provenance, board, reach, target))
        return self._closed(ways, reach, target, letter)

    def _is_called(self, way: OneWay, tag: str) -> bool:
        """Whether the moves along a way have a tag, or what stands for one."""
        return any(self.board.book.manner_of(move).word == tag for move in way.moves)

    def _closed(self, ways: list[OneWay], reach: Reach, target: int, letter: str | None) -> Reason:
        board, origin = self.board, reach.square
        held = board.cells[target]
        is_own = held >= 0 and target in board.pieces[board.turn]
        fitting = [way for way in ways if (way.captures or is_own if held >= 0 else way.moves_quietly)]
        if not fitting:
            use = CAPTURE if held >= 0 else QUIET
            what = "cannot capture on {}" if held >= 0 else "goes to {} only to capture"
            message = f"{self._name(origin)} {what.format(self.names[target])}"
            return said("E_MOVE_REACH", message, taker(self.provenance, board, reach, target, use))
        word = giver(self.provenance, board, reach, target)
        blockers = [way.blocker(board) for way in fitting]
        if min(blockers) >= 0:
            message = f"{self._name(blockers[0])} stands in the way"
            return said("E_MOVE_BLOCKED", message, word)
        if is_own:
            return said("E_MOVE_BLOCKED", f"{self._name(target)} stands there already", word)
        if target in board.pieces[NEUTRAL] and not _takes_neutral(reach, target):
            message = f"{self._name(target)} is nobody's, and {self._name(origin)} does not capture it"
            return said("E_MOVE_BLOCKED", message, word)
        letters = sorted(
            {
                board.book.letters[promotion_of(move)]
                for way in fitting
                for move in way.moves
                if promotion_of(move) >= 0
            }
        )
        if letters and letter not in letters:
            message = f"the piece is promoted there: add one of {', '.join(letters)}"
            return said("E_MOVE_PROMOTION", message, word)
        if letter and not letters:
            return said("E_MOVE_PROMOTION", "nothing is promoted there", word)
        return said("E_MOVE_REACH", f"{self._name(origin)} cannot go to {self.names[target]}", word)

    def _would_castle(self, reach: Reach, target: int) -> bool:
        """Whether a move that the piece has no other way to make looks like castling on its home rank."""
        geometry = self.board.book.geometry
        castle = self.board.book.piece(reach.type_index, reach.color).castle or USUAL
        home = home_rank(geometry, reach.color, castle)
        if not reach.can_castle or geometry.width < LEAST_FILES or geometry.rank_of(reach.square) != home:
            return False
        return target in (goal(geometry, reach.square, is_kingside, castle) for is_kingside in (True, False))

    def _castling(self, right: Right) -> Reason:
        """Why castling is not possible now."""
        board = self.board
        king = board.pieces[right.color][right.king]
        word = giver(self.provenance, board, king, right.king_to, CASTLE)
        if not board.castling & right.bit:
            return said("E_MOVE_CASTLING", "the king or the rook has moved", word)
        for square in right.clear:
            if board.cells[square] >= 0:
                return said("E_MOVE_CASTLING", f"{self._name(square)} stands in the way", word)
        enemy = right.color ^ 1
        if is_attacked(board, right.king, enemy):
            by = self._name(attackers(board, right.king, enemy)[0])
            return said("E_MOVE_CASTLING", f"{self._name(right.king)} is in check from {by}", word)
        for square in right.path:
            if is_attacked(board, square, enemy):
                by = self._name(attackers(board, square, enemy)[0])
                return said("E_MOVE_CASTLING", f"{by} attacks {self.names[square]} on the way", word)
        return said("E_MOVE_CASTLING", "the piece may not castle now", word)


def _takes_neutral(reach: Reach, target: int) -> bool:
    """Whether a piece captures what is nobody's on a square."""
    return any(option.target == target and NEUTRAL in option.prey for option in reach.options)
