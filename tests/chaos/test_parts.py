"""``make chaos`` runs every part that it names."""

import pytest

from tests.chaos.__main__ import CROWDS, PARTS, commands


@pytest.mark.parametrize("part", PARTS)
def test_every_part_is_one_that_the_command_line_knows(part: str) -> None:
    assert commands().parse_args(part.split()).run


def test_a_crowd_is_named_or_all_are_meant() -> None:
    assert commands().parse_args(["crowds"]).which == []
    assert commands().parse_args(["crowds", *CROWDS]).which == list(CROWDS)


def test_a_crowd_that_there_is_not_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        commands().parse_args(["crowds", "quue"])
    assert "'quue' is none of rolling, draining, queue, memory" in capsys.readouterr().err
