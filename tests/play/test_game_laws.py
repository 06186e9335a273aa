"""Any game at all, played side by side with the rules written down a second time, slowly."""

from collections.abc import Callable
from copy import deepcopy
from typing import Final

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from minesweeper.engine.board import Board
from minesweeper.engine.cells import Cell, Grid
from minesweeper.engine.game import VERBS, Game, Move, Verb
from minesweeper.engine.generator import deal
from minesweeper.engine.notation import format_layout, format_position
from minesweeper.engine.setup import Setup
from tests.harness.boards import FIRSTS, WINS, everything_about
from tests.harness.played import session_on

COVERED: Final = "#"
FLAG: Final = "F"
QUESTION: Final = "?"
REVEALED: Final = " "

Place = tuple[int, int]


class NaiveGame:
    """The rules, one cell at a time; columns and rows count from 0."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.marks = [[COVERED] * setup.width for _ in range(setup.height)]
        self.mines: list[list[bool]] = []
        self.status = "playing"

    def lay(self, board: Board) -> None:
        self.mines = [[drawn == "*" for drawn in row] for row in format_layout(board).split()]

    def places(self) -> list[Place]:
        return [(x, y) for y in range(self.setup.height) for x in range(self.setup.width)]

    def mark(self, place: Place) -> str:
        x, y = place
        return self.marks[y][x]

    def set_mark(self, place: Place, mark: str) -> None:
        x, y = place
        self.marks[y][x] = mark

    def is_mine(self, place: Place) -> bool:
        x, y = place
        return bool(self.mines) and self.mines[y][x]

    def around(self, place: Place) -> list[Place]:
        x, y = place
        return [
            near
            for near in self.places()
            if near != place and abs(near[0] - x) <= 1 and abs(near[1] - y) <= 1
        ]

    def number(self, place: Place) -> int:
        return sum(self.is_mine(near) for near in self.around(place))

    def count(self, mark: str) -> int:
        return sum(self.mark(place) == mark for place in self.places())

    def chord_reveals(self, place: Place) -> list[Place]:
        flags = sum(self.mark(near) == FLAG for near in self.around(place))
        if self.mark(place) != REVEALED or flags != self.number(place):
            return []
        return [near for near in self.around(place) if self.mark(near) in (COVERED, QUESTION)]

    def flag_chord_flags(self, place: Place) -> list[Place]:
        covered = [near for near in self.around(place) if self.mark(near) != REVEALED]
        if self.mark(place) != REVEALED or len(covered) != self.number(place):
            return []
        return [near for near in covered if self.mark(near) != FLAG]

    def refuses(self, verb: Verb, place: Place) -> bool:
        if self.status != "playing":
            return True
        if verb == "chord":
            return not self.chord_reveals(place)
        if verb == "flag-chord":
            return not self.flag_chord_flags(place)
        if verb == "reveal":
            return self.mark(place) in (FLAG, REVEALED)
        return self.mark(place) == REVEALED

    def play(self, verb: Verb, place: Place) -> None:
        """Make a move that is not refused, on mines that are laid if it reveals."""
        if verb == "flag":
            cycle = [COVERED, FLAG, QUESTION] if self.setup.question_marks else [COVERED, FLAG]
            after = cycle.index(self.mark(place)) + 1
            self.set_mark(place, cycle[after % len(cycle)])
        elif verb == "flag-chord":
            for near in self.flag_chord_flags(place):
                self.set_mark(near, FLAG)
        elif verb == "reveal":
            self.reveal([place])
        else:
            self.reveal(self.chord_reveals(place))
        self.judge()

    def reveal(self, waiting: list[Place]) -> None:
        while waiting:
            place = waiting.pop()
            if self.mark(place) in (COVERED, QUESTION):
                self.set_mark(place, REVEALED)
                if not self.is_mine(place) and self.number(place) == 0:
                    waiting += self.around(place)

    def judge(self) -> None:
        if any(self.is_mine(place) and self.mark(place) == REVEALED for place in self.places()):
            self.status = "lost"
        elif self.is_won():
            self.status = "won"

    def is_won(self) -> bool:
        if not self.mines:
            return False
        if self.setup.mines == 0:
            return self.count(REVEALED) > 0
        cleared = all(self.is_mine(p) or self.mark(p) == REVEALED for p in self.places())
        flagged = all(self.is_mine(p) == (self.mark(p) == FLAG) for p in self.places())
        if self.setup.win == "clear":
            return cleared
        if self.setup.win == "flags":
            return flagged
        return cleared or flagged

    @property
    def mines_left(self) -> int:
        return 0 if self.status == "won" else self.setup.mines - self.count(FLAG)

    @property
    def safe_left(self) -> int:
        """Safe cells not revealed; of a lost game the revealed mines are no safe cells."""
        safe = self.setup.width * self.setup.height - self.setup.mines
        revealed = [p for p in self.places() if self.mark(p) == REVEALED and not self.is_mine(p)]
        return 0 if self.status == "won" else safe - len(revealed)

    def drawn(self, place: Place) -> str:
        mark, is_mine = self.mark(place), self.is_mine(place)
        if self.status == "won":
            return FLAG if is_mine else "." if self.number(place) == 0 else str(self.number(place))
        if mark == REVEALED:
            return "@" if is_mine else "." if self.number(place) == 0 else str(self.number(place))
        if self.status == "lost" and mark == FLAG and not is_mine:
            return "X"
        if self.status == "lost" and mark != FLAG and is_mine:
            return "*"
        return mark

    def picture(self) -> str:
        rows = range(self.setup.height)
        return "".join(
            "".join(self.drawn((x, y)) for x in range(self.setup.width)) + "\n" for y in rows
        )


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    sides = st.sampled_from([1, 2, 3, 4, 5, 5, 6, 6, 7, 7])
    width, height = draw(sides), draw(sides)
    share = draw(st.sampled_from([0, 10, 15, 15, 20, 20, 25, 30, 50, 99]))
    return Setup(
        width,
        height,
        width * height * share // 100,
        draw(st.sampled_from(FIRSTS)),
        draw(st.sampled_from(WINS)),
        draw(st.booleans()),
    )


numbers = st.integers(0, 48)
seeds = st.integers(0, 2**64 - 1)


class AnyGame(RuleBasedStateMachine):
    """Moves of every kind: wild ones, and such as get somewhere."""

    @initialize(setup=setups(), seed=seeds, known=st.booleans())
    def the_first_game(self, setup: Setup, seed: int, known: bool) -> None:
        self.begin(setup, seed, known)

    @precondition(lambda self: self.naive.status != "playing")
    @rule(setup=setups(), seed=seeds, known=st.booleans())
    def the_next_game(self, setup: Setup, seed: int, known: bool) -> None:
        self.begin(setup, seed, known)

    def begin(self, setup: Setup, seed: int, known: bool) -> None:
        self.known = known
        self.moves: list[Move] = []
        self.naive = NaiveGame(setup)
        # The rules before each move that changed something, and how many moves came before it.
        self.before: list[tuple[NaiveGame, int]] = []
        if known:
            board = deal(setup, seed, Grid(setup.width, setup.height).cell(1, 1))
            self.naive.lay(board)
            game = Game(setup, board)
        else:
            game = Game(setup, lambda first: deal(setup, seed, first))
        self.session = session_on(game)

    @property
    def game(self) -> Game:
        return self.session.game

    @rule(verb=st.sampled_from(VERBS), number=numbers)
    def play_anywhere(self, verb: Verb, number: int) -> None:
        self.attempt(verb, self.naive.places(), number)

    @rule(number=numbers)
    def reveal_a_safe_cell(self, number: int) -> None:
        self.attempt("reveal", [p for p in self.naive.places() if self.is_hidden(p, False)], number)

    @rule(number=numbers)
    def flag_a_mine(self, number: int) -> None:
        self.attempt("flag", [p for p in self.naive.places() if self.is_hidden(p, True)], number)

    @rule(verb=st.sampled_from(["reveal", "flag"]), number=st.integers(0, 2))
    def nearly_win(self, verb: Verb, number: int) -> None:
        """Reveal all safe cells but a few, or flag all mines but a few."""
        mine = verb == "flag"
        for place in [p for p in self.naive.places() if self.is_hidden(p, mine)][number:]:
            if self.is_hidden(place, mine):
                self.attempt(verb, [place], 0)

    @rule(number=numbers)
    def mark_a_cell_that_is_not_revealed(self, number: int) -> None:
        naive = self.naive
        self.attempt("flag", [p for p in naive.places() if naive.mark(p) != REVEALED], number)

    @rule(verb=st.sampled_from(["chord", "flag-chord"]), number=numbers)
    def chord_a_number_that_is_not_done(self, verb: Verb, number: int) -> None:
        self.attempt(verb, self.numbers_not_done(), number)

    @rule(number=numbers, rightly=st.sampled_from([True, True, True, False]))
    def satisfy_a_number_and_chord_it(self, number: int, rightly: bool) -> None:
        naive, places = self.naive, self.numbers_not_done()
        if not places:
            return
        place = places[number % len(places)]
        covered = [p for p in naive.around(place) if naive.mark(p) == COVERED]
        chosen = [p for p in covered if naive.is_mine(p) or not rightly]
        flags = sum(naive.mark(near) == FLAG for near in naive.around(place))
        for near in chosen[: max(0, naive.number(place) - flags)]:
            self.attempt("flag", [near], 0)
        self.attempt("chord", [place], 0)

    def numbers_not_done(self) -> list[Place]:
        naive = self.naive
        revealed = [p for p in naive.places() if naive.mark(p) == REVEALED]
        return [p for p in revealed if any(naive.mark(q) != REVEALED for q in naive.around(p))]

    def is_hidden(self, place: Place, mine: bool) -> bool:
        return self.naive.mark(place) == COVERED and self.naive.is_mine(place) == mine

    def attempt(self, verb: Verb, places: list[Place], number: int) -> None:
        """Make a move on one of the places, and see that it is played as the rules say."""
        if not places:
            return
        place = places[number % len(places)]
        move = Move(verb, self.game.grid.cell(place[0] + 1, place[1] + 1))
        before = everything_about(self.game)
        reason = self.game.refusal(move)
        assert bool(reason) == self.naive.refuses(verb, place)
        assert self.session.play(move, 0) == reason
        assert (everything_about(self.game) == before) == bool(reason)
        if not reason:
            self.before.append((deepcopy(self.naive), len(self.moves)))
        if self.game.board and not self.naive.mines:
            self.naive.lay(self.game.board)
        if not reason:
            self.naive.play(verb, place)
        self.moves.append(move)

    @rule(times=st.integers(1, 5))
    def undo(self, times: int) -> None:
        for _ in range(times):
            assert self.session.undo(0) == bool(self.before)
            if self.before:
                self.naive, moves = self.before.pop()
                del self.moves[moves:]
        self.the_same_moves_on_the_same_board_make_the_same_game()

    @invariant()
    def what_is_seen_is_what_the_rules_say(self) -> None:
        assert format_position(self.game) == self.naive.picture()

    @invariant()
    def it_is_won_and_lost_exactly_when_the_rules_say(self) -> None:
        assert self.game.status.value == self.naive.status

    @invariant()
    def what_is_left_is_counted_right(self) -> None:
        assert self.game.mines_left == self.naive.mines_left
        assert self.game.safe_left == self.naive.safe_left
        assert self.game.flag_count == self.naive.count(FLAG)

    @invariant()
    def no_flagged_cell_is_revealed(self) -> None:
        game = self.game
        assert not any(game.is_flagged(cell) and game.is_revealed(cell) for cell in game.grid)

    @rule()
    def the_same_moves_on_the_same_board_make_the_same_game(self) -> None:
        again = Game(self.game.setup, self.same_layout())
        for move in self.moves:
            again.play(move)
        assert everything_about(again) == everything_about(self.game)

    def same_layout(self) -> Board | Callable[[Cell], Board]:
        board = self.game.board
        if self.known and board:
            return board
        return lambda first: board or lay_nothing(first)


def lay_nothing(first: Cell) -> Board:
    raise AssertionError("no mines should be laid yet")


TestAnyGame = AnyGame.TestCase
TestAnyGame.settings = settings(stateful_step_count=40)
