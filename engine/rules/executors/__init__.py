"""Carrying out what an effect tells the players to do: one function per node of the vocabulary, in a registry."""

from engine.rules.executors import choosing, control, damaging, lasting, moving, paying, players
from engine.rules.executors.registry import CONTINUE, EXECUTE

__all__ = ["CONTINUE", "EXECUTE", "choosing", "control", "damaging", "lasting", "moving", "paying", "players"]
