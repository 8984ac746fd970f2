"""Sentences about players, pack, trumps, and how hands arise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.engine.cards import JOKERS, parse_card
from spades_cli.variants.explain_words import capital, count_of, join, name_card, name_cards, number, say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spades_cli.engine.rules import Rules
    from spades_cli.variants.explain_words import Sentence

#: Hands that are thrown in, as they finish "a deal in which somebody holds ...".
MISDEALS = {
    "no_spades": "no spade",
    "one_spade": "only one spade",
    "no_faces": "no king, queen or jack",
    "long_suit": "seven or more cards of one suit",
}


def explain_deal(rules: Rules) -> Iterator[Sentence]:
    """Everything before the bids, but for cards that are exchanged."""
    yield _table(rules)
    yield _pack(rules)
    yield _trumps(rules)
    if rules.pack.doubled:
        yield say(f"Of two equal cards in a trick, the one played {rules.deck.duplicates} counts as the higher.",
                  "deck.duplicates")  # fmt: skip
    yield _dealer(rules)
    yield from _draft(rules) if rules.deal.method == "draft" else _deal(rules)


def _table(rules: Rules) -> Sentence:
    players = capital(count_of(rules.table.players, "player"))
    sides = [[rules.seats[place] for place in members] for members in rules.sides.values()]
    match rules.table.teams:
        case "solo":
            text = f"{players} play, each alone."
        case "pairs":
            pairs = ", ".join(" with ".join(side) for side in sides)
            text = f"{players} play in {number(len(sides))} teams of two; partners sit opposite each other: {pairs}."
        case _:
            teams = " against ".join(join(side) for side in sides)
            text = f"{players} play in two teams of three, seated in turn: {teams}."
    return say(text, "table.players", "table.teams")


def _pack(rules: Rules) -> Sentence:
    deck, several = rules.deck, rules.deck.packs > 1
    name = f"{'Two ordinary packs' if several else 'One ordinary pack'}"
    verb = "are shuffled together" if several else "is used"
    special = []
    if deck.jokers:
        special.append("with both jokers" if deck.jokers == 2 else "with four jokers, two big and two little ones")
    if deck.remove:
        special.append(f"without {name_cards(deck.remove)}")
    text = f"{name} {verb} {' and '.join(special)}: {rules.pack.size} cards." if special else ""
    plain = f"{name} {verb}: {rules.pack.size} cards." if several else "One ordinary pack of 52 cards is used."
    return say(text or plain, "deck.packs", "deck.jokers", "deck.remove")


def _trumps(rules: Rules) -> Sentence:
    down = "then king, queen, jack, ten and so on down"
    promoted = [parse_card(text) for text in rules.deck.promote]
    if not promoted:
        return say(f"Spades are always trumps; the ace is the highest card of every suit, {down}.", "deck.promote")
    ranks = ", ".join(f"the {name_card(card)}" for card in promoted)
    text = f"Spades are always trumps; from the top they are {ranks}, then the ace, king, queen and so on down."
    named = ["the jokers"] if set(JOKERS) <= set(promoted) else []
    named += [f"the {name_card(card)}" for card in promoted if card not in JOKERS and card.suit != "S"]
    if named:
        text += (
            f" {capital(join(named))} {'count as spades' if len(promoted) > 1 else 'counts as a spade'} in every way."
        )
    return say(text, "deck.promote")


def _dealer(rules: Rules) -> Sentence:
    """Who deals first, or who draws first where there is a draft: the seat after the one that would deal."""
    drafted, first, stays = rules.deal.method == "draft", rules.deal.first_dealer, rules.deal.rotation == "fixed"
    keys = ("deal.first_dealer", "deal.rotation")
    if drafted:
        chosen = "" if first == "random" else rules.seats[(int(first[4:]) + 1) % len(rules.seats)]
        if stays:
            lot = "Who draws first is decided by lot once and stays the same in every round."
            return say(f"{chosen} draws first in every round." if chosen else lot, *keys)
        start = (
            f"{chosen} draws first in the first round"
            if chosen
            else "Who draws first in the first round is decided by lot"
        )
        return say(f"{start}; after that the two take turns at it.", *keys)
    start = "The first dealer is drawn by lot" if first == "random" else f"{rules.seats[int(first[4:])]} deals first"
    after = "the same player deals every round" if stays else "the deal passes to the left after every round"
    return say(f"{start}; {after}.", *keys)


# --- dealt hands ---------------------------------------------------------------------------------------------------


def _deal(rules: Rules) -> Iterator[Sentence]:
    players, size = rules.table.players, rules.hand_size
    left = rules.pack.size - players * size
    keys = ["deal.method", "deal.hand_size"]
    text = f"The cards are dealt one at a time, starting at the dealer's left: {count_of(size, 'card')} each."
    if left:
        keys.append("deal.leftover")
        over = f"the {count_of(left, 'card')} left over" if left > 1 else "the card left over"
        if rules.deal.leftover == "dealer_discards":
            back = f"puts any {count_of(left, 'card')} of that hand aside, face down, before the bids"
            text = f"{text[:-1]}; the dealer takes {over} too and {back}."
        else:
            text = f"{text[:-1]}; {over} {'are' if left > 1 else 'is'} set aside unseen."
    yield say(text, *keys)
    if rules.deal.misdeal:
        kinds = join(list(dict.fromkeys(MISDEALS[kind] for kind in rules.deal.misdeal)), "or")
        yield say(f"If anybody is dealt {kinds}, the hands are thrown in and the same player deals again.",
                  "deal.misdeal")  # fmt: skip


# --- the draft -----------------------------------------------------------------------------------------------------


def _draft(rules: Rules) -> Iterator[Sentence]:
    yield say(
        "Nobody deals: the shuffled pack lies face down, and the two draw from it in turn, two cards a turn, "
        f"until it is used up and each holds {rules.hand_size} cards; the other {rules.pack.size - 2 * rules.hand_size}"
        " are out of play.",
        "deal.method",
        "deal.hand_size",
    )
    second = "the second card goes to the discard pile" + _unseen(rules)
    yield say(
        f"On your turn you look at the first card and keep it or not. If you keep it, {second}. "
        "If not, it goes to the discard pile and you must keep the second card, whatever it is.",
        "draft.peek",
    )
    pile = (
        "The discard pile lies face up for both to see."
        if rules.draft.discards == "up"
        else "The discard pile lies face down, and nobody may look through it."
    )
    yield say(f"{pile} Both see whether a card was kept.", "draft.discards")


def _unseen(rules: Rules) -> str:
    """How the card goes that a drawer who kept the first one did not take."""
    if rules.draft.peek:
        return ", but you see it first"
    return "" if rules.draft.discards == "up" else " unseen"
