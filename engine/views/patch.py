"""JSON merge patches (RFC 7396) between views. Views hold no nulls, so every view can be reached from every other."""

from collections.abc import Mapping
from typing import Any


def diff(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """What changed between two views, so that merging it into the old one gives the new one.

    What is the same object in both costs nothing.
    """
    patch: dict[str, Any] = {}
    common = 0
    for key, value in new.items():
        known = old.get(key)
        if known is not None:
            common += 1
            if known is value or known == value:
                continue
        patch[key] = diff(known, value) if isinstance(known, dict) and isinstance(value, dict) else value
    if common < len(old):
        patch.update((key, None) for key in old if key not in new)
    return patch


def merge(old: Mapping[str, Any], patch: Mapping[str, Any]) -> dict[str, Any]:
    """Apply a patch; neither argument is changed."""
    merged = dict(old)
    for key, value in patch.items():
        if value is None:
            merged.pop(key, None)
        elif isinstance(value, dict):
            known = merged.get(key)
            merged[key] = merge(known if isinstance(known, dict) else {}, value)
        else:
            merged[key] = value
    return merged
