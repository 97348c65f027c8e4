"""What the terminal client tells of itself."""

from typing import Final

LEGEND: Final = (
    "400/2 is a Pal with Power 400, which it fights with, and Strike 2, which the other player loses as life. "
    "A structure has one number, its Durability."
)

HELP: Final = """\
Type the number of an answer. To choose several cards, type their numbers: 1 3.
Or type a decision in words, as it is listed: play jolthog,
attack jolthog -> player, choose none.

  board        show the table again      log     what happened lately
  card NAME    read a card               q       concede and leave
  numbers NAME what its Power, Strike    auto    let the server pass for you
               and cost are made of              when you can only pass, or not
  claim        win, if the other player  say WHAT, mute, unmute
               has been away for long            talk to the other player
  ?            this help

Each turn you get souls and play cards for them: ◇ is the cost. Your Pals attack
the other player, structures, and Pals that rest. A Pal that has attacked rests
until your next turn and cannot block. 400/2 is a Pal's Power, for fights, and
its Strike, for the other player's life; a structure's number is its Durability.
Who has no life left, or no card left in the deck, loses.
"""
