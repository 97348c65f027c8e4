"""The log in words: what happened, as one sentence for each event that a player wants to read."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final, TypeAlias

from engine.model.terms import OTHER
from server.films.labels import Labels
from server.protocol.messages import Phrase

Event: TypeAlias = Mapping[str, Any]


DRAWS: Final[Mapping[str, str]] = {
    "deck": "A draw: both decks ran out at the same time.",
    "fault": "A draw: the server could not go on with this match, so nobody wins.",
    "life": "A draw: both players lost their last life at the same time.",
    "life and deck": "A draw: life and deck ran out at the same time.",
    "loop": "A draw: the same things would happen for ever.",
}


PHRASES: Final[Mapping[Phrase, str]] = {
    "hello": "Hello!",
    "good_luck": "Good luck!",
    "well_played": "Well played!",
    "thanks": "Thanks!",
    "oops": "Oops!",
    "one_moment": "One moment …",
    "that_was_close": "That was close!",
    "good_game": "Good game!",
}
EMOTES: Final[Mapping[Phrase, str]] = {
    "smile": "smiles",
    "laugh": "laughs",
    "surprise": "is surprised",
    "thinking": "thinks hard",
    "sad": "is sad",
    "heart": "likes that",
}


def spoken(name: str, phrase: Phrase) -> str:
    """What somebody has said, or shown."""
    return f"{name}: {PHRASES[phrase]}" if phrase in PHRASES else f"{name} {EMOTES[phrase]}."


def drawn(reason: str) -> str:
    """Why nobody won."""
    return DRAWS.get(reason, f"A draw: {reason}.")


def lost(reason: str, loser: str) -> str:
    """Why that player lost; ``you`` is the reader."""
    have, whose = ("you have", "your") if loser == "you" else (f"{loser} has", f"{loser}'s")
    sentences = {
        "concede": f"{loser} conceded",
        "deck": f"{whose} deck ran out",
        "life": f"{whose} life reached 0",
        "life and deck": f"{have} no life and no deck left",
        "time": f"{whose} time ran out",
        "abandoned": f"{'you were' if loser == 'you' else f'{loser} was'} away for too long",
    }
    return f"{sentences.get(reason, reason)}."


def clock(milliseconds: int) -> str:
    """Minutes and seconds that are left; a second that has begun counts."""
    seconds = -(-milliseconds // 1000)
    return f"{seconds // 60}:{seconds % 60:02}"


YOU: Final = "You"


class Teller:
    """Tells events. ``names`` is what the players are called, by seat; `YOU` for the one who reads it, if any."""

    def __init__(self, names: Mapping[str, str], labels: Labels) -> None:
        self._names = names
        self._labels = labels

    def tell(self, events: Iterable[Event]) -> Iterator[str]:
        """The sentences, one for several cards that come from a deck in a row; none for what goes without saying."""
        told = ((event, self._one(event)) for event in events)
        worth_telling = [(event, sentence) for event, sentence in told if sentence or event["type"] in _TOGETHER]
        for (kind, _), same in groupby(worth_telling, key=lambda pair: (pair[0]["type"], pair[0].get("seat"))):
            if kind in _TOGETHER:
                yield _TOGETHER[kind](self, [event for event, _ in same])
            else:
                yield from (sentence for _, sentence in same)

    def _one(self, event: Event) -> str:
        sentence = _SENTENCES.get(event["type"])
        return "" if sentence is None else sentence(self, event)

    def who(self, seat: str, verb: str) -> str:
        """The player and the verb that fits: "You draw", "Even bot draws"."""
        name = self._names[seat]
        return f"{name} {verb if name == YOU else third_person(verb)}"

    def whom(self, seat: str) -> str:
        """The player as an object."""
        name = self._names[seat]
        return "you" if name == YOU else name

    def card(self, event: Event, field: str = "card") -> str:
        """The name of an event's card."""
        return self._labels.name(event.get(field, 0))

    def words(self, event: Event) -> str:
        """The words of an event's ability: those that it brings along, else what is printed on its card."""
        return str(event["text"]) if "text" in event else self._labels.text(event["card"])[event["ability"] - 1]


def third_person(verb: str) -> str:
    """The verb as others do it."""
    irregular = {"have": "has", "do": "does", "go": "goes"}
    return irregular.get(verb) or (f"{verb}es" if verb.endswith(("s", "sh", "ch", "x")) else f"{verb}s")


def listed(names: Sequence[str]) -> str:
    """Names in a row: "A", "A and B", "A, B and C"."""
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


def ended(words: str) -> str:
    """The words with a full stop, unless they end with something like it."""
    return words if words.endswith((".", "!", "?", ".)", ".〉")) else f"{words}."


def number_of(amount: int, thing: str) -> str:
    """So many of a thing: "1 soul", "3 souls"."""
    return f"{amount} {thing}" if amount == 1 else f"{amount} {thing}s"


Sentence: TypeAlias = Callable[[Teller, Event], str]


TURN_MARK: Final = "—"
"""Begins the sentence of a new turn."""


def _turn(t: Teller, e: Event) -> str:
    whose = "Your turn" if t.whom(e["seat"]) == "you" else f"{t.whom(e['seat'])}'s turn"
    return f"{TURN_MARK} Turn {e['turn']}: {whose} {TURN_MARK}"


