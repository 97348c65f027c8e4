"""Promise 10: the names of the seats mean nothing."""

from tests.engine.play import over_many_games
from tests.engine.promises import MirrorImagesAgree, keep_over


@over_many_games
def test_a_game_and_its_mirror_image_go_the_same_way(numbers: range) -> None:
    keep_over(numbers, MirrorImagesAgree)
