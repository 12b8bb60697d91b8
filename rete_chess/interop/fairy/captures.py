"""What captures and moves do beyond themselves in a draft: explosions, pieces that turn to stone, walls."""

from __future__ import annotations

from typing import Any, Final

from rete_chess.interop.fairy.draft import COLORS, WALL, Draft, among, but
from rete_chess.interop.fairy.limits import is_pseudo_royal
from rete_chess.interop.fairy.names import PAWN

_ACT: Final = "wall"


def add_effects(draft: Draft) -> None:
    """Say what happens on and around the squares of a move."""
    settings = draft.settings
    if settings["blastOnCapture"]:
        _blast(draft)
    if settings["petrifyOnCaptureTypes"]:
        _petrify(draft)
    rule = settings["flipEnclosedPieces"]
    if rule == "ataxx":
        _flip_neighbours(draft)
    elif rule != "none":
        draft.lacks("flipEnclosedPieces", f"pieces that change sides by the rule {rule}")
    _walls(draft)


def _blast(draft: Draft) -> None:
    """Captures destroy the capturing piece and all but pawns around it."""
    settings = draft.settings
    immune = draft.kinds(settings.types("blastImmuneTypes"))
    spared = draft.kinds([PAWN]) + immune
    if settings["capturesToHand"]:
        draft.lacks("blastOnCapture", "pieces that explode and go into hands")
    around: dict[str, Any] = {
        "around": "$centre",
        "radius": 1,
        "filter": {"type": but(spared)} if spared else {},
    }
    when: list[Any] = [{"event": {"piece": "$attacker", "to": "$centre"}}]
    first: list[Any] = [{"destroy": {"target": "$attacker", "kind": "explosion"}}]
    others = [
        {"destroy": {"target": around, "kind": "explosion"}},
        {"effect": {"kind": "explosion", "square": "$centre"}},
    ]
    if immune:
        who = {"piece": {"id": "$attacker", "type": but(immune)}}
        draft.rules.append({"id": "burst", "at": "capture", "when": [*when, who], "do": first})
        draft.rules.append({"id": "explode", "at": "capture", "priority": 1, "when": when, "do": others})
    else:
        draft.rules.append({"id": "explode", "at": "capture", "when": when, "do": [*first, *others]})
    if is_pseudo_royal(draft) and not immune:
        _careful(draft)


def _careful(draft: Draft) -> None:
    """Royal pieces that would explode do not capture, and shield one another."""
    kinds = draft.kinds(draft.settings.types("extinctionPieceTypes"))
    draft.check["unless"] = [
        {"piece": {"type": among(kinds), "color": "white", "square": "$k"}},
        {"piece": {"type": among(kinds), "color": "black", "square": {"near": "$k"}}},
    ]
    limit = {"kind": "capture", "piece": {"type": among(kinds)}}
    draft.moves.append({"forbid": limit, "because": "it would explode itself"})


def _petrify(draft: Draft) -> None:
    """Some pieces become walls where they capture."""
    settings = draft.settings
    names = settings.types("petrifyOnCaptureTypes")
    kinds = draft.kinds(names)
    if settings["petrifyBlastPieces"]:
        draft.lacks("petrifyBlastPieces", "explosions that turn to stone")
    royal = draft.kinds(settings.types("extinctionPieceTypes")) if is_pseudo_royal(draft) else []
    stone = [kind for kind in kinds if kind in royal]
    if stone:
        limit = {"kind": "capture", "piece": {"type": among(stone)}}
        draft.moves.append({"forbid": limit, "because": "it would turn to stone"})
    event: dict[str, Any] = {"event": {"piece": "$attacker", "to": "$to", "player": True}}
    done: list[Any] = [{"tile": {"square": "$to", "type": WALL}}]
    if not settings["blastOnCapture"]:
        done.insert(0, {"destroy": {"target": "$attacker", "kind": "petrified"}})
    rule = {
        "id": "petrify",
        "at": "capture",
        "when": [event, {"piece": {"id": "$attacker", "type": among(kinds)}}],
        "do": done,
    }
    draft.rules.insert(0, rule)


def _flip_neighbours(draft: Draft) -> None:
    """Who arrives takes the enemies around over."""
    neighbours = {"around": "$to", "radius": 1, "filter": {"color": {"not": "$side"}}}
    flip = {"recolor": {"target": neighbours, "color": "$side"}}
    moved = {"event": {"side": "$side", "to": "$to"}}
    dropped = {"event": {"side": "$side", "square": "$to", "kind": "drop"}}
    draft.rules.append({"id": "flip", "at": "move", "when": [moved], "do": [flip]})
    draft.rules.append({"id": "flip-by-drop", "at": "spawn", "when": [dropped], "do": [flip]})


def _walls(draft: Draft) -> None:
    """Squares that moves or players close."""
    settings = draft.settings
    rule = settings["wallingRule"]
    if rule == "none":
        return
    regions = [draft.squares(settings.of("wallingRegion", color)) for color in COLORS]
    everywhere = all(region == draft.squares(None) for region in regions)
    if settings["wallOrMove"]:
        draft.lacks("wallOrMove", "a wall in place of a move")
    if rule == "past":
        _trail(draft, everywhere)
    elif rule in ("static", "duck"):
        if regions[0] != regions[1]:
            draft.lacks("wallingRegion", "regions of walls by side")
        where: dict[str, Any] = {"empty": True}
        if not everywhere:
            where["square"] = draft.plain(regions[0])
        if draft.royal:
            draft.lacks("wallingRule", "a check that is answered by a wall")
        draft.turn["parts"] = ["move", {"act": _ACT}]
        close = [] if rule == "duck" else [{"tile": {"square": "$target", "type": WALL}}]
        draft.acts.append({"id": _ACT, "on": where, **({"do": close} if close else {})})
        if rule == "duck":
            _duck(draft)
    else:
        draft.lacks("wallingRule", f"walls that are placed by the rule {rule}")


def _trail(draft: Draft, everywhere: bool) -> None:
    """Whoever moves leaves a wall behind."""
    if not everywhere:
        draft.lacks("wallingRegion", "regions of walls that moves leave behind")
    when = [{"event": {"from": "$left"}}]
    draft.rules.append(
        {"id": "trail", "at": "move", "when": when, "do": [{"tile": {"square": "$left", "type": WALL}}]}
    )


def _duck(draft: Draft) -> None:
    """The one wall flies from square to square."""
    old = {"tile": {"id": "$old", "type": WALL, "square": {"not": "$here"}}}
    event = {"event": {"tag": _ACT, "to": "$here"}}
    draft.rules.append(
        {
            "id": "fly",
            "at": "act",
            "when": [event, old],
            "do": [{"tile": {"square": "$old.square", "type": "standard"}}],
        }
    )
    draft.rules.append(
        {
            "id": "land",
            "at": "act",
            "priority": 1,
            "when": [event],
            "do": [{"tile": {"square": "$here", "type": WALL}}],
        }
    )
