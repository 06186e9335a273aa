"""The demo: the solver explains its moves and makes them, until the player takes over."""

from typing import Final, NamedTuple

from minesweeper.engine.cells import Cell, cells_of, set_of
from minesweeper.engine.game import Game, Verb
from minesweeper.play.session import Session
from minesweeper.play.words import NOTHING_KNOWN, too_large_text
from minesweeper.settings.live_settings import LiveSettings
from minesweeper.solver.clues import clues_of, flags_in
from minesweeper.solver.hints import find_hint
from minesweeper.solver.playout import best_first
from minesweeper.solver.sentences import FIRST_IS_SAFE, Sentence, cells_in, say
from minesweeper.store.open_games import OpenGames
from minesweeper.tui.keys import DEMO_ROWS, ROWS, Keymap, action_of, only_quitting, without_keys
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.pacer import Pacer
from minesweeper.tui.screen import LeaveAction
from minesweeper.tui.screens.game import GameScreen
from minesweeper.tui.widgets.board_screen import Method
from minesweeper.tui.widgets.field import Overlay
from minesweeper.tui.widgets.marks import Marks
from minesweeper.tui.widgets.side import Part, Side

# Milliseconds between moves at normal speed, and between the end of a game and the next game.
PACE: Final = 1500
END_SHOWN: Final = 5000

WATCHING: Final = "the solver plays"


class SolverMove(NamedTuple):
    """What the solver does next, and why."""

    verb: Verb
    cell: Cell
    reason: Sentence


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
        self._demo_actions = action_of(DEMO_ROWS)
        self._found: tuple[Session, int, SolverMove] | None = None
        """The next move in a game after a number of its entries."""
        keymap = only_quitting(keymap)
        super().__init__(games, looks, keymap=keymap, live=live, idle_pause=idle_pause)

    def methods(self) -> dict[str, Method]:
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

    # The side and the board

    def side(self, now: int) -> Side:
        side = super().side(now)
        if not self.watching or self.state not in ("playing", "finished"):
            return side
        more = [
            *self.words({"stop": "go on" if self.pacer.stopped else "pause", "step": "one move"}),
            *self.pair("speed", "faster", "slower", click="faster"),
            *self.words({"help": "help", "quit": "quit"}),
        ]
        main = self.words({"take-over": "take over"})
        foot = side.foot if self.session.over else [*side.foot[:-1], WATCHING]
        return side._replace(main=main, foot=foot, more=more)

    @property
    def _reason(self) -> Sentence | None:
        """The reason of the next move; None unless the solver is about to make it."""
        return self._plan().reason if self._is_playing and not self.session.over else None

    def body(self) -> list[Part]:
        if not self.watching:
            return super().body()
        reason = self._reason
        return [self._marks().sentence(reason, self.session.game, self.view)] if reason else []

    def _marks(self) -> Marks:
        marks = Marks()
        if reason := self._reason:
            marks.put(reason)
        return marks

    @property
    def has_help_on_board(self) -> bool:
        return super().has_help_on_board or self._reason is not None

    def overlay(self) -> Overlay:
        """Return the overlay of a game, with the marks of the solver's next move over it."""
        return super().overlay() | self._marks().overlay(self.session.game, self.view)

    # Time

    @property
    def may_idle(self) -> bool:
        return super().may_idle and not self.watching

    def show_new_game(self) -> None:
        super().show_new_game()
        fault = too_large_text("demo", self.grid)
        if fault and self.watching:  # after a replay was taken over, or a saved game resumed
            self.watching = False
            self.message = fault

    @property
    def _is_playing(self) -> bool:
        """Whether the solver makes moves without a key."""
        return self.watching and not self.pacer.stopped and self.state in ("playing", "finished")

    def tick(self, now: int) -> None:
        super().tick(now)
        if self._is_playing:
            if not self.session.over:
                self._plan()
            self.pacer.run(now)
            if self.pacer.time(now) >= self._pace:
                self._step_demo(now)
        else:
            self.pacer.set(0)

    def continue_after(self, do: LeaveAction | None, now: int) -> None:
        self.pacer.set(0)
        super().continue_after(do, now)

    def ask_what_instead(self, now: int) -> None:
        """Deal any board while the solver plays, as perhaps nobody is there to ask."""
        if self.watching:
            self.do_any_board(now)

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
        self.message = f"Speed {self.pacer.speed_text(self.looks.theme.glyphs.times)}"

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

    def _plan(self) -> SolverMove:
        """Return what the solver does next; when it is found, scroll to the cells it is about."""
        session, found = self.session, self._found
        if not found or found[0] is not session or found[1] != len(session.entries):
            move = find_move(session.game, self.cursor)
            self._found = found = session, len(session.entries), move
            if self.is_drawn:
                self.view.show([self.grid.place(move.cell), *self._marks().places])
        return found[2]

    def _make_move(self, now: int) -> None:
        verb, cell, _ = self._plan()
        self.session.note_help("demo", now)
        self.go_to(cell)
        self.message = ""
        if self.session.game.is_flagged(cell):
            verb = "flag"  # take away a wrong flag of the player
        if verb == "reveal":
            self.do_reveal(now)
        else:
            self.play(verb, now)


def find_move(game: Game, cursor: Cell) -> SolverMove:
    """Return the simplest certain move, or the best guess if none is certain."""
    if game.board is None:
        first = best_first(game.setup)
        row = NOTHING_KNOWN if game.setup.first == "any" else FIRST_IS_SAFE
        cells = cells_in(game.grid, set_of([first]), "safe")
        return SolverMove("reveal", first, say(row, cells=cells))
    hint = find_hint(clues_of(game), cursor, flags_in(game), game.on_guess)
    verb: Verb = "flag" if hint.risk == 1 else "reveal"
    return SolverMove(verb, cells_of(hint.cells)[0], hint.sentence)
