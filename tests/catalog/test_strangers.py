"""Documents of strangers: texts that bring along what they name, and open no file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import rete_chess
from rete_chess import Engine, Match, catalog, load_text
from rete_chess.checks import examine_text
from rete_chess.compiler import load_variant
from rete_chess.compiler.loading import MAX_DOCUMENTS
from rete_chess.compiler.requests import parse_requests
from rete_chess.documents.reading import reader
from rete_chess.documents.reading.source import MAX_BYTES
from rete_chess.errors import DocumentError, ReteChessError
from rete_chess.match import format_save, parse_save
from rete_chess.serial import examination_data
from rete_chess.testing.coverage import coverage_of
from rete_chess.testing.files import run_text

NETWORKS = ("durable", "native")


def head(kind: str, name: str) -> str:
    return f"kind: {kind}\nid: {name}\nname: {name.title()}\ndescription: Of a stranger.\n"


LIBRARY = {
    "parent": head("variant", "manor") + "extends: chess\npieces: {s: squire}\n",
    "piece": head("piece", "squire") + "letter: s\nmoves: [{leap: knight}, {leap: [[2, 2], [-2, -2]]}]\n",
    "tile": head("tile", "bog")
    + "rules:\n- id: sink\n  at: square-entry\n  when: [{event: {piece: $who, to: $self.square}}]\n"
    "  do: [{log: {text: it sinks}}]\n",
    "ability": head("ability", "grit") + "value: 1\nattributes: {Grit: {of: piece, type: int, start: 2}}\n"
    "rules:\n- id: lose-grit\n  at: move\n  when: [{event: {piece: $self}}]\n"
    "  do: [{add: {target: $self, attr: Grit, by: -1}}]\n",
    "preset": head("preset", "toll") + "attributes: {Toll: {of: game, type: int, start: 0}}\n"
    "rules:\n- id: pay\n  at: turn-end\n  when: [{event: {side: $side}}]\n"
    "  do: [{add: {target: $game, attr: Toll, by: 1}}]\n",
    "layout": head("layout", "yard") + "fen: 4k3/8/8/8/8/1S6/8/4K3 w - - 0 1\n",
    "profile": head("profile", "stout") + "perType: [{pieceType: squire, kind: hardy}]\n",
    "modifier": head("modifier", "hardy")
    + "type: data\nversion: 1\nprimitives: [{kind: seed-attribute, attr: Hardy, value: 3}]\n",
}
JOUST = (
    head("variant", "joust")
    + """extends: manor
layout: yard
tiles: {c5: bog}
abilities: [{id: grit, for: {type: squire}}]
presets: [{id: toll}]
profiles: [stout]
tests:
- name: a squire leaps into the bog
  play: b3c5
  contains: [lose-grit, sink, pay]
  then: [{square: c5, Grit: 1}, {game: {Toll: 1}}]
"""
)
SCENARIO = (
    "kind: scenario\nvariant: joust\npresets: [{id: toll}]\nprofiles: [stout]\nname: From outside\n"
    "play: [b3c5, {queue: [], result: ongoing}]\ncontains: [lose-grit, pay]\n"
    "then: [{square: c5, type: squire}]\n"
)


@pytest.fixture(autouse=True)
def no_file_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let only shipped documents be read."""
    read = reader.read_bytes
    shipped = Path(rete_chess.__file__).resolve().parents[1]

    def guarded(path: str) -> bytes:
        assert Path(path).resolve().is_relative_to(shipped), path
        assert Path(path).resolve().parts[len(shipped.parts)] in ("descriptors", "rules", "rete_chess"), path
        return read(path)

    monkeypatch.setattr(reader, "read_bytes", guarded)


def plain(text: str) -> dict[str, Any]:
    value = reader.read_text(text).value
    assert isinstance(value, dict)
    return value


FORMS: dict[str, Any] = {
    "texts": list(LIBRARY.values()),
    "bytes": [text.encode() for text in LIBRARY.values()],
    "plain data": [plain(text) for text in LIBRARY.values()],
    "by name": {f"{kind}.yaml": text for kind, text in LIBRARY.items()},
}


