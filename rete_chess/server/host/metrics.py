"""What a server counts, and how it is told to Prometheus."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Final

#: The upper ends of the histogram's classes, in seconds.
BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
PREFIX: Final = "rete_chess_"


class Histogram:
    """How often something took how long."""

    def __init__(self) -> None:
        self._counts = [0] * (len(BOUNDS) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        """Count one more."""
        self._counts[bisect_left(BOUNDS, seconds)] += 1
        self._sum += seconds

    def lines(self, name: str) -> Iterator[str]:
        """The histogram as Prometheus reads it."""
        total = 0
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), self._counts):
            total += count
            yield f'{name}_bucket{{le="{bound}"}} {total}'
        yield f"{name}_sum {self._sum:.6f}"
        yield f"{name}_count {total}"


class Metrics:
    """Everything that is counted. Gauges are asked when somebody looks."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.errors: Counter[str] = Counter()  # refusals and errors by code
        self.apply = Histogram()  # processor time of one input of a room
        self.answer = Histogram()  # from the message of a client until everybody was told
        self.gauges: dict[str, tuple[str, Callable[[], float]]] = {}

    def text(self) -> str:
        """All of it in the format of Prometheus."""
        lines: list[str] = []
        for name, (what, ask) in self.gauges.items():
            lines += _head(name, "gauge", what)
            lines.append(f"{PREFIX}{name} {ask():g}")
        for name, what in COUNTED.items():
            lines += _head(name, "counter", what)
            lines.append(f"{PREFIX}{name} {self.counts[name]}")
        lines += _head("errors_total", "counter", "Refusals and errors, by code.")
        lines += [f'{PREFIX}errors_total{{code="{code}"}} {n}' for code, n in sorted(self.errors.items())]
        for name, (what, histogram) in self._histograms().items():
            lines += _head(name, "histogram", what)
            lines += histogram.lines(PREFIX + name)
        return "\n".join(lines) + "\n"

    def _histograms(self) -> Mapping[str, tuple[str, Histogram]]:
        return {
            "apply_seconds": ("Processor time of one input of a room.", self.apply),
            "answer_seconds": ("From a message until everybody was told.", self.answer),
        }


#: What is counted, and what it means.
COUNTED: Final = {
    "messages_total": "Messages of clients.",
    "sent_total": "Messages to clients.",
    "moves_total": "Moves that were played.",
    "entries_total": "Entries that were stored.",
    "rooms_made_total": "Rooms that were made.",
    "rooms_woken_total": "Rooms that were made again from the store.",
    "rooms_deleted_total": "Rooms that were deleted.",
    "workers_lost_total": "Workers that ended before their time.",
}


def _head(name: str, kind: str, what: str) -> list[str]:
    return [f"# HELP {PREFIX}{name} {what}", f"# TYPE {PREFIX}{name} {kind}"]
