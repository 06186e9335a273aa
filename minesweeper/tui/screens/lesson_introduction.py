"""The page with which a lesson begins: a drawing, what is certain in it, and why."""

from collections.abc import Callable, Iterable, Iterator

from minesweeper.engine.cells import CellSet, cells_of
from minesweeper.engine.notation import capitalise, count_text
from minesweeper.learn.classification import easiest_skill
from minesweeper.learn.exercises import Exercise, parse_drawing
from minesweeper.learn.lessons import Lesson
from minesweeper.learn.mastery import mastery_goal_text
from minesweeper.solver.proofs import conclude
from minesweeper.solver.sentences import Place
from minesweeper.tui.canvas import StyledText
from minesweeper.tui.events import Event, Key
from minesweeper.tui.keys import ROWS, Keymap
from minesweeper.tui.look.cells import Mark
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.screen import Leave, LeaveAction, Reaction, Screen
from minesweeper.tui.screens.exercise_view import legend_sentence, sign_texts
from minesweeper.tui.screens.lesson import lesson_title
from minesweeper.tui.widgets.footer import GO_BACK, FooterWord
from minesweeper.tui.widgets.marks import Marks
from minesweeper.tui.widgets.position_page import Picture, PositionPage, forgotten_overlay


class LessonIntroduction(PositionPage):
    """The drawing of a lesson, with two sentences."""

    def __init__(
        self, looks: Looks, lesson: Lesson, begin: Callable[[], Screen], keymap: Keymap = ROWS
    ) -> None:
        """Call `begin` for the screen of the exercises."""
        super().__init__(looks, keymap)
        self.title = lesson_title(lesson, looks.theme.glyphs)
        self._lesson = lesson
        self._begin = begin
        clues = parse_drawing(lesson.drawing, lesson.mines)
        self._example = Exercise("point", lesson.number, clues)
        skill = easiest_skill(clues, counts_mines=lesson.mines is not None)
        self._certain: dict[Mark, CellSet] = (
            {"safe": skill.safe, "danger": skill.mines} if skill else {}
        )
        self.show_grid(clues.grid)

    def pictures(self) -> Iterator[Picture]:
        game = self._example.as_game()
        overlay = forgotten_overlay(self._example.clues, self.view)
        overlay |= self._marks().overlay(game, self.view)
        headings = self._legend(), self._lesson.name, f"Lesson {self._lesson.number}"
        yield Picture(headings, self.looks.theme.header, game, overlay)

    def _legend(self) -> str:
        """Return what is certain, such as "Both cells are safe", with a tile for the cells."""
        grid, game, marks = self.view.grid, self._example.as_game(), self._marks()
        claims = [
            marks.sentence(conclude(grid, cells, mine=mark == "danger"), game, self.view)
            for mark, cells in self._certain.items()
            if cells
        ]
        return ". ".join([*claims, ""]).strip() or "Nothing is certain here."

    def _marks(self) -> Marks:
        marks, place = Marks(), self.view.grid.place
        for mark, cells in self._certain.items():
            marks.mark(map(place, cells_of(cells)), mark)
        return marks

    def places_to_show(self) -> Iterable[Place]:
        return self._marks().places

    def texts(self) -> Iterator[StyledText]:
        theme = self.looks.theme
        if self._lesson.mines is not None:
            left = self._example.as_game().mines_left
            yield f"{count_text(left, 'mine')} left", theme.text
        for sentence in self._lesson.why:
            yield sentence, theme.text

    def help_text(self) -> str:
        goal = f"{capitalise(mastery_goal_text(self._lesson.number, is_timed=True))}."
        return f"{legend_sentence(sign_texts(self._example, self.looks.theme))} {goal}".lstrip()

    def words(self, columns: int) -> Iterator[FooterWord]:
        yield FooterWord("Enter", "begin", "enter", is_essential=True)
        yield GO_BACK

    def handle_page(self, event: Event, now: int) -> Reaction:
        if not isinstance(event, Key):
            return None
        action = self._actions.get(event.name, "")
        if event.name == "escape" or action == "quit":
            return Leave()
        if event.name == "enter" or action in ("reveal", "flag"):
            return self._begin()
        self.scroll_text(self._text.distance(action))
        return None

    def continue_after(self, do: LeaveAction | None, now: int) -> Reaction:
        """Leave as well, after the exercises."""
        return Leave(do)