@pytest.mark.parametrize("documents", FORMS.values(), ids=FORMS)
def test_a_variant_brings_along_all_it_names(documents: Any) -> None:
    found = examine_text(JOUST, "joust.variant.yaml", documents)
    assert [problem for problem in found.problems if problem.severity == "error"] == []
    engine = Engine(rete_chess.compile(load_text(JOUST, documents=documents)), network="native")
    record = engine.apply("b3c5")
    assert [firing.rule.rpartition("/")[2] for firing in record.trace.firings] == ["lose-grit", "sink", "pay"]
    piece = engine.piece_at("c5")
    assert piece is not None
    assert (piece.type, engine.session.effective(piece.id, "Hardy")) == ("squire", 3)


def test_each_is_missed_where_it_is_named() -> None:
    lines = {}
    for kind in ("parent", "tile", "ability", "preset", "layout", "profile"):
        left = [text for other, text in LIBRARY.items() if other != kind]
        (problem, *_) = examine_text(JOUST, "joust.variant.yaml", left).problems
        lines[kind] = (problem.code, problem.line)
    assert lines == {
        "parent": ("E_UNKNOWN_NAME", 5),
        "layout": ("E_UNKNOWN_NAME", 6),
        "tile": ("E_UNKNOWN_NAME", 7),
        "ability": ("E_UNKNOWN_NAME", 8),
        "preset": ("E_UNKNOWN_NAME", 9),
        "profile": ("E_UNKNOWN_NAME", 10),
    }
    assert "did you mean" not in json.dumps(examination_data(examine_text(JOUST)))


@pytest.mark.parametrize("network", NETWORKS)
def test_tests_are_run(network: str) -> None:
    (outcome, *rest) = run_text(JOUST, [network], 1000, "joust.variant.yaml", FORMS["texts"])
    assert str(outcome) == "a squire leaps into the bog: passed"
    assert rest == []
    assert {rule.rule.rpartition("/")[2] for rule in coverage_of([outcome]).rules if rule.fired} == {
        "sink",
        "lose-grit",
        "pay",
    }


@pytest.mark.parametrize("network", NETWORKS)
def test_a_scenario_is_run(network: str) -> None:
    documents = [JOUST.partition("tests:")[0].replace("presets: [{id: toll}]\nprofiles: [stout]\n", "")]
    documents += LIBRARY.values()
    assert [p for p in examine_text(SCENARIO, None, documents).problems if p.severity == "error"] == []
    (outcome,) = run_text(SCENARIO, [network], 1000, documents=documents)
    assert str(outcome) == "From outside: passed"


@pytest.mark.parametrize("network", NETWORKS)
def test_a_match_of_it_is_saved_and_loaded(network: str) -> None:
    match = Match(rete_chess.compile(load_text(JOUST, documents=FORMS["texts"])), network=network)
    match.play("b3c5")
    match.queue_profiles([])
    match.play(str(match.legal_moves()[0]))
    again = parse_save(format_save(match), network=network)
    assert again.engine.state_hash() == match.engine.state_hash()
    assert format_save(again) == format_save(match)
    assert [str(move) for move in again.legal_moves()] == [str(move) for move in match.legal_moves()]


def test_a_registered_variant_is_played_with_what_comes_along() -> None:
    """What a room is created with: an id, presets, profiles and modifiers as plain data."""
    documents = [LIBRARY["preset"], LIBRARY["modifier"]]
    variant = load_variant("chess", None, documents)
    presets = parse_requests([{"id": "toll"}], variant.tree.neighbours)
    entry = {"pieceType": "knight", "kind": "hardy"}
    profile = {"kind": "profile", "id": "own", "name": "Own", "perType": [entry]}
    match = Match(rete_chess.compile(variant, presets, profiles=[profile]), network="native")
    match.register_modifier(LIBRARY["modifier"].replace("hardy", "tough").replace("Hardy", "Tough"))
    match.play("g1f3")
    knight = match.engine.piece_at("f3")
    assert knight is not None
    assert match.engine.session.effective(knight.id, "Hardy") == 3
    assert match.engine.session.get(0, "Toll") == 1
    match.queue_profiles([{**profile, "perType": [{**entry, "kind": "tough"}]}])
    match.play("g8f6")
    assert match.engine.session.effective(knight.id, "Tough") == 3
    assert parse_save(format_save(match)).engine.state_hash() == match.engine.state_hash()


