"""Classes and names that come late: once they are there, nobody can tell."""

from __future__ import annotations

import copy
import dataclasses
import importlib
import pickle
import threading
from dataclasses import FrozenInstanceError, field, fields, is_dataclass, replace
from typing import Any

import pytest

import rete_chess
from rete_chess import presets, primitives
from rete_chess.facts.words.word import dataclass
from rete_chess.registry import shown


@dataclass(frozen=True)
class Point:
    """A class with a default that must not be shared."""

    x: int
    names: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Place(Point):
    """A class that inherits fields."""

    z: int = 0


def test_a_subclass_makes_what_it_inherits_from() -> None:
    @dataclass(frozen=True)
    class Parent:
        a: int

    @dataclass(frozen=True)
    class Child(Parent):
        b: int = 2

    assert not is_dataclass(Parent)
    assert not is_dataclass(Child)
    assert Child(1) == Child(a=1, b=2)
    assert is_dataclass(Parent)
    assert Parent(1) != Child(1)


def test_a_plain_decorator_makes_a_class_that_can_change() -> None:
    @dataclass
    class Counter:
        count: int = 0

    counter = Counter()
    counter.count += 1
    assert counter == Counter(1)


def test_an_instance_is_that_of_a_frozen_dataclass() -> None:
    place = Place(1, z=3)
    assert repr(place) == "Place(x=1, names=[], z=3)"
    assert [part.name for part in fields(place)] == ["x", "names", "z"]
    assert replace(place, z=4) == Place(1, [], 4)
    assert place.names is not Place(1).names
    with pytest.raises(FrozenInstanceError):
        place.x = 2  # type: ignore[misc]
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'x'"):
        Place()  # type: ignore[call-arg]


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda point: pickle.loads(pickle.dumps(point))])
def test_copies_are_equal(again: Any) -> None:
    assert again(Point(1, ["a"])) == Point(1, ["a"])


def test_no_thread_meets_a_class_half_made(monkeypatch: pytest.MonkeyPatch) -> None:
    @dataclass(frozen=True)
    class Shared:
        value: int

    entered, go = threading.Event(), threading.Event()
    made = dataclasses.dataclass

    def slow(**options: Any) -> Any:
        entered.set()
        go.wait(10)
        return made(**options)

    monkeypatch.setattr(dataclasses, "dataclass", slow)
    found: list[Shared] = []
    threads = [threading.Thread(target=lambda: found.append(Shared(1))) for _ in range(3)]
    for thread in threads:
        thread.start()
    assert entered.wait(10)
    assert found == []
    go.set()
    for thread in threads:
        thread.join()
    assert found == [Shared(1)] * 3
    assert len({*found}) == 1


@pytest.mark.parametrize("package", [rete_chess, presets, primitives], ids=lambda package: package.__name__)
def test_packages_show_all_they_promise(package: Any) -> None:
    assert set(package.__all__) <= set(dir(package))
    for name in package.__all__:
        assert getattr(package, name) is not None


def test_the_decorator_of_presets_is_not_the_module_of_that_name() -> None:
    importlib.import_module("rete_chess.presets.preset")
    assert presets.preset is presets.register


def test_an_unknown_name_is_refused_as_usual() -> None:
    find, listed = shown("rete_chess", {"compile": "compiler:compile_document"})
    assert find("compile").__name__ == "compile_document"
    assert "compile" in listed()
    with pytest.raises(AttributeError, match="module 'rete_chess' has no attribute 'nothing'"):
        find("nothing")
