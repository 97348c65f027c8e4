"""What an audience may know, cut in one place and by allow-list: views, events, and merge patches between views."""

from engine.views.events import audience_events
from engine.views.explaining import ASPECTS, NOBODY, Aspect, Part, explain
from engine.views.patch import diff, merge
from engine.views.view import view_of

__all__ = ["ASPECTS", "NOBODY", "Aspect", "Part", "audience_events", "diff", "explain", "merge", "view_of"]
