"""What a process keeps: bounded in bytes, shared as long as it is used, forgotten afterwards."""

from __future__ import annotations

import gc
import weakref

import pytest

from rete_chess import Budget, Engine, Match, load_text
from rete_chess.compiler import Program, _face, compile_document
from rete_chess.core import lawbook
from rete_chess.core.lawbook import Lawbook
from rete_chess.core.laws import Laws
from rete_chess.keeping import Keeper, SharingKeeper

_FEN = "/".join(["r" * 16] * 2 + ["16"] * 12 + ["R" * 16] * 2)


class Thing:
    """Something that can be kept."""


def program(number: int) -> Program:
    """The program of a large board, another one for each number."""
    text = (
        f"kind: variant\nid: varied\nname: Varied\ndescription: Number {number}.\n"
        f'board: {{width: 16, height: 16}}\npieces: {{r: rook}}\nroyal: []\nfen: "{_FEN} w - - 0 1"\n'
        f"moves: [{{for: {{type: rook}}, add: [{{slide: all, tag: t{number}}}]}}]\n"
    )
    return compile_document(load_text(text, "varied.variant.yaml"), budget=Budget.server())


def test_those_that_were_not_asked_for_longest_make_room() -> None:
    keeper: Keeper[str, int] = Keeper(10)
    keeper.put("a", 1, 4)
    keeper.put("b", 2, 4)
    assert keeper.get("a") == 1
    keeper.put("c", 3, 4)
    assert (keeper.get("a"), keeper.get("b"), keeper.get("c")) == (1, None, 3)
    assert keeper.bytes == 8
    keeper.put("large", 4, 11)  # what was made last is about to be asked for
    assert (keeper.get("a"), keeper.get("c"), keeper.get("large")) == (None, None, 4)
    keeper.put("d", 5, 4)
    assert (keeper.get("large"), keeper.get("d")) == (None, 5)
    assert keeper.bytes == 4


def test_tables_too_heavy_to_be_kept_long_are_built_once(monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[Laws] = []

    def count(laws: Laws) -> Lawbook:
        built.append(laws)
        return Lawbook(laws)

    for keeper in (lawbook._rows, lawbook._books):
        keeper.clear()
        monkeypatch.setattr(keeper, "most", 1000)
    monkeypatch.setattr(lawbook, "Lawbook", count)
    Engine(program(1_000_000), network="native")
    assert len(built) == 1


def test_what_somebody_uses_is_found_however_little_room_there_is() -> None:
    keeper: SharingKeeper[str, Thing] = SharingKeeper(0)
    thing = Thing()
    keeper.put("a", thing, 5)
    keeper.put("later", Thing(), 3)
    assert keeper.bytes == 3
    assert keeper.get("a") is thing
    del thing
    gc.collect()
    assert keeper.get("a") is None
    keeper.put("b", kept := Thing(), 0)
    keeper.clear()
    assert keeper.get("b") is None
    assert kept is not None


def test_documents_that_come_and_go_leave_no_more_than_the_bound() -> None:
    gone = [weakref.ref(program(number)) for number in range(14)]
    gc.collect()
    for keeper in (_face._programs, lawbook._books, lawbook._rows):
        assert 0 < keeper.bytes <= keeper.most
    alive = [found for ref in gone if (found := ref()) is not None]
    assert 0 < len(alive) < len(gone)
    weight = max(found.weight for found in alive)
    assert len(alive) <= _face._programs.most // weight + 1


def test_games_of_one_document_share_its_tables_whatever_was_loaded_since() -> None:
    match = Match(program(100))
    for number in range(101, 112):
        program(number)
    again = program(100)
    assert again is match.program
    assert again.book is match.engine.board.book
