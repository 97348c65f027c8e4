"""``python -m engine.cards``: the text of every card; with card numbers, the faces of those cards.

The text of every card is also what ``tests/cards/golden_texts.txt`` holds. After a change of wording that is meant:
``python -m engine.cards > tests/cards/golden_texts.txt``, and read the difference.
"""

import sys

from engine.cards import CARDS, catalogue
from engine.cards.face import card_lines
from engine.cards.listing import text_listing


def main(numbers: list[str]) -> int:
    """Print the faces of these cards, or the texts of all; 2 if a number is not in the pool."""
    if unknown := [number for number in numbers if number not in catalogue]:
        sys.stderr.writelines(f"{number} is not a card of this pool.\n" for number in unknown)
        return 2
    if numbers:
        sys.stdout.writelines(f"{line}\n" for number in numbers for line in card_lines(catalogue.by_number(number)))
    else:
        sys.stdout.write(text_listing(CARDS))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
