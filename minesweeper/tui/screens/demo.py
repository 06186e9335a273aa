"""The demo: the solver plays and explains its moves until the player takes over."""

from collections.abc import Callable
from typing import Final

from minesweeper.engine.cells import Cell, cells_of
from minesweeper.engine.game import Game, Verb
from minesweeper.engine.setup import Setup, why_too_large_to_solve
from minesweeper.settings.live_settings import LiveSettings
from minesweeper.solver.clues import clues_of, flags_in
from minesweeper.solver.hints import find_hint
from minesweeper.solver.playout import best_first
from minesweeper.solver.sentences import Sentence, say
from minesweeper.store.open_games import OpenGames
from minesweeper.tui.keys import DEMO_ROWS, ROWS, Keymap, action_of, without_keys
from minesweeper.tui.look.theme import Looks
from minesweeper.tui.pacer import Pacer
from minesweeper.tui.screen import LeaveAction, Reaction, Screen
from minesweeper.tui.screens.game import GameScreen
from minesweeper.tui.widgets.board import Overlay
from minesweeper.tui.widgets.footer import FooterWord, footer_words
from minesweeper.tui.widgets.marks import Marks

# Milliseconds between moves at normal speed, and between the end of a game and the next game.
PACE: Final = 1500
END_SHOWN: Final = 5000

WATCHING: Final = "Watching the solver: press Enter to take over"
_WATCHING_OFFERS: Final = (
    *("take over", "stop", "step", "speed up", "slow down"),
    *("new", "help", "quit"),
)


class DemoScreen(GameScreen):
    """A game screen on which the solver makes the moves until the player takes over."""

    needs_solver = True

    def __init__(
        self,
        games: OpenGames,
        looks: Looks,
        *,
        keymap: Keymap = ROWS,
        live: LiveSettings | None = None,
        idle_pause: int = 0,
    ) -> None:
        self.watching = True
        self.pacer = Pacer()
        self._reason = say(WATCHING)
        self._marks = Marks()
        self._demo_actions = action_of(DEMO_ROWS)
        super().__init__(games, looks, keymap=keymap, live=live, idle_pause=idle_pause)

    def methods(self) -> dict[str, Callable[[int], Reaction]]:
        return {
            **super().methods(),
            "take-over": self.do_take_over,
            "stop": self.do_stop,
            "step": self.do_step,
            "faster": self.do_faster,
            "slower": self.do_slower,
        }

    @property
    def help_keymap(self) -> Keymap:
        if not self.watching:
            return self.keymap
        return (*DEMO_ROWS, *without_keys(self.keymap, self._demo_actions))

    def footer_words(self) -> tuple[FooterWord, ...]:
        if not self.watching or self.session.paused:
            return super().footer_words()
        return footer_words(self.help_keymap, _WATCHING_OFFERS, paused=self.pacer.stopped)

    def idle_text(self) -> str:
        if not self.watching:
            return super().idle_text()
        return self._marks.sentence(self._reason, self.session.game, self.view)

    def overlay(self) -> Overlay:
        """Return the overlay of a game, with the marks of the solver's last move over it."""
        overlay = super().overlay()
        if not self.watching or self.session.over:
            return overlay
        return overlay | self._marks.overlay(self.session.game, self.looks.theme, overlay)

    @property
    def may_idle(self) -> bool:
        return super().may_idle and not self.watching

    def show_new_game(self) -> None:
        super().show_new_game()
        self._say(say(WATCHING))
        fault = why_too_large_to_solve(self.grid.width, self.grid.height)
        if fault and self.watching:  # after a replay was taken over, or a saved game resumed
            self.watching = False
            self.message = fault

    @property
    def _is_playing(self) -> bool:
        """Whether the solver makes moves without a key."""
        return self.watching and not self.pacer.stopped and self.state in ("playing", "finished")

    def tick(self, now: int) -> Screen | None:
        page = super().tick(now)
        if self._is_playing:
            self.pacer.run(now)
            if self.pacer.time(now) >= self._pace:
                self._step_demo(now)
        else:
            self.pacer.set(0)
        return page

    def continue_after(self, do: LeaveAction | None, now: int) -> None:
        self.pacer.set(0)
        super().continue_after(do, now)

    def ask_what_instead(self, setup: Setup, now: int, *, stopped: bool) -> Screen | None:
        """Deal any board while the solver plays, as perhaps nobody is there to ask."""
        if not self.watching:
            return super().ask_what_instead(setup, now, stopped=stopped)
        self.play_instead(self.session.game.setup._replace(no_guess=False), now)
        return None

    def next_wakeup(self, now: int) -> int:
        wakeup = super().next_wakeup(now)
        return min(wakeup, self.pacer.wait(self._pace, now)) if self._is_playing else wakeup

    def action_of(self, key: str) -> str:
        demo_action = self._demo_actions.get(key) if self.watching else None
        return demo_action or super().action_of(key)

    def do_take_over(self, now: int) -> None:
        """Let the player continue the game."""
        self.watching = False
        self.message = "Your turn"

    def do_stop(self, now: int) -> None:
        """Stop the solver, or let it continue."""
        self.pacer.stopped = not self.pacer.stopped
        self.pacer.set(0)

    def do_step(self, now: int) -> None:
        """Stop the solver, and let it play one move."""
        self.pacer.stopped = True
        self._step_demo(now)

    def do_faster(self, now: int) -> None:
        """Let the solver play at the next higher speed."""
        self._change_speed(2, now)

    def do_slower(self, now: int) -> None:
        """Let the solver play at the next lower speed."""
        self._change_speed(1 / 2, now)

    def _change_speed(self, factor: float, now: int) -> None:
        self.pacer.change_speed(factor, now)
        speed = self.pacer.speed_text(self.looks.theme.glyphs.times)
        self._say(say(f"Speed {speed}"))

    def _say(self, reason: Sentence) -> None:
        """Show a sentence, and mark what it names."""
        self._reason = reason
        self._marks.clear()
        self._marks.put(reason)

    @property
    def _pace(self) -> int:
        """The milliseconds of the pacer's clock between moves, or until the next game.

        The end of a game is shown equally long at any speed.
        """
        return int(END_SHOWN * self.pacer.speed) if self.session.over else PACE

    def _step_demo(self, now: int) -> None:
        """Make the next move, or deal another game after the end."""
        if self.session.over:
            self.do_new(now)
        else:
            self._make_move(now)
        self.pacer.set(0)
        self.pacer.run(now)

    def _make_move(self, now: int) -> None:
        self.session.note_help("demo", now)
        verb, cell, reason = next_move(self.session.game, self.cursor)
        self._say(reason)
        self.go_to(cell)
        self.message = ""
        if self.session.game.is_flagged(cell):
            verb = "flag"  # take away a wrong flag of the player
        if verb == "reveal":
            self.do_reveal(now)
        else:
            self.play(verb, now)


def next_move(game: Game, cursor: Cell) -> tuple[Verb, Cell, Sentence]:
    """Return the solver's next move: what it does, the cell, and the reason.

    It is the simplest certain move, or the best guess if none is certain.
    """
    if game.board is None:
        first = best_first(game.setup)
        return "reveal", first, say("Nothing is known yet: reveal any cell.")
    clues = clues_of(game)
    found = find_hint(clues, cursor, flags_in(game), game.on_guess)
    verb: Verb = "flag" if found.risk == 1 else "reveal"
    return verb, cells_of(found.cells)[0], found.sentence
