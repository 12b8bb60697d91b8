"""The pages of the error codes: what each means, an example that causes it, and the repair."""

from __future__ import annotations

from rete_chess.error_pages.pages import Page, page, pages

__all__ = ["Page", "page", "pages"]
