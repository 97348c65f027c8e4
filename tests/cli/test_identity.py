from pathlib import Path

from clients.cli import identity

URL = "http://127.0.0.1:1"


def test_the_next_program_is_who_the_last_one_was(tmp_path: Path) -> None:
    with identity.claim(tmp_path) as folder:
        identity.remember(folder, URL, "token")
    with identity.claim(tmp_path) as folder:
        assert identity.recall(folder, URL) == "token"


def test_two_programs_at_the_same_time_are_two_guests(tmp_path: Path) -> None:
    with identity.claim(tmp_path) as one:
        identity.remember(one, URL, "first")
        with identity.claim(tmp_path) as other:
            assert not identity.recall(other, URL)
            identity.remember(other, URL, "second")
    with identity.claim(tmp_path) as one, identity.claim(tmp_path) as other:
        assert (identity.recall(one, URL), identity.recall(other, URL)) == ("first", "second")
