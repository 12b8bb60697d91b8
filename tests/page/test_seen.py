"""What stands on pieces and beside the board: hit points, hands, rule lines, the time that is left, words."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from rete_chess import Match, serial
from tests.page.acts import expect_moves, expect_toast, move, open_tab, piece, square
from tests.page.editors import open_composer, play
from tests.page.serving import Serving
from tests.page.test_replay import save_of, watch
from tests.page.test_two_players import choose_preset
from tests.page.test_workshop import expect_problems, write
from tests.page.windows import PHONE, Windows

BRAGGARTS = """\
kind: variant
id: braggarts
name: Braggarts
extends: chess
rules:
  - id: brag
    at: capture
    when: [{event: {piece: $hunter}}]
    do: [{log: {text: "{hunter} takes a bow"}}]
"""
HOUR = 3_600_000


def vital(page: Page, name: str) -> Locator:
    """What the piece on a square has of its hit points."""
    return square(page, name).locator("[data-vital=Hp]")


def test_hit_points_stand_on_pieces_from_the_start(site: Serving, windows: Windows, tmp_path: Path) -> None:
    page = windows.open(site.room("chess", presets=[{"id": "piece-hp"}]))
    expect(page.locator("[data-vital=Hp]")).to_have_count(32)
    expect(vital(page, "e2")).to_have_text("Hp 2")
    for way in ("e2e4", "d7d5"):
        move(page, way)
    square(page, "e4").click()
    square(page, "d5").click()
    expect_moves(page, 3)
    expect(vital(page, "d5")).to_have_text("Hp 1")
    expect(vital(page, "d5")).to_have_class("low")
    expect(square(page, "d5")).to_have_accessible_name(re.compile("Hp 1"))
    page.get_by_test_id("back").click()
    expect(vital(page, "d5")).to_have_text("Hp 2")
    page.get_by_test_id("now").click()
    windows.shoot(page, "hurt")

    # They go with the rule that gave them, and are there in the replay and in the workshop, too.
    open_tab(page, "rules")
    page.get_by_test_id("change-rules").click()
    page.get_by_test_id("preset-toggle-piece-hp").uncheck()
    page.get_by_test_id("propose").click()
    move(page, "a7a6")
    expect(page.locator("[data-vital]")).to_have_count(0)
    page = windows.open(f"{site.address}/replay")
    watch(page, save_of(tmp_path, "warlords", "e4"))
    expect(vital(page, "e2")).to_have_text("Hp 2")
    page = windows.open(f"{site.address}/workshop")
    write(page, "kind: variant\nid: hardy\nname: Hardy\nextends: chess\npresets: [{id: piece-hp}]\n")
    expect(page.locator("[data-vital=Hp]")).to_have_count(32)


def test_what_a_rule_writes_stands_in_the_trace(site: Serving, windows: Windows) -> None:
    page = windows.open(site.room(BRAGGARTS, moves="e4 d5 exd5"))
    open_tab(page, "trace")
    firing = page.locator("[data-rule='braggarts/brag']")
    expect(firing.locator(".log-line")).to_have_text("the white pawn on e4 takes a bow")


def test_hands_are_dragged_and_seen_in_earlier_positions(
    site: Serving, windows: Windows, tmp_path: Path
) -> None:
    page = windows.open(site.room("crazyhouse", moves="e4 d5 exd5 Qxd5"))
    white, black = page.get_by_test_id("hand-white"), page.get_by_test_id("hand-black")
    held = white.locator("[data-held=pawn]")
    expect(held).to_have_accessible_name("1 Pawn")
    expect(black.locator("[data-held=pawn]")).to_have_accessible_name("1 Pawn")

    held.drag_to(square(page, "e8"))  # where it cannot be dropped
    expect_toast(page, "e8")
    expect(held).to_have_attribute("aria-pressed", "false")
    held.drag_to(square(page, "e4"))
    expect(piece(page, "e4")).to_have_accessible_name("white pawn")
    expect(held).to_have_count(0)
    expect_moves(page, 5)

    page.keyboard.press("ArrowLeft")
    expect(held).to_be_disabled()
    page.keyboard.press("Home")
    expect(page.locator("[data-held]")).to_have_count(0)
    expect(white).to_be_visible()
    page.keyboard.press("End")
    black.locator("[data-held=pawn]").click()
    square(page, "e5").click()
    expect(piece(page, "e5")).to_have_accessible_name("black pawn")
    windows.shoot(page, "room")

    page = windows.open(f"{site.address}/replay")
    watch(page, save_of(tmp_path, "crazyhouse", "e4 d5 exd5 Qxd5"))
    expect(page.locator("[data-held]")).to_have_count(0)
    page.keyboard.press("End")
    expect(page.locator("[data-held=pawn]")).to_have_count(2)


def test_the_countdown_goes_by_the_servers_clock(serve: Callable[..., Serving], windows: Windows) -> None:
    site = serve(consent_seconds="40")
    wrong = [f"const now = Date.now; Date.now = () => now() + {shift};" for shift in (HOUR, -HOUR)]
    white = windows.open(site.room(mode="multiplayer", side="white"), script=wrong[0])
    black = windows.open(white.get_by_test_id("share-link").input_value(), script=wrong[1])
    expect(white.get_by_test_id("status")).to_have_text("Your turn")
    choose_preset(white, "piece-hp")
    for page in (white, black):
        expect(page.get_by_test_id("countdown")).to_have_text(re.compile(r"^(3\d|40) s left$"))
    black.reload()  # told anew, a while later
    expect(black.get_by_test_id("countdown")).to_have_text(re.compile(r"^[23]\d s left$"))


def test_on_a_phone_all_that_play_needs_is_seen_at_once(site: Serving, windows: Windows) -> None:
    for variant in ("chess", "crazyhouse"):
        page = windows.open(site.room(variant, moves="e4 e5"), PHONE)
        for name in ("status", "flip", "take-back", "back", "forth", "more", "move-input"):
            box = page.get_by_test_id(name).bounding_box()
            assert box is not None, name
            assert box["y"] + box["height"] <= PHONE[1], name
        page.get_by_test_id("more").click()
        box = page.get_by_role("menu").bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE[0]


def test_the_sandbox_takes_every_piece_of_the_variant(site: Serving, windows: Windows) -> None:
    page = windows.open(f"{site.address}/workshop")
    write(page, "kind: variant\nid: my-shogi\nname: My shogi\nextends: minishogi\n")
    expect_problems(page, "No problems")
    page.get_by_test_id("visual-editors").click()
    page.get_by_test_id("open-composer").click()
    for kind in ("on-capture", "add-to-attribute"):
        page.get_by_test_id(f"take-{kind}").click()
    carrier = page.get_by_test_id("sandbox-carrier")
    board = page.get_by_test_id("sandbox-board")
    types = [kind["type"] for kind in serial.manifest_data(Match("minishogi"))]
    expect(carrier.locator(f"option:nth-child(-n+{len(types)})")).to_have_count(len(types))
    first = carrier.locator("option").evaluate_all("options => options.map(option => option.value)")
    assert set(first[: len(types)]) == set(types)
    for name in types:
        carrier.select_option(name)
        expect(page.get_by_test_id("sandbox-scene")).to_have_value("home")
        expect(board.locator("[data-square]")).to_have_count(25)
        expect(page.get_by_test_id("sandbox-trouble")).to_have_count(0)
        page.get_by_test_id("sandbox-scene").select_option("skirmish")
        expect(board.locator("[data-square]")).to_have_count(64)
        expect(page.get_by_test_id("sandbox-carriers")).to_contain_text(f"white {name} on d4")
        expect(page.get_by_test_id("sandbox-trouble")).to_have_count(0)
    carrier.select_option("shogi-pawn")
    page.get_by_test_id("sandbox-scene").select_option("skirmish")
    play(page, "sandbox-board", "d4", "d5")
    expect(page.get_by_test_id("sandbox-carriers")).to_contain_text("on d5")


def test_a_shipped_piece_of_another_game_is_tried_in_it(site: Serving, windows: Windows) -> None:
    page = open_composer(windows, site)
    page.get_by_test_id("take-modify-movement-range").click()
    page.get_by_test_id("sandbox-carrier").select_option("cannon")
    expect(page.get_by_test_id("sandbox-carriers")).to_contain_text("white cannon on d4")
    page.get_by_test_id("sandbox-scene").select_option("home")
    expect(page.get_by_test_id("sandbox-board").locator("[data-square]")).to_have_count(90)
    expect(page.get_by_test_id("sandbox-carriers")).to_contain_text("white cannon on b3")
    expect(page.get_by_test_id("sandbox-trouble")).to_have_count(0)


def test_a_line_that_is_set_in_wrongly_is_mended_by_a_press(site: Serving, windows: Windows) -> None:
    page = windows.open(f"{site.address}/workshop")
    expect(page.get_by_test_id("live-board")).to_be_visible()
    write(page, BRAGGARTS.replace("    at:", "     at:").replace("name: Braggarts", "name Braggarts"))
    problem = page.get_by_test_id("problem")
    expect(problem).to_contain_text("A colon is missing behind `name`")
    page.get_by_test_id("repair").click()
    expect(problem).to_contain_text("`at` is set in too far: by 5 spaces")
    expect(problem).to_contain_text("Give it 4 spaces, like `id` in line 6.")
    expect(problem.get_by_role("button").first).to_have_attribute("title", re.compile("not well-formed YAML"))
    expect(page.get_by_test_id("repair")).to_have_text("Set in by 4 spaces")
    windows.shoot(page, "problem")
    page.get_by_test_id("repair").click()
    expect_problems(page, "No problems")


def test_a_piece_is_told_in_words_of_players(site: Serving, windows: Windows) -> None:
    page = windows.open(site.room("standard-bearers", profiles=["aggressive-pack-v1"]))
    piece(page, "d2").click(button="right")
    facts = page.get_by_test_id("facts")
    expect(facts).to_contain_text("+1 from the white bishop on c1: Standard-bearers, inspire")
    expect(facts.locator("[title='standard-bearers/inspire']")).to_have_count(1)
    expect(facts.locator("[data-fact=ShieldCharges] th")).to_have_text("Shield chargesShieldCharges")
    square(page, "b1").click(button="right")
    expect(page.get_by_test_id("acts")).to_contain_text("When it captures: Pack hunger.")
    expect(page.get_by_test_id("hooks")).to_have_text("1 on-capture trigger")
    square(page, "d1").click(button="right")
    expect(facts.locator("[data-fact=HpBonus]")).to_contain_text("+1 for all of its type: Aggressive pack")
    expect(facts.locator("tr").first).to_contain_text("It dies when it has none left.")
    windows.shoot(page, "inspector")
