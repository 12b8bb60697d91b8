"""rete_chess: write a chess variant as a page of YAML, and play it, test it, trace it, share it.

It imports nothing before a name is asked for, so that the command line is soon ready for a Ctrl-C.
"""

TYPE_CHECKING = False  # what typing says, without importing it

if TYPE_CHECKING:
    from rete_chess.compiler import Program, catalog, load, load_text
    from rete_chess.compiler import compile_document as compile  # noqa: A004
    from rete_chess.engine import Engine, LegalMove, MoveRecord
    from rete_chess.errors import ReteChessError
    from rete_chess.match import Match
    from rete_chess.metering import Budget
    from rete_chess.presets import preset

__version__ = "0.1.0"

__all__ = [
    "Budget",
    "Engine",
    "LegalMove",
    "Match",
    "MoveRecord",
    "Program",
    "ReteChessError",
    "__version__",
    "catalog",
    "compile",
    "load",
    "load_text",
    "preset",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        return _face()[0](name)

    def __dir__() -> list[str]:
        return _face()[1]()

    def _face() -> tuple:
        """The `__getattr__` and `__dir__` of the package."""
        from rete_chess.registry import shown

        homes = {
            **dict.fromkeys(("Engine", "LegalMove", "MoveRecord"), "engine"),
            "Match": "match",
            **dict.fromkeys(("Program", "catalog", "load", "load_text"), "compiler"),
            "compile": "compiler:compile_document",
            "ReteChessError": "errors",
            "Budget": "metering",
            "preset": "presets",
        }
        return shown(__name__, homes)
