"""Measure the page: bytes as they travel, time to the first paint, and from a click to the piece moved.

`python scripts/measure_page.py` starts a server of its own on this machine and needs Chromium.
"""

from __future__ import annotations

import gzip
import json
import re
import shutil
import statistics
import subprocess
import sys
from typing import Any

from playwright.sync_api import Page, sync_playwright

from rete_chess.web import STATIC

#: How often times are taken; the median is told.
ROUNDS = 7
#: Milliseconds from the click on a target to the frame in which the piece stands there.
CLICK_TO_MOVED = """async ([from, to]) => {
    const square = name => document.querySelector(`[data-square="${name}"]`);
    square(from).click();
    await new Promise(requestAnimationFrame);
    const began = performance.now();
    square(to).click();
    while (!square(to).querySelector("[data-piece]")) await new Promise(requestAnimationFrame);
    return performance.now() - began;
}"""
FIRST_PAINT = """async () => {
    const found = () => performance.getEntriesByName("first-contentful-paint")[0];
    while (!found()) await new Promise(requestAnimationFrame);
    return found().startTime;
}"""
MOVES = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6"]


def sizes() -> dict[str, int]:
    """Compressed bytes: of all that the page begins with, and of what the workshop adds."""
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    first = set(re.findall(r"/static/([\w.-]+)", page)) | {"index.html"}
    packed = {path.name: len(gzip.compress(path.read_bytes(), 6)) for path in STATIC.iterdir()}
    scripts = [name for name in packed if name.endswith((".js", ".css")) and name not in first]
    return {"first": sum(packed[name] for name in first), "later": sum(packed[name] for name in scripts)}


def first_paint(page: Page, address: str) -> float:
    """Milliseconds to the first paint of the lobby, the median of some visits with an empty cache."""
    taken = []
    for _ in range(ROUNDS):
        page.goto("about:blank")
        page.goto(address)
        taken.append(float(page.evaluate(FIRST_PAINT)))
    return statistics.median(taken)


def click_to_moved(page: Page, address: str) -> float:
    """Milliseconds from a click to the piece moved, in chess against nobody."""
    page.goto(address)
    page.get_by_test_id("variant-chess").click()
    page.get_by_test_id("opponent-nobody").click()
    page.get_by_test_id("start").click()
    page.wait_for_selector("[data-square=e2] [data-piece]")
    taken: list[float] = []
    for number, move in enumerate(MOVES, 1):
        taken.append(page.evaluate(CLICK_TO_MOVED, [move[:2], move[2:]]))
        page.wait_for_selector(f"[data-ply='{number}']")
    return statistics.median(taken)


def main() -> None:
    """Print all measures as JSON."""
    words = [sys.executable, "-m", "rete_chess", "serve", "--port=0", "--store=:memory:", "--log-level=error"]
    measures: dict[str, Any] = {"gzipBytes": sizes()}
    with (
        subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server,
        sync_playwright() as playwright,
    ):
        assert server.stdout is not None
        address = server.stdout.readline().split()[-1]
        try:
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox"]
            )
            page = browser.new_page()
            measures["firstPaintMs"] = round(first_paint(page, address), 1)
            measures["clickToMovedMs"] = round(click_to_moved(page, address), 1)
            browser.close()
        finally:
            server.terminate()
    print(json.dumps(measures, indent=2))


if __name__ == "__main__":
    main()
