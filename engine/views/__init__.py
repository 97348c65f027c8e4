"""What an audience may know, cut in one place and by allow-list: views, events, and merge patches between views."""

from engine.views.events import Listener, audience_events, in_brief, in_full
from engine.views.explaining import ASPECTS, NOBODY, Aspect, Part, explain
from engine.views.patch import diff, merge
from engine.views.view import glimpse_of, view_of
from engine.views.watch import Bases, Told, Watch

__all__ = [
    "ASPECTS", "NOBODY", "Aspect", "Bases", "Listener", "Part", "Told", "Watch", "audience_events", "diff", "explain",
    "glimpse_of", "in_brief", "in_full", "merge", "view_of",
]  # fmt: skip
