"""How games end in a draft: by lost pieces, squares that are reached, checks, rows and stalemate."""

from __future__ import annotations

from typing import Any, Final

from rete_chess.interop.fairy import keys as words
from rete_chess.interop.fairy.draft import COLORS, Draft, among
from rete_chess.interop.fairy.keys import ALL
from rete_chess.interop.fairy.limits import is_pseudo_royal
from rete_chess.interop.fairy.names import KING

Pattern = dict[str, Any]
_MOVED: Final[Pattern] = {"side": {"color": "$side", "toMove": False}}


def add_ends(draft: Draft) -> None:
    """Say how the game ends, in the order in which it is asked."""
    _extinction(draft)
    _flags(draft)
    _checks(draft)
    _rows(draft)
    _no_move(draft)
    _pace(draft)


def _end(draft: Draft, value: str, because: str, when: list[Pattern]) -> None:
    """An end by a value that is good or bad for `$side`, which has made the last move."""
    if value == words.DRAW:
        draft.ends.append({"draw": because, "when": when})
    elif value == words.WIN:
        draft.ends.append({"win": "$side", "because": because, "when": when})
    elif value == words.LOSS:
        other: Pattern = {"side": {"color": "$other", "toMove": True}}
        draft.ends.append({"win": "$other", "because": because, "when": [*when, other]})


def _extinction(draft: Draft) -> None:
    """Who has no more than so many pieces of a type has lost, or won."""
    settings = draft.settings
    value = settings["extinctionValue"]
    named = settings["extinctionPieceTypes"]
    if value == words.NONE or not named or (is_pseudo_royal(draft) and not settings["blastOnCapture"]):
        return
    if is_pseudo_royal(draft):
        return  # the loss of royal pieces is what our core knows by itself
    least = settings["extinctionOpponentPieceCount"]
    groups: list[Any] = [None] if ALL in named else [draft.kinds([name]) for name in sorted(named)]
    for is_mover in (True, False):
        for kinds in groups:
            number = settings["extinctionPieceCount"]
            rest = least + (1 if settings["extinctionClaim"] and not is_mover else 0)
            if kinds == [] and rest:
                continue
            who = {} if not kinds else {"type": among(kinds)}
            when: list[Pattern] = [
                {"side": {"color": "$loser", "toMove": not is_mover}},
                {"side": {"color": "$side", "toMove": is_mover}},
                *([] if kinds == [] else _few(draft, who, number)),  # a type that is not in play is extinct
            ]
            if rest:
                when.append({"count": {**who, "color": "$side"}, "ge": rest})
            winner = {words.LOSS: "$side", words.WIN: "$loser"}.get(value)
            said = {"win": winner, "because": "extinction"} if winner else {"draw": "extinction"}
            draft.ends.append({**said, "when": when})


def _few(draft: Draft, who: Pattern, number: int) -> list[Pattern]:
    """That the loser has no more pieces than a number, on the board and in hand."""
    own = {**who, "color": "$loser"}
    board: Pattern = {"not": {"piece": own}} if number == 0 else {"count": own, "le": number}
    held = draft.hands.get("holds", [])
    types = who.get("type", {})
    named = [types] if isinstance(types, str) else types.get("in", held) if who else held
    hand = {type_id: 0 for type_id in named if type_id in held}
    if hand and number:
        draft.lacks("extinctionPieceCount", "a number of pieces that counts those in hand")
    return [board, {"side": {"color": "$loser", "hand": hand}}] if hand else [board]


def _flags(draft: Draft) -> None:
    """Who reaches some squares has won."""
    settings = draft.settings
    reached = {color: _reached(draft, color) for color in COLORS}
    if not any(reached.values()):
        return
    if settings["flagPieceBlockedWin"]:
        draft.lacks("flagPieceBlockedWin", "squares that others occupy")
        return
    if not settings["flagMove"] or settings["flagPieceSafe"]:
        for color, patterns in reached.items():
            if patterns:
                turn: list[Pattern] = [{"side": {"color": color, "toMove": False}}]
                when = [*([] if settings["flagPieceSafe"] else turn), *patterns, *_unharmed(draft, color)]
                draft.ends.append({"win": color, "because": "arrived", "when": when})
        if not settings["flagMove"]:
            return
    white, black = reached["white"], reached["black"]
    if white and black and not settings["flagPieceSafe"]:  # else who is safe there has won before
        both = [{"side": {"color": "white", "toMove": True}}, *white, *_renamed(black)]
        draft.ends.append({"draw": "both arrived", "when": both})
    for color, patterns in reached.items():
        if patterns:
            when = [{"side": {"color": color, "toMove": True}}, *patterns]
            draft.ends.append({"win": color, "because": "arrived first", "when": when})
    kings = [settings.of("flagPiece", color) == KING for color in COLORS]
    if all(kings) and not settings["flagPieceSafe"]:
        _race(draft, white, black)


