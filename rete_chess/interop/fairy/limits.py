"""Kings in a draft, what may not be played for their sake, and moves that are compulsory."""

from __future__ import annotations

from typing import Any, Final

from rete_chess.interop.fairy import keys as words
from rete_chess.interop.fairy.draft import COLORS, Draft, among
from rete_chess.interop.fairy.names import KING

#: That a side has pieces, and cannot move them.
_STUCK: Final[list[Any]] = [{"piece": {"color": "$mover"}}, {"not": {"move": {}}}]
#: More pieces than any side has.
_ANY = 32


def add_royals(draft: Draft) -> None:
    """Say who is royal: kings, and pieces that are like kings while few of them are left."""
    settings = draft.settings
    if KING in draft.types:
        draft.royal += [{"type": kind} for kind in draft.kinds([KING])]
    if not is_pseudo_royal(draft):
        return
    if settings["dupleCheck"]:
        draft.lacks("dupleCheck", "kings of which one may be attacked")
    allowed = settings["extinctionPieceCount"] + 1
    for name in settings.types("extinctionPieceTypes"):
        kinds = draft.kinds([name])
        if allowed >= _ANY or all(_most(draft, name, color) <= allowed for color in COLORS):
            draft.royal.append({"type": among(kinds)})
        elif allowed == 1 and not any(_grows(draft, name, color) for color in COLORS):
            draft.royal.append({"type": among(kinds), "last": True})
        else:
            draft.lacks(
                "extinctionPseudoRoyal", f"pieces that are royal while no more than {allowed} are left"
            )


def is_pseudo_royal(draft: Draft) -> bool:
    """Whether the types of extinction are like kings."""
    settings = draft.settings
    return bool(
        settings["extinctionPseudoRoyal"]
        and settings["extinctionValue"] == words.LOSS
        and settings.types("extinctionPieceTypes")
    )


def _most(draft: Draft, name: str, color: str) -> int:
    """How many pieces of a royal type a side may come to have, by others that become one."""
    if name in draft.settings.types("promotionPieceTypes", color):
        return _ANY
    sources = [other for other, becomes in draft.settings["promotedPieceType"] if becomes == name]
    return sum(_at_start(draft, own, color) for own in [name, *sources])


def _grows(draft: Draft, name: str, color: str) -> bool:
    """Whether pieces of a type may come into play, while one that is there is royal already."""
    others = {becomes for _, becomes in draft.settings["promotedPieceType"]}
    hand = draft.start.partition("[")[2].partition("]")[0].lower()
    letter = draft.settings.letters.get(name, "-")
    return name in others or name in draft.settings.types("promotionPieceTypes", color) or letter in hand


def _at_start(draft: Draft, name: str, color: str) -> int:
    """How many pieces of a type a side begins with, on the board and in hand."""
    letter = draft.settings.letters.get(name, "-")
    placement = draft.start.partition(" ")[0]
    return placement.count(letter.upper() if color == COLORS[0] else letter)


def add_limits(draft: Draft) -> None:
    """Say which moves may not be played, and which must."""
    settings = draft.settings
    if settings["mustCapture"]:
        draft.moves.append({"require": {"kind": "capture"}, "because": "a capture is compulsory"})
    if not settings["checking"]:
        after = [{"side": {"moved": False, "inCheck": True}}]
        draft.moves.append({"forbid": {"after": after}, "because": "a move may not give check"})
    if settings["flyingGeneral"] and KING in draft.types:
        _facing(draft)
    if settings["makpongRule"] and KING in draft.types:
        _stands(draft)
    if settings["mutuallyImmuneTypes"]:
        for kind in draft.kinds(settings.types("mutuallyImmuneTypes")):
            limit = {"kind": "capture", "piece": {"type": kind}, "target": {"type": kind}}
            draft.moves.append({"forbid": limit, "because": "they do not capture one another"})
    for kind in draft.kinds(["janggiCannon"]):
        _cannons(draft, kind)
    _passes(draft)
    if settings["bikjangRule"]:
        _bikjang(draft)
    if settings["shatarMateRule"]:
        draft.lacks("shatarMateRule", "mates that are only good by some pieces")
    if settings["countingRule"] != "none":
        draft.leaves("countingRule", "the counting of moves in endgames")


def _facing(draft: Draft) -> None:
    """Kings do not face one another along a free line."""
    king = draft.types[KING]
    draft.moves.append(
        {"for": {"type": king}, "add": [{"slide": "orthogonal", "mode": "capture", "tag": "sight"}]}
    )
    limit = {"kind": "capture", "tag": "sight", "target": {"type": {"not": king}}}
    draft.moves.append({"forbid": limit, "because": "a king only looks at the other king"})


def _stands(draft: Draft) -> None:
    """Kings do not leave a check, but may capture who gives it."""
    king = draft.types[KING]
    limit = {"kind": "move", "piece": {"type": king}}
    when = [{"side": {"toMove": True, "inCheck": True}}]
    draft.moves.append({"forbid": limit, "when": when, "because": "a king does not move out of check"})


def _cannons(draft: Draft, kind: str) -> None:
    """Cannons of janggi neither capture nor leap over cannons."""
    own = {"type": kind}
    draft.moves.append({"forbid": {"piece": own, "target": own}, "because": "cannons do not capture cannons"})
    for what in ("capture", "move"):
        limit = {"kind": what, "piece": own, "over": own}
        draft.moves.append({"forbid": limit, "because": "cannons do not leap over cannons"})


def _passes(draft: Draft) -> None:
    """Who may pass, always or where nothing else can be done."""
    settings = draft.settings
    always = [color for color in COLORS if settings.of("pass", color)]
    stuck = [color for color in COLORS if settings.of("passOnStalemate", color) and color not in always]
    cases: list[tuple[list[str], list[Any]]] = [(always, []), (stuck, _STUCK)]
    for colors, patterns in cases:
        if not colors:
            continue
        side = [] if len(colors) == 2 else [{"side": {"color": colors[0], "toMove": True}}]
        when = [*side, *patterns]
        if any(act["id"] == "pass" for act in draft.acts):
            draft.lacks("pass", "one side that passes always, and one that passes where it has to")
            return
        draft.acts.append({"id": "pass", **({"when": when} if when else {})})


def _bikjang(draft: Draft) -> None:
    """Kings that face one another draw the game where nobody parts them."""
    king = draft.types.get(KING)
    facing: list[Any] = [
        {"piece": {"id": "$white", "type": king, "color": "white"}},
        {"piece": {"id": "$black", "type": king, "color": "black", "square": {"file": "$white.file"}}},
        {"not": {"piece": {"square": {"between": ["$white", "$black"]}}}},
    ]
    because = "kings that face each other part, unless one passes"
    for kind in ("move", "capture"):
        draft.moves.append({"forbid": {"kind": kind, "after": facing}, "when": facing, "because": because})
    draft.rules.append(
        {
            "id": "bikjang",
            "at": "act",
            "when": [{"event": {"tag": "pass"}}, *facing],
            "do": [{"draw": {"because": "bikjang"}}],
        }
    )
