"""Files written whole or not at all: what stands in the end, and what is left where it fails."""

from __future__ import annotations

import errno
import os
import stat
import threading
from pathlib import Path
from typing import Any

import pytest

from rete_chess.storage import files_below, whole_file, write_whole


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_text_becomes_a_file(tmp_path: Path) -> None:
    write_whole(tmp_path / "a.txt", "ä\n")
    write_whole(str(tmp_path / "a.txt"), "ö\n")
    assert (tmp_path / "a.txt").read_text(encoding="utf-8") == "ö\n"
    assert names(tmp_path) == ["a.txt"]


def test_a_longest_name_has_room(tmp_path: Path) -> None:
    write_whole(tmp_path / ("x" * 255), "here")
    assert names(tmp_path) == ["x" * 255]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_what_fails_in_the_middle_leaves_the_old_one(tmp_path: Path, error: type[BaseException]) -> None:
    place = tmp_path / "a.txt"
    place.write_text("old", encoding="utf-8")

    def fail() -> None:
        with whole_file(place) as file:
            file.write("new" * 100_000)
            raise error

    with pytest.raises(error):
        fail()
    assert (names(tmp_path), place.read_text(encoding="utf-8")) == (["a.txt"], "old")


def test_rights_and_links_stay(tmp_path: Path) -> None:
    place, link = tmp_path / "a.txt", tmp_path / "link.txt"
    place.write_text("old", encoding="utf-8")
    place.chmod(0o640)
    link.symlink_to(place.name)
    write_whole(link, "new")
    assert link.is_symlink()
    assert place.read_text(encoding="utf-8") == "new"
    assert stat.S_IMODE(place.stat().st_mode) == 0o640
    write_whole(tmp_path / "b.txt", "")
    (tmp_path / "c.txt").touch()
    assert (tmp_path / "b.txt").stat().st_mode == (tmp_path / "c.txt").stat().st_mode


def test_a_draft_that_somebody_left_is_in_nobodys_way(tmp_path: Path) -> None:
    left = f".{os.getpid()}-0.tmp"
    (tmp_path / left).write_text("left", encoding="utf-8")
    write_whole(tmp_path / "a.txt", "here")
    assert names(tmp_path) == [left, "a.txt"]


def test_errors_name_the_file_that_was_asked_for(tmp_path: Path) -> None:
    wrong = {tmp_path: "Is a directory", tmp_path / "none" / "a.txt": "No such file"}
    if os.path.exists("/dev/full"):
        wrong[Path("/dev/full")] = "No space left"
    for path, reason in wrong.items():
        with pytest.raises(OSError, match=reason) as caught:
            write_whole(path, "here")
        assert caught.value.filename == str(path)
    assert names(tmp_path) == []


def test_errors_of_the_block_are_its_own(tmp_path: Path) -> None:
    with pytest.raises(BrokenPipeError) as caught, whole_file(tmp_path / "a.txt"):
        raise BrokenPipeError
    assert caught.value.filename is None
    assert names(tmp_path) == []


def test_a_pipe_is_written_as_it_is(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    heard: list[str] = []
    reader = threading.Thread(target=lambda: heard.append(pipe.read_text(encoding="utf-8")))
    reader.start()
    write_whole(pipe, "here")
    reader.join()
    assert (heard, names(tmp_path)) == (["here"], ["pipe"])


def test_all_files_below_a_folder_are_told(tmp_path: Path) -> None:
    for name in ("b/c.txt", "a.txt", "b/a/d.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("", encoding="utf-8")
    told = [str(path.relative_to(tmp_path)) for path in files_below(tmp_path)]
    assert told == ["a.txt", "b/a/d.txt", "b/c.txt"]


def test_a_folder_that_cannot_be_read_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "locked").mkdir()
    scandir = os.scandir

    def refusing(path: Any) -> Any:
        if str(path).endswith("locked"):
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refusing)
    with pytest.raises(PermissionError, match="locked"):
        files_below(tmp_path)
    with pytest.raises(FileNotFoundError, match="nowhere"):
        files_below(tmp_path / "nowhere")