@pytest.mark.parametrize("network", NETWORKS)
def test_profiles_that_come_along_are_queued_by_id_and_as_data(network: str) -> None:
    """In the middle of a game, checked, put in force, taken back, and through a save."""
    document = load_text(JOUST, documents=FORMS["texts"])
    match = Match(rete_chess.compile(document), network=network)
    match.queue_profiles([])
    match.play("b3c5")
    squire = match.engine.piece_at("c5")
    assert squire is not None
    assert match.engine.session.effective(squire.id, "Hardy") is None
    own = {**plain(LIBRARY["profile"]), "id": "own"}
    for profiles in (["stout"], [own]):
        assert match.check_profiles(profiles) == ()
        match.queue_profiles(profiles)
        match.play("e8d8")
        assert match.engine.session.effective(squire.id, "Hardy") == 3
        assert parse_save(format_save(match)).engine.state_hash() == match.engine.state_hash()
        match.undo()
    (problem,) = match.check_profiles(["stoud"])
    assert (problem.code, problem.hint) == ("E_UNKNOWN_NAME", "did you mean 'stout'?")


@pytest.mark.parametrize("given", ["joust", JOUST, plain(JOUST)], ids=["id", "text", "plain data"])
def test_a_variant_is_named_or_given(given: Any) -> None:
    document = load_variant(given, None, [JOUST, *LIBRARY.values()])
    assert catalog.id_of(document) == "joust"
    assert rete_chess.compile(document).id == "joust"


@pytest.mark.parametrize("name", ["nowhere", "jousts"])
def test_an_unknown_variant_is_no_file(name: str) -> None:
    with pytest.raises(ReteChessError) as caught:
        load_variant(name, None, [JOUST, *LIBRARY.values()])
    assert caught.value.code == "E_UNKNOWN_NAME"
    assert ("did you mean 'joust'?" in str(caught.value)) == (name == "jousts")


@pytest.mark.parametrize("name", ["/etc/passwd", "../joust.variant.yaml", "joust.variant.yaml", "a/b"])
def test_the_path_of_a_variant_is_a_text_of_no_document(name: str) -> None:
    with pytest.raises(DocumentError) as caught:
        load_variant(name)
    assert caught.value.code == "E_DOC_TYPE"


#: Names that strangers give to their documents, and what is shown of them.
NAMES = {
    "above": ("../../etc/own.variant.yaml", "../../etc/own.variant.yaml"),
    "with signs that nobody sees": ("o\x00w\nn\ud800.yaml", "o w n .yaml"),
    "long": ("x" * 5000, "x" * 200),
    "no text": (5, "5"),
    "nothing": ("", "<text>"),
}


@pytest.mark.parametrize(("name", "shown"), NAMES.values(), ids=NAMES)
def test_a_name_is_only_shown(name: Any, shown: str) -> None:
    assert load_text(head("variant", "own") + "extends: chess\n", name).tree.file == shown
    with pytest.raises(DocumentError) as caught:
        load_text(JOUST, None, {name: "a: ["})
    assert caught.value.file == shown


