"""Compile modules of the package with mypyc, in place; the working folder holds a copy of the package.

`python compile_package.py 'rete_chess/core/flat/*.py'`: the arguments are patterns of modules. Packages
themselves (`__init__.py`) stay interpreted. The build of a wheel calls this; see `hatch_build.py`.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

#: The library that holds all compiled modules; what stands at their places only points to it.
GROUP: Final = "rete_chess.compiled"


def modules_of(patterns: list[str]) -> list[str]:
    """The files of the patterns; one that begins with `!` takes files away again."""
    found: set[str] = set()
    for pattern in patterns:
        files = {path.as_posix() for path in Path().glob(pattern.lstrip("!"))}
        if not files:
            raise SystemExit(f"no module is called {pattern}")
        found = found - files if pattern.startswith("!") else found | files
    return sorted(path for path in found if not path.endswith("__init__.py"))


def compile_modules(modules: list[str]) -> None:
    """Compile the modules to one library, with a place holder for each of them."""
    from mypyc.build import mypycify
    from setuptools import setup

    # An empty config file name keeps the settings of a checkout out of the build; what the package needs to
    # run need not be installed to build it.
    options = ["--config-file=", "--follow-imports=silent", "--ignore-missing-imports"]
    extensions = mypycify([*options, *modules], group_name=GROUP, opt_level="3", debug_level="0")
    for extension in extensions:
        if os.name != "nt":
            # Nobody replaces a function of the library by another: calls within it may be direct.
            extension.extra_compile_args.append("-fno-semantic-interposition")
    setup(name="rete-chess", packages=[], ext_modules=extensions, script_args=["-q", "build_ext", "-i"])


if __name__ == "__main__":
    compile_modules(modules_of(sys.argv[1:]))
