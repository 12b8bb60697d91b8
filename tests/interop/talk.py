"""Conversations with a machine without threads: what takes time is done as soon as it is begun."""

from __future__ import annotations

from typing import Any

from rete_chess.interop.shell import Machine
from rete_chess.interop.tasks import Task


class Talk:
    """A conversation, and all that was said in it."""

    def __init__(self, machine: Machine, is_prompt: bool = True) -> None:
        self.machine = machine
        self.is_prompt = is_prompt  # whether tasks are done at once
        self.said: list[str] = []
        self._task: Task | None = None

    def say(self, *lines: str) -> list[str]:
        """Say lines; returns what is answered to them."""
        before = len(self.said)
        for line in lines:
            self.said += self.machine.hear(line)
            if self.is_prompt:
                self.work()
        return self.said[before:]

    def work(self) -> list[str]:
        """Do what has to be done; returns what is said meanwhile and at its end."""
        before = len(self.said)
        while (task := self.take()) is not None:
            self.do(task)
        return self.said[before:]

    def take(self) -> Task | None:
        """The task that has been begun."""
        task, self._task = self._task or self.machine.take_task(), None
        return task

    def do_some(self, task: Task) -> None:
        """Do a task until it has found something."""

        def tell(found: object) -> None:
            self.said += self.machine.told(task, found)
            task.reins.end_at(0.0)

        task.run(tell)

    def do(self, task: Task) -> None:
        """Do a task to its end."""

        def tell(found: object) -> None:
            self.said += self.machine.told(task, found)

        outcome: Any
        try:
            outcome = task.run(tell)
        except Exception as error:
            outcome = error
        self.said += self.machine.done(task, outcome)