def _drawn(t: Teller, events: Sequence[Event]) -> str:
    known = [t.card(event) for event in events if event["card"]]
    what = listed(known) if known else "a card" if len(events) == 1 else f"{len(events)} cards"
    return f"{t.who(events[0]['seat'], 'draw')} {what}."


def _revealed(t: Teller, events: Sequence[Event]) -> str:
    """What came from the top of a deck by damage (11.2)."""
    whose = "your" if t.whom(events[0]["seat"]) == "you" else f"{t.whom(events[0]['seat'])}'s"
    verb = "goes" if len(events) == 1 else "go"
    lucky = f" {t.card(events[-1])} is Lucky!" if events[-1].get("lucky") else ""
    return f"From the top of {whose} deck {listed([t.card(event) for event in events])} {verb} to the graveyard.{lucky}"


def _attack(t: Teller, e: Event) -> str:
    target = t.card(e, "target") if "target" in e else t.whom(OTHER[e["seat"]])
    return f"{t.card(e)} attacks {target}."


def _moved(t: Teller, e: Event) -> str:
    words = _MOVES.get((e["cause"], e["to"]))
    name = t.card(e)
    return "" if words is None else f"{name[:1].upper()}{name[1:]} {words}."


_MOVES: Final[Mapping[tuple[str, str], str]] = {
    ("rule", "graveyard"): "goes to the graveyard",
    ("effect", "graveyard"): "is put into the graveyard",
    ("effect", "deck"): "is put on top of the deck",
    ("butcher", "graveyard"): "is butchered",
    ("discard", "graveyard"): "is discarded",
    ("cost", "graveyard"): "is discarded as a cost",
    ("return", "hand"): "goes to the hand",
    ("exile", "exile"): "is exiled",
    ("deploy", "base"): "is deployed",
}
"""By cause and zone; other moves are told by other events, or go without saying."""


def _damage(t: Teller, e: Event) -> str:
    hurt = t.card(e) if e["card"] else t.whom(e["seat"])
    verb = "take" if hurt == "you" else "takes"
    return f"{hurt[:1].upper()}{hurt[1:]} {verb} {e['amount']} damage."


def _value(t: Teller, e: Event) -> str:
    changes = [f"{name} {e[key]:+d}" for key, name in (("power", "Power"), ("strike", "Strike")) if e.get(key)]
    return f"{t.card(e)} gets {' and '.join(changes)}." if changes else ""


_SENTENCES: Final[Mapping[str, Sentence]] = {
    "game_started": lambda t, e: f"{t.who(e['first'], 'go')} first.",
    "redrawn": lambda t, e: f"{t.who(e['seat'], 'redraw')} the opening hand.",
    "turn_began": _turn,
    "soul_drawn": lambda t, e: f"{t.who(e['seat'], 'rest')} 3 souls for a card.",
    "card_played": lambda t, e: f"{t.who(e['seat'], 'play')} {t.card(e)}.",
    "ability_activated": lambda t, e: ended(f"{t.who(e['seat'], 'use')} {t.card(e)}: {t.words(e)}"),
    "ability_resolved": lambda t, e: ended(f"{t.card(e)}: {t.words(e)}"),
    "pal_assigned": lambda t, e: f"{t.card(e)} is assigned to {t.card(e, 'to')}.",
    "card_moved": _moved,
    "resource_gained": lambda t, e: f"{t.who(e['seat'], 'get')} {e['amount']} {e['resource'].capitalize()}.",
    "resource_consumed": lambda t, e: f"{t.who(e['seat'], 'consume')} {e['amount']} {e['resource'].capitalize()}.",
    "resource_lost": lambda t, e: f"{t.who(e['seat'], 'lose')} {e['amount']} {e['resource'].capitalize()}.",
    "life_gained": lambda t, e: f"{t.who(e['seat'], 'gain')} {e['amount']} life.",
    "life_lost": lambda t, e: f"{t.who(e['seat'], 'lose')} {e['amount']} life.",
    "damage_dealt": _damage,
    "damage_prevented": lambda t, e: f"A Lucky card keeps the damage from {t.whom(e['seat'])}.",
    "attack_declared": _attack,
    "blocked": lambda t, e: f"{t.card(e)} blocks.",
    "attack_failed": lambda t, e: "The attack fails.",
    "value_changed": _value,
    "ability_granted": lambda t, e: f'{t.card(e)} gets the skill "{t.words(e)}".',
    "name_declared": lambda t, e: f"{t.who(e['seat'], 'name')} {e['name']}.",
    "night_fell": lambda t, e: "Night falls.",
    "night_ended": lambda t, e: "It is day again.",
    "cards_looked": lambda t, e: f"{t.who(e['seat'], 'look')} at {number_of(e['amount'], 'card')}.",
    "card_revealed": lambda t, e: f"{t.who(e['seat'], 'reveal')} {t.card(e)}.",
    "conceded": lambda t, e: f"{t.who(e['seat'], 'concede')}.",
}

_TOGETHER: Final[Mapping[str, Callable[[Teller, Sequence[Event]], str]]] = {
    "card_drawn": _drawn,
    "player_damage_revealed": _revealed,
}
"""Events that come in a row for one player and are told in one sentence."""
