"""The numbered list of decided ambiguities and the code know each other."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
LIST = ROOT / "engine" / "rules" / "ambiguities.md"
ROW = re.compile(r"^\| (\d+) \|.*\| ([^|]+) \|$", re.MULTILINE)
MENTION = re.compile(r"\bambiguity (\d+)\b")


def entries() -> dict[int, str]:
    return {int(number): place for number, place in ROW.findall(LIST.read_text(encoding="utf-8"))}


def test_entries_are_numbered_without_gaps() -> None:
    assert list(entries()) == list(range(1, len(entries()) + 1))


def test_every_entry_names_the_code_in_which_it_acts() -> None:
    for number, place in entries().items():
        file, *names = re.findall(r"`([^`]+)`", place)
        text = (ROOT / "engine" / file).read_text(encoding="utf-8")
        for name in names:
            assert re.search(rf"\b(def |case \w+\.){name}\b", text), f"ambiguity {number}: {file} has no {name}"


def test_every_mention_of_an_ambiguity_is_on_the_list() -> None:
    known = entries()
    places = ("engine/**/*.py", "tests/scenarios/**/*.yaml", "clients/rulings/*.yaml")
    files = [file for place in places for file in ROOT.glob(place)]
    mentions = {int(n) for file in files for n in MENTION.findall(file.read_text(encoding="utf-8"))}
    assert mentions
    assert mentions <= set(known)
