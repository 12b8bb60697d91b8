"""The same modifier or ability from several sources: a piece carries it once, while one of them stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from rete_chess import Engine, Match
from rete_chess.compiler import ActivePreset, ModifierChoice, catalog, compile_document, program_of
from rete_chess.documents import load_document
from rete_chess.errors import DocumentError
from tests.profiles.profiles import by_square, by_type, profile

HP = ActivePreset("piece-hp", config=(("hp", 3),))
VAMPIRES = profile("vampires", by_type("knight", "vampire"))
NIGHT = profile("night", by_square("b1", "vampire"))
SHIELDS = profile("shields", by_type("rook", "shield-v1"))
#: The white knight takes a pawn; each vampire it is heals it by one.
FEN = "4k3/8/8/8/8/2p5/8/1N2K3 w - - 0 1"


def choice(name: str, kind: str) -> ModifierChoice:
    return ModifierChoice(catalog.modifier(name, {}), {"type": kind})


def bites(engine: Engine) -> int:
    """How often the modifier acts when the knight captures."""
    knight = engine.piece_at("b1")
    assert knight is not None
    pawn = engine.piece_at("c3")
    assert pawn is not None
    engine.deal_damage(pawn.id, 2)
    engine.deal_damage(knight.id, 2)
    record = engine.apply("b1c3")
    engine.undo()
    return sum(firing.rule.startswith("vampire/") for firing in record.trace.firings)


@pytest.mark.parametrize(
    ("modifiers", "profiles"),
    [
        ([choice("vampire", "knight")], []),
        ([], [VAMPIRES]),
        ([choice("vampire", "knight")], [VAMPIRES]),
        ([choice("vampire", "knight"), choice("vampire", "knight")], [VAMPIRES, NIGHT]),
    ],
    ids=["a modifier", "a profile", "both", "twice of both"],
)
def test_it_acts_once(modifiers: list[ModifierChoice], profiles: list[dict[str, object]]) -> None:
    program = program_of("chess", [HP], modifiers, profiles=profiles)
    assert bites(Engine(program, FEN, network="native")) == 1


def test_given_in_mid_game_it_is_not_carried_twice_and_stays_when_the_profile_goes() -> None:
    match = Match(program_of("chess", (), profiles=[SHIELDS]), network="native")
    rook = match.engine.piece_at("a1")
    assert rook is not None

    def carriers() -> int:
        columns = match.engine.board.columns
        return sum(rook.id in column for name, column in columns.items() if name.startswith("carries"))

    match.play("e2e4")
    match.deal_damage(rook.id, 1)
    assert (carriers(), match.engine.session.get(rook.id, "ShieldCharges")) == (1, 2)
    match.apply_modifier("shield-v1", {"square": ["a1"]})
    assert list(match.engine.program.stack.ids) == ["shields"]
    assert (carriers(), match.engine.session.get(rook.id, "ShieldCharges")) == (1, 2)
    match.queue_profiles([])
    match.play("e7e5")
    assert list(match.engine.program.stack.ids) == []
    assert (carriers(), match.engine.session.get(rook.id, "ShieldCharges")) == (1, 2)
    other = match.engine.piece_at("h1")
    assert other is not None
    assert match.engine.session.get(other.id, "ShieldCharges") is None
    match.queue_profiles([SHIELDS])
    match.play("a2a3")
    assert (carriers(), match.engine.session.get(other.id, "ShieldCharges")) == (1, 3)
    match.jump_to(0)
    assert carriers() == 1


def test_the_settings_of_the_variant_count_where_both_give_an_ability() -> None:
    text = (
        "kind: variant\nid: v\nname: V\nextends: chess\n"
        "abilities: [{id: marksman, for: {square: [a1]}, config: {charges: 5}}]\n"
    )
    program = compile_document(load_document(text), profiles=[profile("p", by_type("rook", "marksman"))])
    engine = Engine(program, network="native")
    worth, charges = {}, {}
    for square in ("a1", "h1"):
        rook = engine.piece_at(square)
        assert rook is not None
        worth[square] = program.setup.worth(engine.board, rook.id)
        charges[square] = engine.session.get(rook.id, "Charges")
    assert worth["a1"] == worth["h1"] > 0
    assert charges == {"a1": 5, "h1": 1}


def test_two_documents_of_one_name_are_refused(tmp_path: Path) -> None:
    ability = "id: marksman\nname: Other\ndescription: Another one.\nvalue: 1\n"
    (tmp_path / "marksman.ability.yaml").write_text(ability, encoding="utf-8")
    file = tmp_path / "p.profile.yaml"
    file.write_text("id: p\nname: P\nperType: [{pieceType: rook, kind: marksman}]\n", encoding="utf-8")
    variant = load_document(
        "kind: variant\nid: v\nname: V\nextends: chess\nabilities: [{id: marksman, for: {type: rook}}]\n"
    )
    with pytest.raises(DocumentError) as caught:
        compile_document(variant, profiles=[file])
    assert [problem.code for problem in caught.value.problems] == ["E_DUPLICATE_NAME"]