SQUIRE = LIBRARY["piece"]
#: What is wrong with documents that come along, as `validate` tells it for the one that names them.
WRONG = {
    "unreadable": ([*LIBRARY.values(), "a: [\n"], "E_DOC_SYNTAX", "documents[8]:2:1"),
    "no mapping": (["wolf"], "E_DOC_TYPE", "documents[0]:1:1"),
    "of no kind": (["id: wolf"], "E_DOC_KIND", "documents[0]:1:1"),
    "a wrong key": ([SQUIRE + "hops: 3\n"], "E_DOC_UNKNOWN_KEY", "squire.piece:7:1"),
    "twice": ([SQUIRE, SQUIRE.replace("[2, 2]", "[3, 3]")], "E_DUPLICATE_NAME", "squire.piece:2:5"),
    "a scenario": ([SCENARIO], "E_DOC_KIND", "documents[0]:1:7"),
    "a wrong primitive": (
        [LIBRARY["modifier"].replace("seed-attribute", "seed-atribute")],
        "E_PRIMITIVE_KIND",
        "hardy.modifier:7:21",
    ),
    "too many": ([SQUIRE] * (MAX_DOCUMENTS + 1), "E_DOC_LIMIT", "documents"),
    "too long": ([SQUIRE + "#" * (MAX_BYTES // 2)] * 3, "E_DOC_LIMIT", "documents"),
    "no list": (SQUIRE, "E_DOC_TYPE", "documents"),
}


@pytest.mark.parametrize(("documents", "code", "place"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_with_them_is_said(documents: Any, code: str, place: str) -> None:
    with pytest.raises(DocumentError) as caught:
        load_text(JOUST, documents=documents)
    assert caught.value.code == code
    (problem, *_) = examine_text(JOUST, "joust.variant.yaml", documents).problems
    assert problem.code == code
    assert problem.message.startswith(f"{place}: ")
    assert (problem.line, problem.column) == (1, 1)


def test_what_is_wrong_stands_where_it_is_named() -> None:
    text = (
        head("variant", "own") + "extends: chess\npieces: {s: squire}\nfen: 4k3/8/8/8/8/1S6/8/4K3 w - - 0 1\n"
    )
    found: Any = examination_data(examine_text(text, None, [SQUIRE + "hops: 3\n"]))
    (problem,) = found["problems"]
    assert problem.pop("message").startswith("squire.piece:7:1: unknown key 'hops'")
    assert problem == {
        "code": "E_DOC_UNKNOWN_KEY",
        "severity": "error",
        "path": "pieces.s",
        "line": 6,
        "column": 13,
        "hint": None,
    }


@pytest.mark.parametrize("kind", ["tile", "ability", "preset", "modifier", "profile", "layout", "piece"])
def test_each_is_examined_by_itself(kind: str) -> None:
    others = [text for other, text in LIBRARY.items() if other != kind]
    assert [p for p in examine_text(LIBRARY[kind], None, others).problems if p.severity == "error"] == []


def test_a_tile_of_a_text_is_tried_out() -> None:
    text = LIBRARY["tile"].replace("log: {text: it sinks}", "add: {target: $who, attr: Mud, by: 1}")
    (problem,) = examine_text(text).problems
    assert (problem.code, problem.line) == ("E_ATTRIBUTE", 9)


def test_a_pattern_speaks_of_a_preset_that_comes_along() -> None:
    toll = LIBRARY["preset"].replace("of: game", "of: preset").replace("$game", "$preset")
    end = "result: {ends: [{draw: toll, when: [{preset: {id: toll, Toll: {ge: 2}}}]}]}\n"
    text = head("variant", "own") + "extends: chess\npresets: [{id: toll}]\n" + end
    assert examine_text(text, None, [toll]).problems == ()
    engine = Engine(rete_chess.compile(load_text(text, None, [toll])), network="native")
    engine.apply("e2e4")
    engine.apply("e7e5")
    assert str(engine.result) == "draw by toll"


def test_what_comes_along_goes_before_the_shipped_one() -> None:
    knight = head("piece", "knight") + "letter: n\nmoves: [{leap: [[3, 3], [-3, 3]]}]\n"
    text = head("variant", "own") + "extends: chess\n"
    engine = Engine(rete_chess.compile(load_text(text, documents=[knight])), network="native")
    assert "b1e4" in engine.legal_moves()
    assert "b1e4" not in Engine("chess", network="native").legal_moves()
    again = parse_save(format_save(Match(rete_chess.compile(load_text(text, documents=[knight])))))
    assert "b1e4" in again.engine.legal_moves()


def test_a_text_with_the_name_of_a_shipped_file_is_not_shipped() -> None:
    shipped = catalog.presets().get("piece-hp").tree
    text = shipped.source.text.replace("hp: 2", "hp: 7")
    document = load_text(
        head("variant", "own") + "extends: chess\npresets: [{id: piece-hp}]\n", None, {shipped.file: text}
    )
    match = Match(rete_chess.compile(document), network="native")
    save = format_save(match)
    assert parse_save(save).engine.state_hash() == match.engine.state_hash()
    assert [entry["id"] for entry in json.loads(save)["variant"]["library"] if "document" in entry] == [
        "piece-hp"
    ]
