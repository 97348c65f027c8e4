"""Finished matches played again: proved, and shown decision by decision. The server and its clients both do it.

Nothing here has input or output. What takes long comes in steps, so that whoever serves others can do so in between.
"""

from server.films.cutting import Cutting
from server.films.film import BEYOND, Film, Position, Sight, developed
from server.films.verifying import Difference, Proof, verify, verifying

__all__ = ["BEYOND", "Cutting", "Difference", "Film", "Position", "Proof", "Sight", "developed", "verify", "verifying"]
