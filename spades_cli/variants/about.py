"""What each table of a rules file is about: for the reference, the JSON Schema and files written for people."""

from __future__ import annotations

#: One line on every table.
TABLES = {
    "variant": "what these rules are called, and what they start from",
    "table": "who plays, and who keeps one score with whom",
    "deck": "the pack, and which cards are the highest trumps",
    "deal": "how hands arise, and who deals",
    "draft": 'what is seen in a draft (deal.method = "draft")',
    "bidding": "who bids first, what may be bid, and limits on it",
    "nil": "nil: a bid of no tricks",
    "blind_nil": "nil bid before a card is seen, and the cards exchanged for it",
    "blind_bid": "a number bid before a card is seen",
    "moon": "a bid of every trick, and winning every trick",
    "ten": "a contract of ten",
    "play": "the first lead, spades, and what must be played",
    "scoring": "points for the tricks bid and won",
    "bags": "tricks over the bid, and what they cost together",
    "match": "how a match ends",
    "conduct": "what an illegal answer of a strategy costs",
}
