"""The protocol's JSON Schema and its AsyncAPI document, generated from the message classes.

``python -m server.protocol.schema`` writes both files beside this one; a test checks that they are up to date.
"""

import json
from pathlib import Path
from typing import Any

import msgspec

from server.protocol.events import GameEvent
from server.protocol.messages import (
    CLIENT_MESSAGES,
    FRAME_LIMIT,
    SERVER_MESSAGES,
    SUBPROTOCOLS,
    ClientMessage,
    ServerMessage,
)
from server.protocol.reels import Reel
from server.protocol.shapes import CardFacts, DeckReading, Decks, LessonFacts, Prompt, View

Schema = dict[str, Any]

FOLDER = Path(__file__).parent
SCHEMA_FILE = FOLDER / "schema.json"
ASYNCAPI_FILE = FOLDER / "asyncapi.json"

UNIONS = ("ClientMessage", "ServerMessage", "GameEvent")


def _tidy(node: object) -> object:
    """Point free data at its shape, close one-value enums, and drop titles that repeat the name."""
    if isinstance(node, list):
        return [_tidy(item) for item in node]
    if not isinstance(node, dict):
        return node
    if "x-shape" in node:
        return {"$ref": f"#/$defs/{node['x-shape']}"}
    if node.get("x-anything"):
        return {}
    return {key: _tidy(value) for key, value in node.items() if key != "title" or not isinstance(value, str)}


def schema() -> Schema:
    """The whole JSON Schema: every message and shape under ``$defs``; a valid document is one message."""
    roots = (ClientMessage, ServerMessage, GameEvent, View, Prompt, CardFacts, Decks, DeckReading, LessonFacts, Reel)
    unions, components = msgspec.json.schema_components(roots, schema_hook=lambda _: {"x-anything": True})
    definitions = dict(zip(UNIONS, unions, strict=False)) | components
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The Paltable protocol, version 1",
        "description": "Every frame holds one message, as JSON text or as msgpack with the same keys.",
        "anyOf": [{"$ref": "#/$defs/ClientMessage"}, {"$ref": "#/$defs/ServerMessage"}],
        "$defs": {name: _tidy(definitions[name]) for name in sorted(definitions)},
    }


def asyncapi() -> Schema:
    """The AsyncAPI 3 document of ``/ws``: which end sends which message; payloads refer to the schema file."""
    payloads = {
        kind.__name__: {
            "name": str(kind.__struct_config__.tag),
            "summary": (kind.__doc__ or "").strip(),
            "payload": {"$ref": f"./{SCHEMA_FILE.name}#/$defs/{kind.__name__}"},
        }
        for kind in (*CLIENT_MESSAGES, *SERVER_MESSAGES)
    }
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Paltable",
            "version": "1",
            "description": (
                f"One WebSocket for the lobby and one table. Subprotocols: {', '.join(SUBPROTOCOLS)}. "
                f"Frames to the server hold at most {FRAME_LIMIT} bytes. "
                "The first message is hello, with a ticket from POST /api/ticket."
            ),
        },
        "channels": {
            "socket": {
                "address": "/ws",
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in payloads},
            }
        },
        "operations": {
            "fromClient": _operation("receive", CLIENT_MESSAGES),
            "fromServer": _operation("send", SERVER_MESSAGES),
        },
        "components": {"messages": payloads},
    }


def _operation(action: str, kinds: tuple[type[Any], ...]) -> Schema:
    return {
        "action": action,
        "channel": {"$ref": "#/channels/socket"},
        "messages": [{"$ref": f"#/channels/socket/messages/{kind.__name__}"} for kind in kinds],
    }


def text(document: Schema) -> str:
    """A document as it is committed."""
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    """Write both files."""
    SCHEMA_FILE.write_text(text(schema()), encoding="utf-8")
    ASYNCAPI_FILE.write_text(text(asyncapi()), encoding="utf-8")


if __name__ == "__main__":
    main()
