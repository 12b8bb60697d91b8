"""Laws of tiles and abilities: facts, keys, undo, copies, both networks, no needless question."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from rete_chess import Engine
from rete_chess.compiler import ActivePreset, Program, catalog, compile_document, program_of
from rete_chess.compiler.assemble import assemble
from rete_chess.compiler.variant import Variant, resolve
from rete_chess.core.lawbook import EFFECTS
from rete_chess.documents import VariantDocument, load_document
from rete_chess.engine.lookahead.perft import game_of
from rete_chess.testing._helpers import abilities_of, tile_type

HEAD = "kind: variant\nid: trial\nname: Trial\nextends: chess\n"
DOCUMENTS = Path(__file__).resolve().parents[1] / "scenarios" / "documents"

#: Tiles and abilities all over the board.
CROWDED = f"""{HEAD}tiles:
  a4: guardian
  d4: slippery
  e5: slippery
  c5: fog
  f4: fog
  h5: wall
  b5: guardian
  g6: guardian
abilities:
  - {{id: exploding, for: {{type: rook}}}}
  - {{id: scapegoat, for: {{type: bishop}}}}
  - {{id: piercing, for: {{type: queen}}}}
  - {{id: bouncer, for: {{type: knight}}}}
  - {{id: exploding, for: {{square: [d2, e7]}}}}
  - {{id: piercing, for: {{square: [d2, c7]}}}}
  - {{id: marksman, for: {{type: bishop}}, config: {{charges: 2}}}}
  - {{id: marksman, for: {{square: [b1, b8]}}}}
  - {{id: cannibal, for: {{square: [a1, h8]}}}}
