"""Text as it is found in files of players: UTF-8, UTF-16 with a mark, or Shift-JIS, as Windows in Japan writes it."""

import codecs
from typing import Final

SHIFT_JIS: Final = "cp932"

_BAD: Final = "\ufffd"


class NotText(ValueError):
    """Bytes that are no text in any of these; the words tell why, as what follows the name of a file."""


def text_of(raw: bytes) -> str:
    """The text of these bytes. Raises `NotText`."""
    text = _decode(raw)
    if "\0" in text:
        raise NotText("is not a text.")
    return text


def _decode(raw: bytes) -> str:
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        try:
            return raw.decode("utf-16")
        except UnicodeDecodeError as error:
            raise NotText("begins like a text in UTF-16 and is none.") from error
    body = raw.removeprefix(codecs.BOM_UTF8)
    try:
        return body.decode()
    except UnicodeDecodeError as error:
        if body != raw or _is_damaged(body):
            line = body.count(b"\n", 0, error.start) + 1
            raise NotText(f"is a text in UTF-8 that is damaged in line {line}. Save it anew.") from error
    try:
        return body.decode(SHIFT_JIS)
    except UnicodeDecodeError as error:
        raise NotText("is not a text in UTF-8, UTF-16 or Shift-JIS. Save it as UTF-8.") from error


def _is_damaged(raw: bytes) -> bool:
    """Whether more of these bytes is right in UTF-8 than wrong: Shift-JIS is hardly ever right in it by chance."""
    beyond = [sign for sign in raw.decode("utf-8", "replace") if sign > "\x7f"]
    return beyond.count(_BAD) * 2 < len(beyond)
