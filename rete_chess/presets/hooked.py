"""A Python preset in force: the hooks with their scope and settings, and the one way to call them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from rete_chess.errors import HookError, MoveError, RuleFailedError
from rete_chess.presets.answers import checked

if TYPE_CHECKING:
    from rete_chess.presets.preset import PythonPreset

Answer = TypeVar("Answer")


@dataclass(frozen=True, eq=False)
class HookedPreset:
    """One active Python preset."""

    preset: PythonPreset
    scope: str
    config: Mapping[str, Any]
    layer: int = 0  # its place among all documents: an override of one before it comes first

    @property
    def id(self) -> str:
        return self.preset.id

    def has(self, hook: str) -> bool:
        return hook in self.preset.hooks

    def covers(self, color: str) -> bool:
        """Whether it is active for a side."""
        return self.scope in ("both", color)

    def ask(self, hook: str, *arguments: Any) -> Any:
        """Call a hook and check its answer."""
        return self.guarded(hook, lambda: checked(hook, getattr(self.preset.instance, hook)(*arguments)))

    def guarded(self, hook: str, work: Callable[[], Answer]) -> Answer:
        """Do the work of a hook; whatever goes wrong names the preset and the hook."""
        try:
            return work()
        except HookError as error:
            raise self.named(error, hook) from None
        except (MoveError, RuleFailedError):  # of the rules that the hook set off
            raise
        except Exception as error:
            raise RuleFailedError(f"{self.id}/{hook}", self.preset.origin(hook), error) from error

    def named(self, error: HookError, hook: str) -> HookError:
        """The error of a hook that names the preset and the hook."""
        return error.at(f"{self.id}/{hook}", self.preset.origin(hook))