"""


def program(text: str, *presets: str) -> Program:
    return compile_document(load_document(text), [ActivePreset(name) for name in presets])


def face(engine: Engine) -> tuple[Any, ...]:
    return engine.state_hash(), engine.fen(), engine.position_key, list(engine.legal_moves()), engine.result


def test_tiles_are_entities_with_facts() -> None:
    engine = Engine(program(f"{HEAD}tiles: {{e4: fog, d5: wall}}\n"))
    fog = next(fact.id for fact in engine.session.all_facts() if fact.value == "fog")
    assert engine.session.get(fog, "TileType") == "fog"
    assert engine.session.get(fog, "Position") == engine.board.book.geometry.parse_square("e4")
    assert engine.session.get(fog, "PieceType") is None
    assert fog not in engine.board.entities
    pawn = engine.piece_at("e2")
    assert pawn is not None
    assert engine.session.get(pawn.id, "Position") == pawn.square


def test_tiles_belong_to_the_position() -> None:
    keys = {
        body: Engine(program(f"{HEAD}tiles: {{{body}}}\n")).position_key
        for body in ("e4: fog", "e5: fog", "e4: slippery", "e4: fog, e5: slippery", "e4: slippery, e5: fog")
    }
    assert len(set(keys.values())) == len(keys)
    plain = Engine(program(f"{HEAD}tiles: {{e4: standard}}\n"))
    assert plain.position_key == Engine("chess").position_key
    assert plain.state_hash() == Engine("chess").state_hash()


def test_a_used_guardian_leaves_no_trace_in_the_key() -> None:
    engine = Engine(program(f"{HEAD}tiles: {{d5: guardian}}\n"), "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    engine.apply("e4d5")
    assert engine.position_key == Engine("chess", "4k3/8/8/3p4/4P3/8/8/4K3 b - - 0 1").position_key
    assert tile_type(engine, "d5") == "standard"


def test_a_tile_of_an_ancestor_can_be_taken_away() -> None:
    chess = resolve(catalog.variant("chess"))
    first, second = (
        load_document(HEAD + body) for body in ("tiles: {e4: fog, d4: fog}", "tiles: {e4: standard}")
    )
    models = [link.model for link in (first, second) if isinstance(link.model, VariantDocument)]
    variant = Variant((*chess.models, *models), (*chess.trees, first.tree, second.tree))
    engine = Engine(assemble(variant, ()))
    assert (tile_type(engine, "e4"), tile_type(engine, "d4")) == ("standard", "fog")


@pytest.mark.parametrize("presets", [(), ("piece-hp",), ("queen-splits", "double-move")], ids=str)
def test_random_games_agree_on_both_networks_and_are_undone(presets: tuple[str, ...]) -> None:
    crowded = program(CROWDED, *presets)
    fired: set[str] = set()
    for seed in range(6):
        games = [Engine(crowded, network=kind) for kind in ("native", "durable")]
        faces = [face(games[0])]
        chance = Random(seed)
        for _ in range(60):
            if games[0].result is not None:
                break
            move = chance.choice(list(games[0].legal_moves()))
            one, two = (game.apply(move) for game in games)
            assert one.trace.firings == two.trace.firings
            assert one.trace.events == two.trace.events
            fired.update(firing.rule for firing in one.trace.firings)
            faces.append(face(games[0]))
            assert faces[-1] == face(games[1])
        twin = games[0].clone()
        for game in (games[0], twin):
            for expected in reversed(faces[:-1]):
                game.undo()
                assert face(game) == expected
    assert {"slippery/slip", "exploding/explode", "scapegoat/take-the-blame", "marksman/spend"} <= fired


def test_a_copy_goes_its_own_way() -> None:
    engine = Engine(program(CROWDED))
    twin = engine.clone()
    twin.apply("d2d4")  # slips on to d6
    assert twin.piece_at("d6") is not None
    assert engine.piece_at("d2") is not None
    engine.apply("d2d4")
    assert face(engine) == face(twin)


def test_effects_of_tiles_and_abilities_are_foreseen() -> None:
    assert program(CROWDED).book.tier == EFFECTS
    assert program(f"{HEAD}abilities: [{{id: bouncer, for: {{type: rook}}}}]\n").book.tier == EFFECTS
    assert program(f"{HEAD}tiles: {{e4: fog}}\n").book.tier == program_of("chess").book.tier
    assert program(f"{HEAD}tiles: {{e4: wall}}\n").book.tier == program_of("chess").book.tier


def test_walls_and_fog_ask_no_network() -> None:
    engine = Engine(program(f"{HEAD}tiles: {{e4: fog, d5: wall, c4: fog}}\n"), network="native")
    chance = Random(5)
    for _ in range(60):
        if engine.result is None:
            engine.apply(chance.choice(list(engine.legal_moves())))
    assert engine.program.rules == ()
    assert [feed.memory.calls for feed in game_of(engine)._feeds.values() if feed.memory.calls] == []


def test_spawned_pieces_have_the_abilities_of_their_type_only() -> None:
    text = (
        f"{HEAD}abilities:\n  - {{id: exploding, for: {{type: rook}}}}\n"
        "  - {id: piercing, for: {square: [d1]}}\n  - {id: bouncer, for: {type: bishop, square: {rank: 1}}}\n"
    )
    engine = Engine(program(text, "queen-splits"), "4k3/8/8/3p4/8/8/8/3QK3 w - - 0 1")
    queen = engine.piece_at("d1")
    assert queen is not None
    assert abilities_of(engine, queen.id) == ["piercing"]
    engine.apply("d1d5")
    rook, bishop = engine.piece_at("d5"), engine.piece_at("d1")
    assert rook is not None
    assert bishop is not None
    assert (rook.type, abilities_of(engine, rook.id)) == ("rook", ["exploding"])
    assert (bishop.type, abilities_of(engine, bishop.id)) == ("bishop", [])


def test_the_worth_of_a_piece_grows_by_its_abilities() -> None:
    engine = Engine(program(CROWDED))
    worth = {}
    for square in ("a1", "d1", "d2", "e2", "c7"):
        piece = engine.piece_at(square)
        assert piece is not None
        worth[square] = engine.program.setup.worth(engine.board, piece.id)
    assert worth == {"a1": 3, "d1": 3, "d2": 5, "e2": 0, "c7": 3}


def test_own_documents_lie_beside_the_variant(tmp_path: Path) -> None:
    variant = tmp_path / "icy.variant.yaml"
    variant.write_text(f"{HEAD}tiles: {{e4: ice}}\n", encoding="utf-8")
    tile = tmp_path / "ice.tile.yaml"
    tile.write_text("id: ice\nname: Ice\ndescription: Cold.\nblocks: true\n", encoding="utf-8")
    assert "*" in Engine(variant).fen()
    tile.write_text("id: ice\nname: Ice\ndescription: Cold.\n", encoding="utf-8")
    assert "*" not in Engine(variant).fen()


def test_presets_that_end_leave_tiles_and_abilities_alone() -> None:
    document = load_document(CROWDED)
    engine = Engine(compile_document(document, [ActivePreset("piece-hp", turns_remaining=2)]))
    before = [fact for fact in engine.session.all_facts() if fact.attr.startswith(("carries", "TileType"))]
    engine.apply("e2e3")
    engine.apply("e7e6")
    assert engine.active_presets == ()
    after = [fact for fact in engine.session.all_facts() if fact.attr.startswith(("carries", "TileType"))]
    assert after == before
