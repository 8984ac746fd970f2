"""A bot that starts when it is first asked, under the rules of that question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.players.process import BotProcess
from spades_cli.players.spec import player_seed

if TYPE_CHECKING:
    from spades_cli.engine.scoring import RoundResult
    from spades_cli.engine.view import View


class LazyBot:
    """``command`` at a seat of whatever table asks it; started anew when the rules change."""

    def __init__(self, command: str, seat: str, seed: int) -> None:
        self.command, self.seat, self.seed = command, seat, seed
        self._bot: BotProcess | None = None

    def decide(self, view: View) -> str:
        """The bot's answer; PlayerFault for none."""
        if self._bot is None or self._bot.rules != view.rules:
            self.close()
            self._bot = BotProcess(self.command, rules=view.rules)
            self._bot.start_match(self.seat, player_seed(self.seed, self.seat), {})
        return self._bot.decide(view)

    def round_over(self, view: View, result: RoundResult) -> None:
        """Passed on."""
        if self._bot:
            self._bot.round_over(view, result)

    def close(self) -> None:
        """End the process."""
        if self._bot:
            self._bot.close()
            self._bot = None
