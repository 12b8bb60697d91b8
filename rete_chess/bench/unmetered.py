"""The package without its meter: modules lose whatever counts steps while they are imported.

What is left is what the engine would be without budgets; beside it one sees what they cost.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType
from typing import Any, Final

_PACKAGE: Final = "rete_chess."
#: Modules that stay as they are: the meter itself, which then nobody asks.
_WHOLE: Final = ("rete_chess.metering",)
_METHODS: Final = ("charge", "turn_to", "note", "begin", "end", "look", "demand_budget")
_FUNCTIONS: Final = ("charge", "charge_for", "demand_budget", "look_at_clock")


class _Strip(ast.NodeTransformer):
    """Takes out all statements that count, and the sizes that are worked out for them."""

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        return ast.copy_location(ast.Pass(), node) if _is_counting(node.value) else node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        return ast.copy_location(ast.Pass(), node) if _is_spent(node.target) else node

    def visit_If(self, node: ast.If) -> ast.stmt:
        if isinstance(node.test, ast.Compare) and _is_spent(node.test.left):
            return ast.copy_location(ast.Pass(), node)
        self.generic_visit(node)
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        if any(map(_is_spent, node.targets)):
            return ast.copy_location(ast.Pass(), node)
        if _is_spent(node.value):
            node.value = ast.copy_location(ast.Constant(0), node.value)
        if isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Attribute):
            name = node.value.func.attr
            if name == "turn_to":
                node.value = ast.copy_location(ast.Constant(None), node.value)
            elif name == "combinations":
                zero = ast.copy_location(ast.Constant(0), node.value)
                node.value = ast.copy_location(ast.Tuple([zero, zero], ast.Load()), node.value)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.stmt:
        node.decorator_list = [one for one in node.decorator_list if not _is_metered(one)]
        self.generic_visit(node)
        return node


def _is_counting(node: ast.expr) -> bool:
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Name):
        return node.func.id in _FUNCTIONS
    return isinstance(node.func, ast.Attribute) and node.func.attr in _METHODS and _is_meter(node.func.value)


def _is_meter(node: ast.expr) -> bool:
    """Whether an expression is a meter, by its name."""
    return "meter" in (getattr(node, "id", ""), getattr(node, "attr", ""))


def _is_spent(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and node.attr in ("spent", "who") and _is_meter(node.value)


def _is_metered(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "metered"


class _Loader(SourceFileLoader):
    """Loads a module from its source without what counts; never from bytecode, which has it all."""

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        tree = _Strip().visit(ast.parse(self.get_data(path), path))
        code: CodeType = compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)
        return code


class _Finder(MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith(_PACKAGE) or fullname in _WHOLE:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        loader: Any = None if spec is None else spec.loader
        if spec is not None and isinstance(loader, SourceFileLoader):
            spec.loader = _Loader(loader.name, loader.path)
        return spec


def strip_meter() -> None:
    """Let all modules of the package that are imported from now on be without a meter."""
    sys.meta_path.insert(0, _Finder())
