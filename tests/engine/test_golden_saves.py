"""What a version has saved, the same version goes on with: else stored matches would break without a word."""

import json
from base64 import b64decode
from operator import attrgetter
from pathlib import Path

import pytest

from engine import Game, OtherVersion, catalogue, pin, saves
from tests.engine import golden
from tests.engine.golden import POOL, Golden, fields_of, holds, stored

PIN, SAVES = stored()

REMEDY = (
    "If this change is meant, raise engine/saves.py VERSION (what stands in a save) or engine/game.py ENGINE_VERSION "
    "(how a game goes on), then run: python -m tests.engine.golden"
)


def test_the_golden_saves_are_those_of_this_version() -> None:
    assert pin(POOL) == PIN, "The version was raised, or a card has changed. Run: python -m tests.engine.golden"


@pytest.mark.parametrize("each", SAVES, ids=[f"save {number}" for number in range(len(SAVES))])
def test_a_golden_save_is_read_as_it_was_written_and_goes_on_as_it_did(each: Golden) -> None:
    try:
        game = Game.load(each.save, POOL)
        assert fields_of(game._match.state) == each.fields
        assert game.save() == each.save
        for entry in each.entries:
            game.take_entry(entry)
    except Exception as changed:
        raise AssertionError(REMEDY) from changed
    assert game.chain == each.chain, REMEDY


def test_the_golden_saves_hold_battles_effects_and_whatever_else_waits() -> None:
    held = set().union(*(holds(Game.load(golden.save, POOL)._match.state) for golden in SAVES))
    assert {
        "battle",
        "damage",
        "batch",
        "modifiers",
        "delayed",
        "pending",
        "links",
        "looked",
        "revealed",
        "nights",
        "used",
    } <= held
    kinds = {name.split()[1] for name in held if name.startswith("frame ")}
    assert kinds == {"setup", "turn", "battle", "check", "effect"}


OLDER = sorted((Path(__file__).parent / "older").glob("saves*.txt"))
"""A save of each earlier format, in base 64: whoever raises the number keeps one of the format before."""


def test_a_save_of_each_earlier_format_is_kept() -> None:
    assert [file.stem for file in OLDER] == [f"saves{version}" for version in range(1, saves.VERSION)]


@pytest.mark.parametrize("file", OLDER, ids=[file.stem for file in OLDER])
def test_a_save_of_an_earlier_format_is_refused_by_its_name(file: Path) -> None:
    refused = f"the save has format {file.stem.removeprefix('saves')}, this engine reads format {saves.VERSION}"
    with pytest.raises(OtherVersion, match=refused):
        Game.load(b64decode(file.read_text()), catalogue)


def test_golden_saves_are_not_written_over_without_a_new_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = tmp_path / "golden_saves.json"
    mine.write_text(json.dumps({"pin": pin(POOL), "saves": []}))
    monkeypatch.setattr(golden, "FILE", mine)
    with pytest.raises(SystemExit, match="raise its number first"):
        golden.main()
    assert stored() == (pin(POOL), [])


def test_a_change_of_what_stands_in_a_save_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two fields that change places give the same bytes back, and are found all the same."""
    plain = dict(saves._PLAIN)
    names = list(plain)
    one, other = names.index("material"), names.index("ingredient")
    names[one], names[other] = names[other], names[one]
    monkeypatch.setattr(saves, "_PLAIN", {name: plain[name] for name in names})
    monkeypatch.setattr(saves, "_plain_fields", attrgetter(*names))
    assert any(fields_of(Game.load(each.save, POOL)._match.state) != each.fields for each in SAVES)
