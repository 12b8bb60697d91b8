"""The page that servers show, as files: built from the sources in `web/`, and part of the package."""

from pathlib import Path
from typing import Final

#: The folder of the built page; `index.html` in it is the page itself.
STATIC: Final = Path(__file__).resolve().parent / "static"
