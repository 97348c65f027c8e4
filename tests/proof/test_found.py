"""What a long run once found broken stays kept: each file is a failure as it was made small, and mended since."""

from pathlib import Path

import pytest

from tests.proof.writing import read

FOUND = sorted((Path(__file__).parent / "found").iterdir())


@pytest.mark.parametrize("path", FOUND, ids=lambda path: path.stem)
def test_what_was_found_once_is_kept_now(path: Path) -> None:
    assert read(path).run(None).broken is None
