"""The command line for tests of files that come in and go out."""

from tests.cli.conftest import run

__all__ = ["run"]
