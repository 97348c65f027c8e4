"""The schema and what is generated from it are up to date, and the engine's plain data is what they say."""

import json
import random
import re
from collections.abc import Iterable
from typing import get_args

import msgspec
import pytest

from engine import AUDIENCES, Game, catalogue
from engine.cards import facts_table
from engine.decks import PRESETS
from engine.model import terms
from engine.views.events import FIELDS, untold
from server.decks import decks
from server.protocol import schema, shapes, typescript
from server.protocol.events import GameEvent, Resource
from server.protocol.messages import CLIENT_MESSAGES, REFUSAL_CODES, SERVER_MESSAGES
from server.protocol.shapes import CardFacts, Decks, Prompt, View


def test_the_committed_schema_is_up_to_date() -> None:
    assert schema.SCHEMA_FILE.read_text(encoding="utf-8") == schema.text(schema.schema())


def test_the_committed_asyncapi_document_is_up_to_date() -> None:
    assert schema.ASYNCAPI_FILE.read_text(encoding="utf-8") == schema.text(schema.asyncapi())


def test_the_committed_typescript_is_up_to_date() -> None:
    assert typescript.TARGET.read_text(encoding="utf-8") == typescript.typescript()


def test_every_reference_of_the_documents_leads_somewhere() -> None:
    definitions = schema.schema()["$defs"]
    for target in re.findall(r'"#/\$defs/(\w+)"', schema.text(schema.schema())):
        assert target in definitions
    document = schema.asyncapi()
    for target in re.findall(r'schema\.json#/\$defs/(\w+)"', schema.text(document)):
        assert target in definitions
    for target in re.findall(r'"#/components/messages/(\w+)"', schema.text(document)):
        assert target in document["components"]["messages"]


def test_every_message_is_in_the_schema_and_has_a_sentence() -> None:
    definitions = schema.schema()["$defs"]
    for kind in (*CLIENT_MESSAGES, *SERVER_MESSAGES):
        assert definitions[kind.__name__]["description"].endswith(".")
        assert definitions[kind.__name__]["additionalProperties"] is False


def test_the_typescript_names_every_type_that_it_uses() -> None:
    text = typescript.typescript()
    defined = set(re.findall(r"^export (?:type|interface) (\w+)", text, re.MULTILINE))
    used = set(re.findall(r"\b([A-Z]\w+)\b", re.sub(r'/\*\*.*?\*/|//.*|"[^"]*"', "", text, flags=re.DOTALL)))
    assert used - defined - {"SUBPROTOCOL", "FRAME_LIMIT", "Record", "A", "B"} == set()
    assert all(f'"{code}"' in text for code in REFUSAL_CODES)


def test_the_schema_knows_every_event_of_the_engine_and_its_fields() -> None:
    told = {kind.__struct_config__.tag: set(kind.__struct_encode_fields__) - {"type"} for kind in get_args(GameEvent)}
    moved = told.pop("card_moved")
    assert moved == {"card", "number", "seat", "from", "to", "cause"}
    for kind, fields in FIELDS.items():
        more = {"number"} if "card" in fields else set()
        more |= {"text"} if "ability" in fields else set()
        assert told.pop(kind) == {name for name, cut in fields.items() if cut is not untold} | more
    assert not told


@pytest.mark.parametrize(
    ("told", "known"),
    [
        (shapes.PromptKind, terms.PromptKind),
        (shapes.BattleStep, terms.BattleStep),
        (shapes.Zone, terms.Zone),
        (Resource, terms.Resource),
        (View.__annotations__["phase"], terms.Phase),
        (View.__annotations__["viewer"], AUDIENCES),
        (CardFacts.__annotations__["kind"], terms.Kind),
        (CardFacts.__annotations__["colour"], terms.Colour),
    ],
)
def test_the_closed_sets_of_the_wire_are_those_of_the_rules(told: object, known: Iterable[str]) -> None:
    assert set(get_args(told)) == {str(word) for word in known}


@pytest.mark.parametrize("number", range(6))
def test_views_prompts_and_events_of_whole_games_are_what_the_schema_says(number: int) -> None:
    chance = random.Random(number)
    decks = list(PRESETS.values())
    game = Game.start(
        catalogue, decks={"A": chance.choice(decks), "B": chance.choice(decks)}, seed=chance.randbytes(32)
    )
    watches = {audience: game.watch(audience) for audience in AUDIENCES}
    while (prompt := game.prompt) is not None:
        msgspec.convert(prompt.plain(), Prompt)
        events = game.decide(chance.choice(prompt.legal()))
        for audience in AUDIENCES:
            msgspec.convert(game.view(audience), View)
            msgspec.convert(game.events_for(audience, events), list[GameEvent])
            msgspec.convert(watches[audience].follow(events).events, list[GameEvent])


def test_the_card_pool_and_the_presets_are_what_the_schema_says() -> None:
    assert set(msgspec.convert(facts_table(), dict[str, CardFacts])) == set(facts_table())
    sent = msgspec.json.decode(msgspec.json.encode(decks(catalogue)), type=Decks)
    assert [deck.key for deck in sent.presets] == list(PRESETS)
    json.dumps(facts_table())
