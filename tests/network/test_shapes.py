"""Hooks taken apart: what is a shape, what is a slot, and in which order conditions are joined."""

from __future__ import annotations

import pytest

from rete_chess.facts.network_rules import Binding, Condition, Constant, EventField, NetworkRule, Term, Value
from rete_chess.network._values import NetworkError
from rete_chess.network.shapes import Lowered, format_shape, lower_hooks


def hook(
    *conditions: tuple[str, str, Term],
    number: int = 0,
    event: tuple[tuple[str, Value], ...] = (),
    carrier: tuple[str, int] | None = None,
) -> NetworkRule:
    return NetworkRule(number, "capture", event, carrier, tuple(Condition(*c) for c in conditions))


def lower(*hooks: NetworkRule) -> tuple[Lowered, ...]:
    return lower_hooks(hooks)


@pytest.mark.parametrize(
    ("subject", "text"),
    [
        (hook(), "any event"),
        (hook(event=(("kind", "shot"), ("player", True))), "event.kind=? event.player=?"),
        (hook(carrier=("piece", 4)), "event.piece=carrier"),
        (hook(("piece", "hp", Constant(1))), "any event | piece.?=?"),
        (hook(("piece", "color", EventField("side"))), "any event | piece.?=event.side"),
        (hook(("$a", "hp", Binding("h"))), "any event | $0.?==0"),
    ],
    ids=["nothing", "event", "carrier", "constant", "field", "binding"],
)
def test_shape(subject: NetworkRule, text: str) -> None:
    (lowered,) = lower(subject)
    assert format_shape(lowered.shape) == text


def test_hooks_that_differ_by_names_constants_and_entities_share_a_shape() -> None:
    first = hook(("piece", "hp", Constant(1)), event=(("kind", "shot"),), carrier=("target", 3))
    second = hook(
        ("piece", "type", Constant("rook")), number=1, event=(("kind", "bite"),), carrier=("target", 9)
    )
    one, two = lower(first, second)
    assert one.shape == two.shape
    assert (one.attributes, one.constants, one.event, one.carrier) == (("hp",), (1,), ("shot",), 3)
    assert (two.attributes, two.constants, two.event, two.carrier) == (("type",), ("rook",), ("bite",), 9)


def test_the_events_pieces_come_first_then_variables_with_an_index() -> None:
    (lowered,) = lower(
        hook(
            ("$b", "owner", Binding("o")),
            ("$a", "mark", Binding("m")),
            ("$a", "color", EventField("side")),
            ("target", "owner", Binding("o")),
            ("piece", "color", EventField("side")),
            ("piece", "type", Constant("rook")),
        )
    )
    assert lowered.attributes == ("type", "color", "owner", "owner", "color", "mark")
    assert [pattern.role or pattern.variable for pattern in lowered.shape.patterns] == [
        "piece",
        "piece",
        "target",
        0,
        1,
        1,
    ]
    # The hook names $b first; in join order $b is 0 and $a is 1.
    assert lowered.outputs == (0, 1)


def test_the_question_that_fewer_hooks_ask_comes_first() -> None:
    common, rare = ("piece", "type", Constant("rook")), ("piece", "mark", Constant(7))
    lowered = lower(hook(common, rare), hook(common, number=1))
    assert lowered[0].attributes == ("mark", "type")
    assert lowered[0].sharing == (1, 2)


def test_a_condition_that_is_written_twice_counts_once() -> None:
    (lowered,) = lower(hook(("$a", "hp", Constant(1)), ("$a", "hp", Constant(1))))
    assert len(lowered.shape.patterns) == 1


def test_conditions_that_only_look_equal_are_kept() -> None:
    """Terms are tuples: a constant, a field and a binding of one text are equal, and so are 1 and True."""
    terms: list[Term] = [Constant("side"), EventField("side"), Binding("side"), Constant(1), Constant(True)]
    (lowered,) = lower(hook(*(("piece", "x", term) for term in terms)))
    assert len(lowered.shape.patterns) == len(terms)


def test_an_event_that_must_be_two_things_is_left_out() -> None:
    assert lower(hook(event=(("kind", "a"), ("kind", "b")))) == ()
    assert lower(hook(event=(("amount", 1), ("amount", True)))) == ()
    assert len(lower(hook(event=(("kind", "a"), ("kind", "a"))))) == 1


def test_hooks_come_in_the_order_of_their_numbers() -> None:
    assert [h.number for h in lower(hook(number=7), hook(number=3))] == [3, 7]


@pytest.mark.parametrize(
    "bad",
    [1.5, None, 2**53 + 1, -(2**53) - 1, "x" * 256, b"x", ("a",)],
    ids=["fraction", "none", "large", "small", "long", "bytes", "tuple"],
)
def test_constants_are_bounded(bad: Value) -> None:
    with pytest.raises(NetworkError, match="E_NETWORK"):
        lower(hook(("piece", "x", Constant(bad))))
    with pytest.raises(NetworkError, match="E_NETWORK"):
        lower(hook(event=(("x", bad),)))


def test_two_hooks_with_one_number_are_refused() -> None:
    with pytest.raises(NetworkError, match="same number; found 4"):
        lower(hook(number=4), hook(number=4))
