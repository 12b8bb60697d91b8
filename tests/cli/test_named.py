"""Names on the command line and in scenarios: files, or ids of neighbours or registered ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.helpers import Run

MINE = "kind: variant\nid: mine\nname: Mine\ndescription: d\nextends: chess\n"
DOCUMENTS = {
    "mine.variant.yaml": MINE,
    "atomic.variant.yaml": MINE.replace("mine", "atomic"),
    "bounty.preset.yaml": (
        "kind: preset\nid: bounty\nname: Bounty\ndescription: d\nconfig: {prize: 2}\n"
        "rules: [{id: pay, at: capture, when: [{event: {piece: $p}}], do: [{log: {text: paid}}]}]\n"
    ),
    "odd.layout.yaml": (
        "kind: layout\nid: odd\nname: Odd\ndescription: d\nfen: 4k3/8/8/8/8/8/8/4K2R w - - 0 1\n"
    ),
    "riders.profile.yaml": (
        "kind: profile\nid: riders\nname: Riders\ndescription: d\n"
        "perType: [{pieceType: pawn, kind: DirectionAdditions, value: knight}]\n"
    ),
    "hopper.modifier.yaml": (
        "kind: modifier\nid: hopper\ntype: data\nversion: 1\nname: Hopper\ndescription: d\n"
        "primitives: [{kind: add-direction, directions: [{df: -1, dr: 2}]}]\n"
    ),
    "own.scenario.yaml": "kind: scenario\nname: own\nvariant: mine\nlegal: [e4]\n",
}


@pytest.fixture(params=["by id, there", "by file, from elsewhere"])
def variant(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    for name, text in DOCUMENTS.items():
        (tmp_path / name).write_text(text, "utf-8")
    if request.param == "by id, there":
        monkeypatch.chdir(tmp_path)
        return "mine"
    return str(tmp_path / "mine.variant.yaml")


def named(variant: str, id_: str, kind: str) -> tuple[str, str]:
    """A document beside the variant by its id, and as a file."""
    return id_, str(Path(variant).parent / f"{id_}.{kind}.yaml")


def test_variant_is_found_in_the_current_folder(run: Run, variant: str) -> None:
    assert run("perft", variant, "--depth", "1", "--json").json["variant"] == "mine"


def test_preset_lies_beside_the_variant(run: Run, variant: str) -> None:
    for name in named(variant, "bounty", "preset"):
        words = ("--preset", f"{name}:white,prize=3", "--moves", "e4 d5 exd5", "--json")
        assert "bounty/pay" in run("trace", variant, *words).out
        checked = run("check-presets", name, "--variant", variant, "--json")
        assert [preset["id"] for preset in checked.json["presets"]] == ["bounty"]


def test_profile_lies_beside_the_variant(run: Run, variant: str) -> None:
    for name in named(variant, "riders", "profile"):
        assert "e2d4" in run("moves", variant, "--profile", name, "--json").json["moves"]
        checked = run("check-profiles", name, "--variant", variant, "--json")
        assert checked.json["profiles"] == ["riders"]


def test_modifier_lies_beside_the_variant(run: Run, variant: str) -> None:
    for name in named(variant, "hopper", "modifier"):
        assert "e2d4" in run("moves", variant, "--modifier", f"{name}:pawn", "--json").json["moves"]


def test_layout_lies_beside_the_variant(run: Run, variant: str) -> None:
    for name in named(variant, "odd", "layout"):
        assert run("moves", variant, "--layout", name, "--json").json["fen"].startswith("4k3/8")


def test_scenario_finds_what_lies_beside_it(run: Run, variant: str) -> None:
    folder = Path(variant).parent
    document = "kind: scenario\nname: own\nvariant: mine\nprofiles: [riders]\nlegal: [e2d4]\n"
    (folder / "ridden.scenario.yaml").write_text(document, "utf-8")
    document = (
        "kind: scenario\nname: own\nvariant: mine\nmodifiers: [{id: hopper, for: {type: pawn}}]\n"
        "play: [e2d4, {queue: [riders]}, a6]\nlegal: [d4e6]\n"
    )
    (folder / "hopped.scenario.yaml").write_text(document, "utf-8")
    for name in ("own", "ridden", "hopped"):
        file = str(folder / f"{name}.scenario.yaml")
        assert run("test", file).out.strip().endswith("1 passed, 0 failed")
        assert run("validate", file, "--strict").code == 0


def test_registered_variant_comes_before_the_current_folder(run: Run, variant: str) -> None:
    answer = run("trace", "atomic", "--moves", "e4 d5 exd5", "--json").out
    assert "atomic/" in answer


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("mien",), "did you mean 'mine'?"),
        (("mine", "--preset", "bountie"), "did you mean 'bounty'?"),
        (("mine", "--profile", "rider"), "did you mean 'riders'?"),
        (("mine", "--modifier", "hoper"), "did you mean 'hopper'?"),
        (("mine", "--layout", "od"), "did you mean 'odd'?"),
        (("mine", "--layout", "mine.variant.yaml"), "a variant is no layout"),
        (("mine", "--preset", "odd.layout.yaml"), "a layout is no preset"),
    ],
)
@pytest.mark.parametrize("variant", ["by id, there"], indirect=True)
def test_neighbours_are_nearest_names(run: Run, variant: str, words: tuple[str, ...], says: str) -> None:
    assert says in run("moves", *words).err


@pytest.mark.parametrize("variant", ["by id, there"], indirect=True)
def test_misspelt_variant_of_a_scenario_is_told(run: Run, variant: str) -> None:
    Path("own.scenario.yaml").write_text(DOCUMENTS["own.scenario.yaml"].replace("mine", "mien"), "utf-8")
    assert "did you mean 'mine'?" in run("validate", "own.scenario.yaml").out