def _race(draft: Draft, white: list[Pattern], black: list[Pattern]) -> None:
    """A king that has arrived has won where the other one cannot follow."""
    if black:
        draft.ends.append({"win": "black", "because": "arrived first", "when": black})
    if white:
        region = draft.squares(draft.settings.of("flagRegion", "black"))
        king = draft.types[KING]
        reply: Pattern = {"move": {"side": "black", "piece": {"type": king}, "to": draft.plain(region)}}
        when = [*white, {"not": reply}] if region else white
        draft.ends.append({"win": "white", "because": "arrived first", "when": when})


def _renamed(patterns: list[Pattern]) -> list[Pattern]:
    """The same patterns for the other side; a name stands for one piece only."""
    return [
        {"piece": {**pattern["piece"], "id": "$second"}} if "id" in pattern.get("piece", {}) else pattern
        for pattern in patterns
    ]


def _reached(draft: Draft, color: str) -> list[Pattern]:
    """That a side has its pieces on its squares."""
    settings = draft.settings
    region = draft.squares(settings.of("flagRegion", color))
    if not region:
        return []
    named = settings.of("flagPiece", color)
    kinds = [] if named == ALL else draft.kinds([named])
    if named != ALL and not kinds:
        return []
    who: Pattern = {
        **({"type": among(kinds)} if kinds else {}),
        "color": color,
        "square": draft.plain(region),
    }
    if isinstance(who["square"], list):
        who["square"] = {"in": who["square"]}
    number = settings["flagPieceCount"]
    if number > 1:
        return [{"count": who, "ge": number}]
    return [{"piece": {"id": "$there", **who}}]


def _unharmed(draft: Draft, color: str) -> list[Pattern]:
    """That the piece that has arrived is not attacked, where that is asked for."""
    if not draft.settings["flagPieceSafe"]:
        return []
    return [{"not": {"piece": {"id": "$there", "attackedBy": {"color": {"not": color}}}}}]


def _checks(draft: Draft) -> None:
    """Who has given so many checks has won."""
    if not draft.settings["checkCounting"]:
        return
    draft.attributes["ChecksLeft"] = {"of": "side", "type": "int", "start": 1, "min": 0, "fen": True}
    event = {"event": {"kind": "received", "side": "$side"}}
    count = {"add": {"target": {"side": "$side"}, "attr": "ChecksLeft", "by": -1}}
    draft.rules.append({"id": "count", "at": "check", "when": [event], "do": [count]})
    when = [{"side": {"color": "$side", "ChecksLeft": 0}}]
    draft.ends.append({"win": "$side", "because": "enough checks", "when": when})


def _rows(draft: Draft) -> None:
    """Who has so many pieces in a row, in a square or on a line."""
    settings = draft.settings
    if any(settings[f"connectRegion{number}{side}"] for number in (1, 2) for side in ("White", "Black")):
        draft.lacks("connectRegion", "chains of pieces from one edge to another")
    named = settings["connectPieceTypes"]
    kinds = [] if ALL in named else draft.kinds(settings.types("connectPieceTypes"))
    if ALL not in named and not kinds:
        return
    who: Pattern = {**({"type": among(kinds)} if kinds else {}), "color": "$side"}
    length, block = settings["connectN"], settings["connectNxN"]
    straight = {
        "connectVertical": [(0, 1)],
        "connectHorizontal": [(1, 0)],
        "connectDiagonal": [(1, 1), (1, -1)],
    }
    steps = [step for key, several in straight.items() if settings[key] for step in several]
    if length > 1:
        if length > 8:
            draft.lacks("connectN", "rows of more than eight")
            return
        for files, ranks in steps:
            places = [(files * number, ranks * number) for number in range(1, length)]
            _row(draft, who, places)
    if block > 1:
        if block > 3:
            draft.lacks("connectNxN", "squares of more than three by three")
            return
        _row(draft, who, [(f, r) for f in range(block) for r in range(block) if (f, r) != (0, 0)])
    if settings["collinearN"]:
        _collinear(draft, who, settings["collinearN"])


def _row(draft: Draft, who: Pattern, places: list[tuple[int, int]]) -> None:
    """Pieces that stand at some places from a first one."""
    when: list[Pattern] = [_MOVED, {"piece": {"id": "$first", **who}}]
    when += [{"piece": {**who, "square": {"step": list(place), "of": "$first"}}} for place in places]
    _end(draft, draft.settings["connectValue"], "a row", when)


