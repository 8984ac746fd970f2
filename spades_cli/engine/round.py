"""One round as a state machine: draft or deal, blind bids, exchange, bids, play, and the result.

A round knows everything; what one seat may know is its :class:`~spades_cli.engine.view.View`.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypedDict, Unpack

from spades_cli.engine import dealing, exchange, kernel, play, reading
from spades_cli.engine.actions import Action, Answer, Bid, Give
from spades_cli.engine.agenda import STAGES, Phase, Task
from spades_cli.engine.bidding import Holding, bidding_order, legal_bids, legal_blind, why_never, why_not
from spades_cli.engine.scoring import RoundResult, forfeit_round, score_round
from spades_cli.engine.seats import by_side, find_place
from spades_cli.engine.seeds import derive
from spades_cli.engine.view import SeenTrick, View, make_view
from spades_cli.errors import IllegalAction, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from spades_cli.engine.cards import Deck
    from spades_cli.engine.rules import Rules


class Trick(NamedTuple):
    """A finished trick: the cards in playing order as bits, and the places that led and won."""

    leader: int
    cards: tuple[int, ...]
    winner: int


class Draw(NamedTuple):
    """One turn of the draft: who drew, what he answered, the card that joined the hand and the one that went."""

    place: int
    answer: Answer
    kept: int
    gone: int


class Start(TypedDict, total=False):
    """How a round with given cards begins; as in ``Round``."""

    seed: int
    number: int
    last: bool
    scores: Mapping[str, int] | None
    bags: Mapping[str, int] | None


_PLAY = Phase.PLAY


class Round:
    """One deal bid, played and scored.

    >>> from spades_cli import Rules
    >>> deal = Round(Rules(), seed=7)
    >>> deal.phase, deal.turn, str(deal.legal()[0])
    (<Phase.BID: 'bid'>, 'S', 'nil')

    ``turn`` is the seat to act or None, ``phase`` what it decides, ``legal()`` its choices. ``apply`` takes an action
    or its text and changes nothing when it raises InvalidAction or IllegalAction. ``result`` exists once the phase
    is ``over``. ``number`` counts rounds of a match from 1; ``scores`` and ``bags`` are by side, before the round.
    ``last`` says that nothing follows it, whatever the scores, so that its points are what counts.
    """

    __slots__ = (
        "_agenda", "_beats", "_choices", "_free_play", "_mask", "_pack", "_plan", "_players", "_result", "_seats",
        "bags", "best", "bids", "broken", "dealer", "draws", "gifts", "hands", "last", "leader", "led", "misdeals",
        "number", "order", "pack", "phase", "pile", "place", "rules", "scores", "seed", "shown", "size", "taken",
        "trick", "tricks", "turn", "winner",
    )  # fmt: skip

    hands: list[int]
    pack: tuple[int, ...]
    place: int
    turn: str | None

    def __init__(
        self,
        rules: Rules,
        *,
        seed: int = 0,
        dealer: str | None = None,
        number: int = 1,
        last: bool = False,
        scores: Mapping[str, int] | None = None,
        bags: Mapping[str, int] | None = None,
        hands: Mapping[str, str | Sequence[str]] | None = None,
        pack: Sequence[str] | None = None,
    ) -> None:
        players = rules.table.players
        self.rules, self.seed, self.number, self.last = rules, seed, number, last
        self._pack, self._seats, self._players = rules.pack, rules.seats, players
        self.dealer = derive(seed, "dealer") % players if dealer is None else find_place(rules.seats, dealer)
        self.scores = by_side(rules.sides, scores)
        self.bags = by_side(rules.sides, bags)
        self.order = bidding_order(rules, self.dealer)
        #: Tricks in this round.
        self.size = rules.hand_size
        self.hands = [0] * players
        self.pack = ()
        self.pile = self.misdeals = 0
        self.bids: list[Bid | None] = [None] * players
        self.draws: list[Draw] = []
        self.gifts: list[exchange.Gift] = []
        self.taken = [0] * players
        self.tricks: list[Trick] = []
        #: The same tricks as views show them.
        self.shown: list[SeenTrick] = []
        self.trick: list[int] = []
        self.leader = self.winner = self.led = self.best = self._mask = 0
        self.broken = False
        self._result: RoundResult | None = None
        self._free_play = play.is_plain(rules)
        self._beats: Callable[[int, int, int, int], bool] = kernel.beats
        if self._pack.doubled:
            self._beats = partial(kernel.takes, code=play.play_code(rules))
        self._agenda: list[Task] = []
        self._plan = 0
        #: The legal actions before card play, found when somebody asks.
        self._choices: tuple[Action, ...] | None = None
        self._take_cards(hands, pack)
        self._advance()

    @classmethod
    def from_hands(
        cls, rules: Rules, hands: Mapping[str, str | Sequence[str]], *, dealer: str, **start: Unpack[Start]
    ) -> Round:
        """A round with known hands (``{"N": "AS KS ...", ...}``); every seat holds equally many cards.

        Fewer cards than a full hand make a short round, as in an ending. A draft counts as done, and the cards not
        named are its discard pile. Raises UsageError or InvalidAction for hands this table cannot hold.
        """
        return cls(rules, hands=hands, dealer=dealer, **start)

    @classmethod
    def from_pack(cls, rules: Rules, pack: Sequence[str], *, dealer: str, **start: Unpack[Start]) -> Round:
        """A round from a pack in known order, top first: drafted or dealt as the rules say, without misdeals."""
        return cls(rules, pack=pack, dealer=dealer, **start)

    def _take_cards(self, hands: Mapping[str, str | Sequence[str]] | None, pack: Sequence[str] | None) -> None:
        """The cards as given, or from the seed."""
        rules = self.rules
        if hands is not None:
            self.hands, self.pile = dealing.read_hands(rules, hands, self.dealer)
            self.size = min(map(int.bit_count, self.hands))
        elif rules.deal.method == "draft":
            order = dealing.shuffled(self._pack, self.seed) if pack is None else dealing.read_order(self._pack, pack)
            self.pack = tuple(order)
        elif pack is not None:
            self.hands, self.pile = dealing.deal_out(rules, dealing.read_order(self._pack, pack), self.dealer)
        else:
            self.hands, self.pile, self.misdeals = dealing.deal(rules, self.seed, self.dealer)

    # --- reading -----------------------------------------------------------------------------------------------

    def legal(self) -> tuple[Action, ...]:
        """The actions open to the seat whose turn it is; empty when the round is over."""
        if self.phase is _PLAY:
            cards = self._pack.cards(self._mask)
            return tuple(dict.fromkeys(cards)) if self._pack.doubled else cards
        if self._choices is None:
            self._choices = self._legal_choices(self._agenda[-1])
        return self._choices

    def view(self, seat: str) -> View:
        """What ``seat`` may know now."""
        return make_view(self, find_place(self.rules.seats, seat))

    @property
    def result(self) -> RoundResult:
        """Tricks, points and bags of the finished round; UsageError while it lasts."""
        if self.phase is not Phase.OVER:
            raise UsageError("the round is not over, so it has no result yet")
        if self._result is None:
            self._result = score_round(self.rules, self.bids, self.taken, self.bags, itself=self.is_unbid)
        return self._result

    # --- changing ----------------------------------------------------------------------------------------------

    def apply(self, action: Action | str) -> Action:
        """Make the move of the seat whose turn it is, and return the action that the value or text meant.

        Raises InvalidAction for what is no action, IllegalAction (with the reason and what is legal) for one that the
        rules forbid now; the round is then unchanged.
        """
        if self.phase is not _PLAY:
            choice = reading.read_action(self, action)
            self._apply_choice(choice)
            return choice
        pack = self._pack
        try:
            card = pack.copies[action] & self._mask  # type: ignore[index]
        except (KeyError, TypeError):
            card = 0
        if not card:
            card = pack.copies[reading.read_card(self, action)] & self._mask
        if pack.doubled:
            card &= -card
        self._play(card, pack)
        return pack.names[card]

    def forfeit(self, seat: str) -> None:
        """End the round at once: the side of ``seat`` misses its bids, everybody else makes theirs exactly."""
        if self.phase is Phase.OVER:
            raise UsageError("the round is over already")
        place = find_place(self.rules.seats, seat)
        self._result = forfeit_round(self.rules, self.bids, self.bags, place, self.taken)
        self._end()

    def copy(self) -> Round:
        """An independent copy in the same state, cheap enough for look-ahead."""
        other = Round.__new__(Round)
        for name in Round.__slots__:
            value = getattr(self, name)
            setattr(other, name, value.copy() if isinstance(value, (list, dict)) else value)
        return other

    # --- card play ---------------------------------------------------------------------------------------------

    def trick_state(self) -> play.TrickState:
        """What decides the legal cards of the seat to play."""
        return play.TrickState(self.hands[self.place], self.led, self.best, self.broken, not self.tricks)

    def _find_mask(self) -> int:
        """The legal cards of the seat to play."""
        if not self._free_play:
            return play.legal_mask(self.rules, self.trick_state())
        if self.led:
            return kernel.follow_cards(self.hands[self.place], self.led)
        return kernel.lead_cards(self.hands[self.place], self._pack.spades, self.broken)

    def _play(self, card: int, pack: Deck) -> None:
        """Put a legal card on the table and give the turn to the next seat."""
        place, hands, trick = self.place, self.hands, self.trick
        hands[place] ^= card
        if not trick:
            self.led, self.best, self.winner = pack.run_of[card], card, place
        elif self._beats(card, self.best, self.led, pack.spades):
            self.best, self.winner = card, place
        if card & pack.spades:
            self.broken = True
        trick.append(card)
        if len(trick) == self._players:
            self._end_trick()
            return
        self.place = place = (place + 1) % self._players
        self.turn = self._seats[place]
        self._mask = kernel.follow_cards(hands[place], self.led) if self._free_play else self._find_mask()

    def _end_trick(self) -> None:
        winner = self.winner
        self.tricks.append(Trick(self.leader, tuple(self.trick), winner))
        self.taken[winner] += 1
        self.trick = []
        self.leader, self.led, self.best = winner, 0, 0
        if self.hands[winner]:
            self._turn_to(winner)
        else:
            self._end()

    def _turn_to(self, place: int) -> None:
        """Give the turn to a seat that has a card to play."""
        self.place = place
        self.turn = self._seats[place]
        self._mask = self._find_mask()

    def _end(self) -> None:
        self.phase, self.turn, self._mask, self._choices = Phase.OVER, None, 0, ()
        self._agenda.clear()

    # --- everything before the first lead ----------------------------------------------------------------------

    @property
    def is_unbid(self) -> bool:
        """Whether this is a first round that "bids itself"."""
        return self.number == 1 and self.rules.bidding.first_hand == "itself"

    def _advance(self) -> None:
        """Find the next decision: the rest of the agenda (last one first), the next stage's, or the first lead."""
        self._choices = None
        while True:
            while self._agenda:
                task = self._agenda[-1]
                if task.phase is not Phase.BLIND or len(self._legal_choices(task)) > 1:
                    self.phase, self.place, self.turn = task.phase, task.place, self._seats[task.place]
                    return
                self._agenda.pop()
            if self._plan == len(STAGES):
                break
            self._agenda = STAGES[self._plan](self)[::-1]
            self._plan += 1
        self.phase = _PLAY
        self.leader = play.first_leader(self.rules, self.dealer, self.order, self.bids, self.hands)
        self._turn_to(self.leader)

    def _legal_choices(self, task: Task) -> tuple[Action, ...]:
        match task.phase:
            case Phase.DRAFT:
                return (Answer.KEEP, Answer.DECLINE)
            case Phase.BLIND:
                return (Answer.LOOK, *self.blind_bids(task.place))
            case Phase.EXCHANGE if task.exchange:
                return exchange.legal_gives(self._pack, self.hands[task.place], task.exchange)
            case _:
                return legal_bids(self.rules, self.bids, task.place, self._holding(task.place))

    def blind_bids(self, place: int) -> tuple[Bid, ...]:
        """The blind bids open to a place that has not looked."""
        return legal_blind(self.rules, self.bids, place, self.size, self.scores)

    def _holding(self, place: int) -> Holding:
        hand, runs = self.hands[place], self._pack.runs
        return Holding(self.size, (hand & runs[3]).bit_count(), (hand & runs[2]).bit_count())

    def _apply_choice(self, action: Action) -> None:
        task = self._agenda[-1]
        if isinstance(action, Give):
            self._give(task, action)
        else:
            legal = self.legal()
            if action not in legal:
                raise IllegalAction(action, self._why_refused(task, action), legal)
            self._agenda.pop()
            if isinstance(action, Bid):
                self.bids[task.place] = action
            elif task.phase is Phase.DRAFT:
                self._draw(task.place, Answer(action))
        self._advance()

    def _why_refused(self, task: Task, action: Action) -> str:
        if not isinstance(action, Bid):
            return "that is not asked now"
        size = self.size
        bids = list(self.bids)
        bids[task.place] = action
        if task.phase is Phase.BLIND and not action.blind:
            return "look at your cards first, or bid blind"
        never = why_never(self.rules, action, size) or why_not(self.rules, bids, task.place, size)
        if never:
            return never
        if task.phase is Phase.BLIND:
            return "you are not far enough behind to bid blind"
        if action.blind:
            return "you have looked at your cards"
        return f"your hand bids {' or '.join(map(str, self._legal_choices(task)))}"

    def _draw(self, place: int, answer: Answer) -> None:
        turn = len(self.draws)
        first, second = self.pack[2 * turn], self.pack[2 * turn + 1]
        kept, gone = (first, second) if answer is Answer.KEEP else (second, first)
        self.hands[place] |= kept
        self.pile |= gone
        self.draws.append(Draw(place, answer, kept, gone))

    def _give(self, task: Task, give: Give) -> None:
        due = task.exchange
        if due is None:
            raise IllegalAction(give, "no cards are given now", self.legal())
        cards = exchange.given_mask(self._pack, self.hands[task.place], due, give)
        drawn = 0
        if due.kind == "discards":
            seat = self.rules.seats[task.place]
            drawn = dealing.draw_from(self._pack, self.pile, cards.bit_count(), self.seed, "exchange", seat)
        self.hands[task.place] ^= cards | drawn
        self._agenda.pop()
        if due.to is None:
            self.pile ^= cards | drawn
        else:
            self.hands[due.to] |= cards
        if due.kind == "partner" and due.to is not None and cards:
            back = exchange.Exchange(due.to, cards.bit_count(), cards.bit_count(), task.place, "answer")
            self._agenda.append(Task(Phase.EXCHANGE, due.to, back))
        self.gifts.append(exchange.Gift(task.place, due.to, cards, drawn))

    def drawn_card(self) -> int:
        """The card the drafter looks at now, as a bit."""
        return self.pack[2 * len(self.draws)]

    def due_exchange(self) -> exchange.Exchange | None:
        """The hand-over that is asked for now, if one is."""
        return self._agenda[-1].exchange if self._agenda else None
