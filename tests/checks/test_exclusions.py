"""Presets that exclude others: these exist, and exclude them in return."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest

from rete_chess import presets
from rete_chess.checks import examine
from rete_chess.compiler import ActivePreset, catalog, program_of
from rete_chess.errors import DocumentError, NameLookupError, RulesError
from rete_chess.presets import registration
from rete_chess.presets.exclusions import demand_mutual


def text(name: str, *others: str) -> str:
    head = f"kind: preset\nid: {name}\nname: {name}\ndescription: For tests.\n"
    return f"{head}incompatibleWith: [{', '.join(others)}]\nturn: {{moves: 2}}\n"


def found(path: Path) -> list[tuple[str, str, int | None]]:
    return [(problem.code, problem.path, problem.line) for problem in examine(path).problems]


def test_validate_asks_both_sides(tmp_path: Path) -> None:
    for name, others in {"fire": ["water"], "water": ["fire"], "stone": ["fire"], "lost": ["watr"]}.items():
        (tmp_path / f"{name}.preset.yaml").write_text(text(name, *others), encoding="utf-8")
    assert found(tmp_path / "fire.preset.yaml") == found(tmp_path / "water.preset.yaml") == []
    assert found(tmp_path / "stone.preset.yaml") == [("E_PRESETS", "incompatibleWith[0]", 5)]
    assert found(tmp_path / "lost.preset.yaml") == [("E_UNKNOWN_NAME", "incompatibleWith[0]", 5)]


def test_a_shipped_preset_is_excluded_alone(tmp_path: Path) -> None:
    path = tmp_path / "stone.preset.yaml"
    path.write_text(text("stone", "piece-hp"), encoding="utf-8")
    assert found(path) == []


# -- registration ----------------------------------------------------------------------------------


def refused(*texts: str) -> list[tuple[str, str, str | None]]:
    """The problems of a refused registration, after which nobody knows any of the presets."""
    before = catalog.preset_ids()
    with pytest.raises(DocumentError) as caught:
        catalog.register_all(*texts)
    assert catalog.preset_ids() == before
    return [(problem.code, problem.path, problem.hint) for problem in caught.value.problems]


def test_presets_that_exclude_each_other_are_registered_together() -> None:
    fire, water = text("fire", "water"), text("water", "fire")
    with catalog.registered(fire, water), pytest.raises(RulesError, match="cannot be active together"):
        program_of("chess", [ActivePreset("fire"), ActivePreset("water")])
    assert not catalog.presets().has("fire")
    together = "presets that exclude each other are registered together"
    for one in (catalog.register, catalog.presets().register):
        with pytest.raises(DocumentError) as caught:
            one(fire)
        assert caught.value.problems[0].hint == together
    assert not catalog.presets().has("fire")


def test_registration_asks_both_sides() -> None:
    one_sided = ("E_PRESETS", "incompatibleWith[0]", "add stone to `incompatibleWith` of paper")
    assert refused(text("stone", "paper"), text("paper")) == [one_sided]
    assert refused(text("paper"), text("stone", "paper")) == [("E_PRESETS", "incompatibleWith", one_sided[2])]
    with catalog.registered(text("paper")):
        assert refused(text("stone", "paper")) == [one_sided]


def test_an_unknown_one_is_an_error_of_registration() -> None:
    near = ("E_UNKNOWN_NAME", "incompatibleWith[0]", "did you mean 'piece-hp'?")
    assert refused(text("lost", "piece-ph")) == [near]
    far = ("E_UNKNOWN_NAME", "incompatibleWith[1]", "presets that exclude each other are registered together")
    assert refused(text("lost", "piece-ph", "xxx")) == [near, far]


def test_shipped_presets_exclude_each_other() -> None:
    """They are not registered, but go by the same rule."""
    shipped = [catalog.presets().get(name) for name in catalog.presets().list()]
    for document in shipped:
        demand_mutual(document, shipped, catalog.preset_ids)


# -- presets in Python -----------------------------------------------------------------------------


def written(name: str, *others: str) -> type:
    head = {"id": name, "name": name, "description": "For tests.", "incompatible_with": others}
    return type(name, (), head)


def told(*given: type) -> tuple[str, str]:
    before = catalog.preset_ids()
    with pytest.raises(DocumentError) as caught:
        presets.register_all(*given)
    assert catalog.preset_ids() == before
    return caught.value.code, caught.value.problems[0].path


def test_presets_in_python_go_by_the_same_rule() -> None:
    assert told(written("stone", "paper"), written("paper")) == ("E_PRESETS", "incompatibleWith[0]")
    assert told(written("paper"), written("stone", "paper")) == ("E_PRESETS", "incompatibleWith")
    assert told(written("stone", "piece-hp", "papper")) == ("E_UNKNOWN_NAME", "incompatibleWith[1]")
    with presets.registered(written("stone", "paper"), written("paper", "stone")):
        with pytest.raises(RulesError, match="cannot be active together"):
            program_of("chess", [ActivePreset("stone"), ActivePreset("paper")])
        assert program_of("chess", [ActivePreset("stone", "white"), ActivePreset("paper", "black")])
    assert not registration.is_registered("stone")


def test_documents_and_presets_in_python_ask_each_other() -> None:
    with catalog.registered(text("paper")):
        with pytest.raises(DocumentError):
            presets.register(written("stone", "paper"))
        presets.register_all(written("rock"))
        try:
            assert refused(text("stone", "rock"))[0][0] == "E_PRESETS"
        finally:
            registration._registry.remove("rock")


# -- taken ids -------------------------------------------------------------------------------------


class Point(NamedTuple):
    """An entry point of an installed package."""

    name: str
    module: str
    value: str
    dist: Any = None


def test_an_id_that_an_installed_package_offers_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    point = Point("rock", "somewhere.presets", "somewhere.presets:Rock")
    monkeypatch.setattr(registration, "_offered", lambda: [point])
    with pytest.raises(NameLookupError, match=r"offered by somewhere\.presets:Rock") as caught:
        presets.register(written("rock"))
    assert caught.value.code == "E_DUPLICATE_NAME"
    monkeypatch.setattr(registration, "_offered", lambda: [point._replace(module=__name__)])
    with presets.registered(written("rock")):  # by the package itself, which may do it by the decorator
        assert registration.is_registered("rock")
