"""The hook of the build: wheels hold compiled modules where a C compiler is found, and are pure where not.

`RETE_CHESS_PURE=1` asks for a pure one. An editable installation is always pure: it runs the sources as
they lie, and a compiled module would hide every change of its source.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileHook(BuildHookInterface):
    """Compiles the modules that `pyproject.toml` names, in a copy of the package."""

    def dependencies(self) -> list[str]:
        """What has to be installed to build; nothing for a pure wheel."""
        return list(self.config["compilers"]) if reason_for_pure() is None else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        reason = reason_for_pure()
        if reason is None:
            self.folder = tempfile.TemporaryDirectory(prefix="rete-chess-")
            reason = self.compile_into(Path(self.folder.name), build_data)
        if reason is not None:
            self.app.display_warning(f"rete-chess is built as pure Python: {reason}")

    def compile_into(self, folder: Path, build_data: dict[str, Any]) -> str | None:
        """Compile in a folder and let the wheel hold what came of it; returns why nothing did."""
        package = folder / "rete_chess"
        ignored = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd", "static")
        shutil.copytree(Path(self.root) / "rete_chess", package, ignore=ignored)
        script = Path(self.root) / "scripts" / "compile_package.py"
        done = subprocess.run(
            [sys.executable, str(script), *self.config["modules"]],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        found = [path for path in package.rglob("*") if path.suffix in (".so", ".pyd")]
        if done.returncode or not found:
            words = done.stdout.strip().splitlines()
            return f"compiling failed: {words[-1] if words else 'nothing was made'}"
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["dependencies"] += self.config["runtime"]
        for path in found:
            build_data["force_include"][str(path)] = path.relative_to(folder).as_posix()
        return None

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        folder = getattr(self, "folder", None)
        if folder is not None:
            folder.cleanup()


def reason_for_pure() -> str | None:
    """Why nothing is compiled, or None."""
    if os.environ.get("RETE_CHESS_PURE", "0") not in ("", "0"):
        return "RETE_CHESS_PURE asks for it"
    if sys.implementation.name != "cpython":
        return f"{sys.implementation.name} runs no compiled modules of ours"
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    if os.name != "nt" and shutil.which(shlex.split(command)[0]) is None:
        return f"no C compiler was found as {command}"
    return None
