"""What a value is made of: a line for each part, such as "printed 400" and "+300 Nocturnal from Lamp".

``source`` is the name of the card that a part comes from, empty for the card itself; ``until`` says how long a lasting
effect lasts, empty for what holds as long as the card has it.
"""

LEFT = "a card that has left"
"""In the place of a name that nobody can be sure of any more."""

END_OF_BATTLE = "until the end of the battle"


def printed(value: int) -> str:
    """The number that the card has of itself."""
    return f"printed {value}"


def gained(amount: int, *, keyword: str, source: str, until: str) -> str:
    """An amount that an effect or a continuous ability adds; ``keyword`` is the one that does, if it is one."""
    return f"{amount:+d} {_whence(keyword, source, until)}"


def has(word: str, *, source: str, until: str) -> str:
    """A keyword or a name."""
    return _whence(word, source, until) if source or until else f"{word} (printed)"


def _whence(word: str, source: str, until: str) -> str:
    own = f"{word} (own)" if word else "own ability"
    return (f"{word} from {source}".lstrip() if source else own) + (f", {until}" if until else "")


def until_end_of_turn(turns: int) -> str:
    """How long an effect lasts that ends so many turns after this one."""
    match turns:
        case 0:
            return "until end of turn"
        case 1:
            return "until the end of the next turn"
        case _:
            return "until the end of the turn after the next"
