"""Whether imported and exported variants are the same games as in pyffish: `-m tests.interop.agreement`.

    import [FILE] [--games N] [--plies N] [--only NAME…]    every complete section or built-in name
    export [--positions N] [--only NAME…]                   every shipped variant that can be exported
    list [FILE]                                             what each name lacks, as lines for the manual

pyffish is a tool of whoever runs this, and no dependency: `pip install pyffish`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from rete_chess.compiler import Program, compile_document, program_of
from rete_chess.compiler.loading import load_variant
from rete_chess.errors import ReteChessError
from rete_chess.interop.fairy.exporter import export, exported
from rete_chess.interop.fairy.importer import Imported, builtin, read_builtin, read_file
from rete_chess.interop.peers.asked import PEERS
from rete_chess.interop.peers.comparing import Difference, compare
from rete_chess.resources import files

#: What compares a variant, if it can be compared.
Asked = Callable[[], Difference | None] | None

#: Variants whose castling is written as in Chess960.
_SHUFFLED = ("chess960", "fischerandom", "caparandom")


def program(found: Imported) -> Program:
    """The program of an imported variant."""
    pieces = {f"{name}.piece.yaml": text for name, text in found.pieces.items()}
    return compile_document(load_variant(found.variant, f"{found.id}.variant.yaml", pieces))


def imports(file: Path | None) -> Iterator[tuple[Imported, str | None]]:
    """The variants of a file, or those that are built in, with the text that pyffish has to load first."""
    if file is None:
        yield from ((read_builtin(name), None) for name in builtin())
    else:
        text = file.read_text(encoding="utf-8")
        yield from ((found, text) for found in read_file(text, file.name))


def shipped() -> Iterator[str]:
    """The ids of shipped variants that can be exported."""
    for path in files("descriptors", "variants", "*.variant.yaml"):
        own = path.name.split(".")[0]
        if not exported(program_of(own)).unsaid:
            yield own


def import_difference(
    found: Imported, text: str | None, games: int, plies: int, seed: str = "1"
) -> Difference | None:
    """The first difference of an imported variant."""
    shuffled = found.name in _SHUFFLED
    peer = PEERS["pyffish"](found.name, text, shuffled)
    return compare(program(found), peer, games, seed, plies, shuffled).difference


def export_difference(own: str, positions: int, seed: str = "1") -> Difference | None:
    """The first difference of an exported variant within so many positions."""
    game = program_of(own)
    name = f"rete-{own}"
    shuffled = own in _SHUFFLED
    peer = PEERS["pyffish"](name, export(game, name), shuffled)
    seen = number = 0
    while seen < positions:
        number += 1
        found = compare(game, peer, 1, f"{seed}:{number}", positions, shuffled)
        seen += found.positions
        if found.difference is not None:
            return found.difference
    return None


def _exported(positions: int) -> Iterator[tuple[str, Asked]]:
    """The variants that can be exported, each with what compares it."""
    for own in shipped():
        yield own, partial(export_difference, own, positions)


def _imported(given: argparse.Namespace) -> Iterator[tuple[str, Asked]]:
    """The variants that are imported, each with what compares it if it is complete."""
    for found, text in imports(given.file):
        differs = partial(import_difference, found, text, given.games, given.plies)
        yield found.name, differs if found.is_complete else None


def _report(name: str, difference: Difference | None) -> bool:
    if difference is not None:
        print(f"{name}: differs after {' '.join(difference.moves)}")
        print(f"  here {difference.fen}\n  there {difference.theirs}\n  result here: {difference.result}")
        print(
            f"  only here {difference.only_ours[:12]}\n  only there {difference.only_theirs[:12]}", flush=True
        )
    return difference is None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("what", choices=("import", "export", "list"))
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--plies", type=int, default=100)
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--only", nargs="*", default=())
    parser.add_argument("--skip", type=int, default=0, help="so many names are passed over")
    given = parser.parse_args()
    if given.what == "list":
        return _list(given.file)
    good = asked = 0
    work = _exported(given.positions) if given.what == "export" else _imported(given)
    for number, (name, differs) in enumerate(work):
        if differs is None or number < given.skip or (given.only and name not in given.only):
            continue
        asked += 1
        began = time.monotonic()
        try:
            difference = differs()
        except ReteChessError as error:
            print(f"{name}: {error}", flush=True)
            continue
        is_good = _report(name, difference)
        good += is_good
        if is_good:
            print(f"{number} {name}: agrees, {time.monotonic() - began:.1f} s", flush=True)
    print(f"{good} of {asked} agree")
    return 0 if good == asked else 1


def _list(file: Path | None) -> int:
    """What each name lacks, the names together that lack the same."""
    lacking: dict[tuple[str, ...], list[str]] = {}
    total = complete = 0
    for found, _ in imports(file):
        total += 1
        complete += found.is_complete
        keys = tuple(dict.fromkeys(part.key for part in found.unsaid if not part.is_pace))
        if keys:
            lacking.setdefault(keys, []).append(found.name)
    print(f"{complete} of {total} are complete")
    for keys, names in sorted(lacking.items(), key=lambda one: -len(one[1])):
        print(f"| {', '.join(names)} | {', '.join(f'`{key}`' for key in keys)} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