def _collinear(draft: Draft, who: Pattern, number: int) -> None:
    """So many pieces on a file or rank, with others between them or not."""
    settings = draft.settings
    if settings["connectDiagonal"]:
        draft.lacks("collinearN", "pieces on one diagonal")
    for key, line in (("connectVertical", "file"), ("connectHorizontal", "rank")):
        if settings[key]:
            there = {**who, "square": {line: f"$first.{line}"}}
            when = [_MOVED, {"piece": {"id": "$first", **who}}, {"count": there, "ge": number}]
            _end(draft, settings["connectValue"], "a line", when)


def _no_move(draft: Draft) -> None:
    """What it means to have no move, with check and without."""
    settings = draft.settings
    if settings["castlingWins"].strip("- "):
        draft.lacks("castlingWins", "castling that wins, and rights whose loss loses")
    _counted(draft)
    mate, stale = settings["checkmateValue"], settings["stalemateValue"]
    if mate != words.LOSS:
        _stopped(draft, {"mated": True}, mate, "checkmate")
    if settings["stalematePieceCount"]:
        own, others = {"color": "$side"}, {"count": {"color": "$other"}}
        sides = [
            {"side": {"color": "$side", "toMove": True, "stalemated": True}},
            {"side": {"color": "$other", "toMove": False}},
        ]
        fewer, more = ("$side", "$other") if stale == words.WIN else ("$other", "$side")
        if stale != words.DRAW:
            draft.ends.append(
                {"win": fewer, "because": "stalemate", "when": [*sides, {"count": own, "lt": others}]}
            )
            draft.ends.append(
                {"win": more, "because": "stalemate", "when": [*sides, {"count": own, "gt": others}]}
            )
    elif stale != words.DRAW:
        _stopped(draft, {"stalemated": True}, stale, "stalemate")


def _counted(draft: Draft) -> None:
    """Pieces that are counted: at once where the board is full, else only instead of draws."""
    settings = draft.settings
    rule = settings["materialCounting"]
    if rule == "none":
        return
    if settings["bikjangRule"]:
        draft.lacks("materialCounting", "points that are counted where kings face each other")
    elif settings["adjudicateFullBoard"] and rule == "unweighted":
        full: Pattern = {"count": {}, "ge": draft.width * draft.height}
        more = {"count": {"color": "$side"}, "gt": {"count": {"color": "$other"}}}
        sides = [{"side": {"color": "$side", "toMove": True}}, {"side": {"color": "$other", "toMove": False}}]
        fewer = {"count": {"color": "$side"}, "lt": {"count": {"color": "$other"}}}
        draft.ends.append({"win": "$side", "because": "more pieces", "when": [full, *sides, more]})
        draft.ends.append({"win": "$other", "because": "more pieces", "when": [full, *sides, fewer]})
        draft.ends.append({"draw": "as many pieces", "when": [full]})
    else:
        odds = {"blackdrawodds": "black", "whitedrawodds": "white"}
        if settings["stalemateValue"] == words.DRAW and rule in odds:
            stuck: Pattern = {"side": {"toMove": True, "stalemated": True}}
            draft.ends.append({"win": odds[rule], "because": "stalemate", "when": [stuck]})
        elif settings["stalemateValue"] == words.DRAW:
            draft.lacks("materialCounting", "pieces that are counted where nobody can move")
        draft.leaves("materialCounting", "who wins where a game goes on without progress")


def _stopped(draft: Draft, how: Pattern, value: str, because: str) -> None:
    """The end of a side that has no move."""
    if value == words.DRAW:
        draft.ends.append({"draw": because, "when": [{"side": {"toMove": True, **how}}]})
    elif value == words.WIN:
        draft.ends.append(
            {
                "win": "$side",
                "because": because,
                "when": [{"side": {"color": "$side", "toMove": True, **how}}],
            }
        )
    elif value == words.LOSS:
        draft.ends.append(
            {"win": "$side", "because": because, "when": [_MOVED, {"side": {"toMove": True, **how}}]}
        )


def _pace(draft: Draft) -> None:
    """What repetition and moves without progress mean, which is left to the draws of chess."""
    settings = draft.settings
    if settings["nMoveRule"] != 50:
        draft.leaves("nMoveRule", "how long a game goes on without progress")
    if any(
        settings.of("nMoveRuleTypes", color) != settings.of("promotionPawnTypes", color) for color in COLORS
    ):
        draft.leaves("nMoveRuleTypes", "whose moves are progress")
    if settings["nFoldRule"] != 3:
        draft.leaves("nFoldRule", "how often a position may come again")
    for key in ("nFoldValue", "nFoldValueAbsolute"):
        if settings[key] not in (words.DRAW, False):
            draft.leaves(key, "who has lost by repetition")
    for key in ("perpetualCheckIllegal", "moveRepetitionIllegal"):
        if settings[key]:
            draft.leaves(key, "who may not repeat moves")
    if settings["chasingRule"] != "none":
        draft.leaves("chasingRule", "who may not chase pieces")
