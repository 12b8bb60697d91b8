"""Saves of older versions, brought up to date one version at a time.

A change of the format raises `VERSION` and adds the function that makes the version before it new.
Saves of every version that was ever written stay in the tests and have to load. A migration answers
for no more than the shape it knows: whatever else is wrong is left for the model to refuse.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeGuard

from rete_chess.compiler import catalog
from rete_chess.documents.kinds.document import digest_of
from rete_chess.documents.kinds.save import VERSION
from rete_chess.errors import Place, SaveError
from rete_chess.match._library import meaning_of

#: A function from the value of a save to the same one version later.
Migration = Callable[[dict[str, Any]], dict[str, Any]]


def _with_library(value: dict[str, Any]) -> dict[str, Any]:
    """A save of version 1 as version 2: version 1 held no documents but the first presets, in order."""
    variant, start = value.get("variant"), value.get("start")
    if not (isinstance(variant, dict) and isinstance(start, dict)):
        return value
    presets, uses = variant.get("presets"), start.get("presets")
    if not (_are_mappings(presets) and _are_mappings(uses)):
        return value
    profiles = variant.get("profiles", [])
    named = [{"scope": "both", **use} for use in uses]
    is_whole = isinstance(profiles, list) and variant.get("hash") == digest_of(
        variant.get("documents"), presets, named, *profiles
    )
    library = [_preset(use.get("id"), preset) for use, preset in zip(uses, presets)]
    library.sort(key=lambda entry: str(entry["id"]))
    new = {key: part for key, part in variant.items() if key != "presets"}
    if is_whole and len(presets) == len(uses):
        new["hash"] = digest_of(variant.get("documents"), named, profiles, library)
    return {**value, "variant": {**new, "library": library}}


def _are_mappings(value: Any) -> TypeGuard[list[dict[str, Any]]]:
    return isinstance(value, list) and all(isinstance(item, dict) for item in value)


def _preset(name: Any, document: dict[str, Any]) -> dict[str, Any]:
    is_known = isinstance(name, str) and name in catalog.preset_ids()
    told = {"hash": meaning_of(document)} if is_known else {"document": document}
    return {"kind": "preset", "id": name, **told}


#: Shipped rules of version 2 that left it to the program to let the attacker move in after `consume`, by kind
#: and id: the digest of what was said then, and of what says the same now.
_SAID_ANEW: Final = {
    ("ability", "bouncer"): ("40b33d4a9ebff05bbd7684017707964e", "140acf4f4b3b8a8e7c796760bbbb42a6"),
    ("preset", "explosive-rook"): ("bde927a5d0d38a8467c9ed19d7786843", "7e39bd86842af0f61092f4d980233fe1"),
}


def _with_rules_said_anew(value: dict[str, Any]) -> dict[str, Any]:
    """A save of version 2 as version 3: rules that say in other words what they meant are known by these."""
    return _with_library_changed(value, _said_anew)


def _with_library_changed(
    value: dict[str, Any], renew: Callable[[dict[str, Any]], dict[str, Any]]
) -> dict[str, Any]:
    """A save whose digest holds, with other entries in the place of some of its library."""
    variant, start = value.get("variant"), value.get("start")
    if not (isinstance(variant, dict) and isinstance(start, dict)):
        return value
    library, profiles, uses = variant.get("library", []), variant.get("profiles", []), start.get("presets")
    if not _are_mappings(library) or not _are_mappings(uses):
        return value
    named = [{"scope": "both", **use} for use in uses]
    is_whole = variant.get("hash") == digest_of(variant.get("documents"), named, profiles, library)
    renewed = [renew(entry) for entry in library]
    if not is_whole or renewed == library:
        return value
    digest = digest_of(variant.get("documents"), named, profiles, renewed)
    return {**value, "variant": {**variant, "hash": digest, "library": renewed}}


def _said_anew(entry: dict[str, Any]) -> dict[str, Any]:
    kind, name = entry.get("kind"), entry.get("id")
    if not isinstance(kind, str) or not isinstance(name, str):
        return entry
    before, now = _SAID_ANEW.get((kind, name), ("", ""))
    return {**entry, "hash": now} if before and entry.get("hash") == before else entry


def _with_offers(value: dict[str, Any]) -> dict[str, Any]:
    """A save of version 3 as version 4, which knows drops, of which there were none before, and the places at
    which offers of a draw stood."""
    new = {key: part for key, part in value.items() if key != "drawOffer"}
    if value.get("drawOffer") is not None:
        new["drawOffers"] = [{"after": value.get("index"), "side": value["drawOffer"]}]
    return new


def _without_acts(value: dict[str, Any]) -> dict[str, Any]:
    """A save of version 4 as version 5, which knows acts: there were none before, so nothing is other."""
    return value


#: Shipped documents that mean something else since version 6, by kind and the digest of what they said.
_FORMER: Final = {
    ("tile", "00a7c6a3551ed1c7d8d99cc44836afa7"): {
        "kind": "tile",
        "id": "fog",
        "name": "Fog",
        "description": "Its occupant cannot be captured, and an occupied fog square cannot be entered.",
        "moves": [
            {
                "forbid": {"kind": "capture", "target": {"square": "$self.square"}},
                "because": "the fog hides the piece",
            }
        ],
    }
}


def _with_former_documents(value: dict[str, Any]) -> dict[str, Any]:
    """A save of version 5 as version 6, which knows chance, of which there was none before: what has got
    another meaning comes along as it was."""
    return _with_library_changed(value, _former)


def _former(entry: dict[str, Any]) -> dict[str, Any]:
    said = _FORMER.get((str(entry.get("kind")), str(entry.get("hash"))))
    if said is None or entry.get("id") != said["id"]:
        return entry
    return {"kind": said["kind"], "id": said["id"], "document": said}


#: Version -> the function that makes a save of that version one of the next.
MIGRATIONS: Final[Mapping[int, Migration]] = {
    1: _with_library,
    2: _with_rules_said_anew,
    3: _with_offers,
    4: _without_acts,
    5: _with_former_documents,
}


def migrate(
    value: dict[str, Any], file: str, migrations: Mapping[int, Migration] = MIGRATIONS, newest: int = VERSION
) -> dict[str, Any]:
    """A save brought to the newest version; what is no save is left for the model to refuse."""
    version = value.get("formatVersion")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        return value
    if version > newest:
        raise SaveError(
            "E_SAVE_VERSION",
            "the save was written by a newer program",
            found=version,
            expected=f"a version up to {newest}",
            place=Place(file),
            hint="update rete-chess",
        )
    for number in range(version, newest):
        value = {**migrations[number](value), "formatVersion": number + 1}
    return value
