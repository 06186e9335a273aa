"""What the terminal answers about its colours: understood, and never taken for keys."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest

from minesweeper.tui.app import run_screens
from minesweeper.tui.canvas import Canvas
from minesweeper.tui.events import Background, Event, Exact, Input, Key, Mouse
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.look.palettes import NEED_EXACT, PALETTES
from minesweeper.tui.screen import QUIT, Reaction, Screen
from minesweeper.tui.terminal import clock
from minesweeper.tui.terminal.answers import BACKGROUND_QUERY, EXACT_QUERY, parse_reply
from minesweeper.tui.terminal.terminal import Terminal
from tests.harness.fake_curses import (
    FakeCurses,
    Item,
    Personality,
    Quiet,
    Resize,
    Signal,
    Tty,
    terminal_on,
    tty_as_input,
)

WHITE, BLACK = "\x1b]11;rgb:ffff/ffff/ffff\x1b\\", "\x1b]11;rgb:0000/0000/0000\x1b\\"
SLOW = Quiet(300)  # longer than the end of a key's sequence is waited for
DUE = Quiet(1_000)  # as long as an answer is expected, and as long as one may take
PAINTED = Quiet(1)


@pytest.fixture(autouse=True)
def tty() -> Iterator[Tty]:
    with tty_as_input() as tty:
        yield tty


@pytest.fixture
def curses(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> FakeCurses:
    """A terminal whose time is the program's."""
    curses = FakeCurses("ncurses6", 30, 4, **getattr(request, "param", {}))
    monkeypatch.setattr(time, "monotonic_ns", lambda: 1_000_000 * curses.now)
    return curses


def byte_by_byte(text: str) -> list[Item]:
    return [item for character in text for item in (character, Quiet(30))]


def heard(curses: FakeCurses, *script: Item) -> list[Input]:
    """What comes out of a script once the terminal was asked."""
    curses.feed(*script)
    with terminal_on(curses) as terminal:
        terminal.ask(background=True, exact=False)
        return [*events_of(terminal, curses)]


def events_of(terminal: Terminal, curses: FakeCurses) -> Iterator[Input]:
    while (event := terminal.next_event(100)) or curses.has_input:
        if event:
            yield event


# What an answer says


@pytest.mark.parametrize(
    ("colour", "light"),
    [
        ("rgb:ffff/ffff/ffff", True),
        ("rgb:0000/0000/0000", False),
        ("rgb:ff/ff/ff", True),
        ("rgb:f/f/f", True),
        ("rgb:1/1/1", False),
        ("rgb:fdfd/f6f6/e3e3", True),  # Solarized
        ("rgb:0000/2b2b/3636", False),
        ("rgb:0000/0000/ffff", False),  # blue is dark and yellow is light
        ("rgb:ffff/ffff/0000", True),
        ("rgba:ffff/ffff/ffff/0000", True),
        ("#ffffff", True),
        ("#000", False),
        ("#ffffffffffff", True),
    ],
)
def test_a_colour_is_light_or_dark(colour: str, light: bool) -> None:
    assert parse_reply(f"11;{colour}") == Background(light)


@pytest.mark.parametrize(
    "said",
    [
        *("10;rgb:ffff/ffff/ffff", "11", "11;", "11;?", "11;white", "11;#", "11;#12", "11;#zzzzzz"),
        *("4;18;rgb:00/00/5e", "4;rgb:00/00/5e", "11;1;rgb:f/f/f"),
        *("11;rgb:", "11;rgb:ff/ff", "11;rgb:fffff/0/0", "11;rgb:+f/0/0", "11;rgb://", ""),
    ],
)
def test_anything_else_says_nothing(said: str) -> None:
    assert parse_reply(said) is None


@pytest.mark.parametrize(
    ("colour", "is_proved"),
    [
        ("rgb:0000/0000/5e5e", True),
        ("rgb:00/00/5e", True),
        ("rgb:0000/0000/5f5f", False),  # as it was before
        ("rgb:0000/0000/0000", False),
    ],
)
def test_only_the_colour_that_was_set_proves_that_it_is_shown(colour: str, is_proved: bool) -> None:
    assert parse_reply(f"4;17;{colour}") == Exact(is_proved)


# Among the keys


@pytest.mark.parametrize(("answer", "light"), [(WHITE, True), (BLACK, False)])
@pytest.mark.parametrize("end", ["\x1b\\", "\x07", "\x9c"])
def test_an_answer_is_an_event(curses: FakeCurses, answer: str, light: bool, end: str) -> None:
    assert heard(curses, answer.replace("\x1b\\", end), "a") == [Background(light), Key("a")]


def test_an_answer_byte_by_byte_is_an_event_and_nothing_of_it_is_a_key(curses: FakeCurses) -> None:
    assert heard(curses, *byte_by_byte(WHITE), "a") == [Background(light=True), Key("a")]


def test_an_answer_may_break_off_anywhere_and_go_on_later(curses: FakeCurses) -> None:
    for at in range(1, len(WHITE)):
        events = heard(curses, WHITE[:at], SLOW, WHITE[at:], SLOW, "x")
        assert events == [Background(light=True), Key("x")], WHITE[:at]


def test_a_late_answer_is_an_event_between_the_keys(curses: FakeCurses) -> None:
    assert heard(curses, "a", Quiet(60_000), "b", WHITE, "c") == [
        Key("a"),
        Key("b"),
        Background(light=True),
        Key("c"),
    ]


def test_a_late_answer_may_also_break_off(curses: FakeCurses) -> None:
    for at in range(2, len(WHITE)):
        late: list[Item] = [Quiet(60_000), WHITE[:at], SLOW, WHITE[at:]]
        assert heard(curses, *late, "a") == [Background(light=True), Key("a")], WHITE[:at]


def test_where_no_answer_comes_all_keys_are_heard(curses: FakeCurses) -> None:
    script: list[Item] = [
        "a",
        "\x1b[A",
        "\x1bOB",
        "\x1b[1;5C",
        "\x1b[200~pasted\x1b[201~",
        DUE,
        "\x1b",
        SLOW,
        "b",
    ]
    assert heard(curses, *script) == [
        Key(name) for name in ("a", "up", "down", "ctrl-right", "escape", "b")
    ]


def test_an_esc_waits_for_the_rest_only_while_an_answer_is_due(curses: FakeCurses) -> None:
    curses.feed("\x1b", Quiet(5_000), "\x1b", Quiet(5_000))
    with terminal_on(curses) as terminal:
        terminal.ask(background=True, exact=False)
        times = []
        for _ in range(2):
            then = curses.now
            assert terminal.next_event(5_000) == Key("escape")
            times.append(curses.now - then)
            assert terminal.next_event(4_000) is None
    assert times[0] == 1_000
    assert times[1] < 2_000


@pytest.mark.parametrize("key", ["?", "m", "\x1b"])
def test_a_key_soon_after_an_esc_is_a_key_while_an_answer_is_due(
    curses: FakeCurses, key: str
) -> None:
    name = "escape" if key == "\x1b" else key
    heard_keys = heard(curses, "\x1b", Quiet(200), key, SLOW, "a", WHITE)
    assert heard_keys == [*map(Key, ("escape", name, "a")), Background(light=True)]


@pytest.mark.parametrize("before", [[], [DUE, DUE]])
def test_half_an_answer_mutes_the_keys_for_a_second_and_no_longer(
    curses: FakeCurses, before: list[Item]
) -> None:
    muted: list[Item] = ["g", Quiet(200), "f", Quiet(400), curses.code("KEY_RIGHT"), Quiet(390)]
    for at in range(2, len(WHITE) - 1):
        script = [*before, WHITE[:at], *muted, Quiet(10), *"abcd", WHITE, "e"]
        events = [*map(Key, "abcd"), Background(light=True), Key("e")]
        assert heard(curses, *script) == events, WHITE[:at]


@pytest.mark.parametrize("arrow", ["[A", "OA"])
def test_an_arrow_that_pauses_after_its_esc_is_one_while_an_answer_is_due(
    curses: FakeCurses, arrow: str
) -> None:
    assert heard(curses, "\x1b", Quiet(200), arrow, "a") == [Key("up"), Key("a")]


def test_other_answers_are_swallowed_whole(curses: FakeCurses) -> None:
    others = [
        "\x1b]10;rgb:0000/0000/0000\x07",
        "\x1b]52;c;" + 300 * "x" + "\x1b\\",
        "\x1b[?62;22c",
    ]
    assert heard(curses, *others, "a", WHITE) == [Key("a"), Background(light=True)]


def test_once_the_answer_has_come_an_esc_is_not_waited_after(curses: FakeCurses) -> None:
    assert heard(curses, WHITE, "\x1b", SLOW, "]", "11;a") == [
        Background(light=True),
        *(Key(name) for name in ("escape", "]", "1", "1", ";", "a")),
    ]


PROOF, REFUSAL = (
    WHITE.replace("11;rgb:ffff/ffff/ffff", "4;17;rgb:0000/0000/5e5e"),
    ("\x1b]4;17;rgb:0000/0000/5f5f\x07"),
)


def heard_of_both(curses: FakeCurses, *script: Item) -> list[Input]:
    """What comes out of a script once the terminal was asked both questions."""
    curses.feed(*script)
    with terminal_on(curses) as terminal:
        terminal.ask(background=True, exact=True)
        return [*events_of(terminal, curses)]


def test_a_proof_is_an_event_however_late_and_slowly_it_comes(curses: FakeCurses) -> None:
    wanted = [Exact(is_proved=True), Key("x")]
    for at in range(1, len(PROOF)):
        assert heard_of_both(curses, PROOF[:at], SLOW, PROOF[at:], SLOW, "x") == wanted, PROOF[:at]
    late: list[Item] = [Quiet(60_000), PROOF[:2], *byte_by_byte(PROOF[2:]), "x"]
    assert heard_of_both(curses, *late) == wanted


def test_a_refusal_is_nothing(curses: FakeCurses) -> None:
    assert heard_of_both(curses, "a", REFUSAL, "b", WHITE) == [
        *(Key("a"), Key("b"), Background(light=True))
    ]


@pytest.mark.parametrize("first", [PROOF, REFUSAL])
def test_once_both_answers_have_come_an_esc_is_not_waited_after(
    curses: FakeCurses, first: str
) -> None:
    events = heard_of_both(curses, first, WHITE, "\x1b", SLOW, "]", "11;a")
    names = [event.name for event in events if isinstance(event, Key)]
    assert names == ["escape", "]", "1", "1", ";", "a"]


# When it is asked


@pytest.mark.parametrize("term", ["xterm-256color", "tmux-256color", "screen", "xterm", ""])
def test_a_terminal_with_colours_is_asked_once(curses: FakeCurses, term: str) -> None:
    with terminal_on(curses, {"TERM": term}) as terminal:
        assert BACKGROUND_QUERY not in curses.sent
        terminal.ask(background=True, exact=False)
        terminal.ask(background=True, exact=False)
        assert curses.sent.count(BACKGROUND_QUERY) == 1


@pytest.mark.parametrize(
    ("silent", "environ"),
    [
        *((FakeCurses(), {"TERM": term}) for term in ("linux", "linux-16color", "vt100", "vt220")),
        (FakeCurses(), {"NO_COLOR": "1"}),
        (FakeCurses(colours=0), {}),
        (FakeCurses("pdcurses"), {}),
    ],
    ids=["linux", "linux-16color", "vt100", "vt220", "NO_COLOR", "no colours", "Windows"],
)
def test_a_console_a_vt_and_windows_are_not_asked_nor_is_any_terminal_without_colours(
    silent: FakeCurses, environ: dict[str, str]
) -> None:
    with terminal_on(silent, environ) as terminal:
        terminal.ask(background=True, exact=False)
        assert BACKGROUND_QUERY not in silent.sent


def test_a_colour_is_tried_before_the_terminal_is_asked_for_it(curses: FakeCurses) -> None:
    with terminal_on(curses) as terminal:
        for _ in range(2):
            terminal.ask(background=False, exact=True)
        assert curses.sent.endswith(b"\x1b]4;17;rgb:00/00/5e\x1b\\" + EXACT_QUERY)
        assert curses.sent.count(EXACT_QUERY) == 1
    assert curses.left_behind() == []
    assert curses.tints == {}


@pytest.mark.parametrize(
    ("silent", "environ"),
    [
        *((FakeCurses(), {"TERM": term}) for term in ("linux", "vt220")),
        (FakeCurses(), {"NO_COLOR": "1"}),
        *((FakeCurses(colours=colours), {}) for colours in (0, 8, 16, 88, 1 << 24)),
        (FakeCurses("pdcurses"), {}),
    ],
    ids=["linux", "vt220", "NO_COLOR", "0", "8", "16", "88", "direct", "Windows"],
)
def test_elsewhere_no_colour_is_tried(silent: FakeCurses, environ: dict[str, str]) -> None:
    with terminal_on(silent, environ) as terminal:
        terminal.ask(background=False, exact=True)
        assert b"]4;" not in silent.sent


# On the way out


def leave(curses: FakeCurses, *script: Item) -> None:
    """Ask, and leave before anything was read."""
    with terminal_on(curses) as terminal:
        terminal.ask(background=True, exact=False)
        curses.feed(*script)
    assert curses.left_behind() == []


@pytest.mark.parametrize("wait", [0, 20, 80])
def test_what_is_answered_while_the_program_ends_does_not_reach_the_shell(
    curses: FakeCurses, wait: int
) -> None:
    leave(curses, Quiet(wait), WHITE)
    assert not curses.has_input


@pytest.mark.parametrize(
    "typed", [[], ["\x1b"], ["x", Quiet(30)] * 20], ids=["nothing", "Esc", "a held key"]
)
def test_where_no_answer_comes_the_end_takes_a_tenth_of_a_second(
    curses: FakeCurses, typed: list[Item]
) -> None:
    then = curses.now
    leave(curses, *typed)
    assert curses.now - then <= 100


def test_an_answered_question_takes_no_time_and_what_is_typed_ahead_is_the_shells(
    curses: FakeCurses,
) -> None:
    with terminal_on(curses) as terminal:
        terminal.ask(background=True, exact=False)
        curses.feed(WHITE)
        events = [*events_of(terminal, curses)]
        then = curses.now
        curses.feed("ls\r")
    assert events == [Background(light=True)]
    assert (curses.now, curses.has_input) == (then, True)
    assert "flushinp" not in curses.calls


def test_a_second_after_the_question_the_end_waits_for_no_answer(curses: FakeCurses) -> None:
    with terminal_on(curses) as terminal:
        terminal.ask(background=True, exact=False)
        curses.feed(DUE, "a")
        assert [*events_of(terminal, curses)] == [Key("a")]
        then = curses.now
    assert curses.now == then


def test_a_terminal_that_was_not_asked_is_not_waited_for(curses: FakeCurses) -> None:
    then = curses.now
    with terminal_on(curses):
        curses.feed("ls\r")
    assert (curses.now, curses.has_input) == (then, True)


# In the loop


class Page(Screen):
    """A line of text; q quits, t is the next theme."""

    def __init__(self, looks: Looks) -> None:
        self.looks = looks
        self.keys: list[str] = []

    def draw(self, canvas: Canvas, now: int) -> None:
        canvas.put(0, 0, self.looks.name, self.looks.theme.text)

    def handle(self, event: Event, now: int) -> Reaction:
        assert isinstance(event, Key)
        self.keys.append(event.name)
        if event.name == "t":
            self.looks.change_theme()
        return QUIT if event.name == "q" else None


def shown(curses: FakeCurses, looks: Looks, *script: Item) -> list[int]:
    """The backgrounds of the window's corner whenever a script looks at it."""
    backgrounds: list[int] = []
    steps = {"look": lambda: backgrounds.append(curses.style_at(29, 3).background)}
    curses.feed(*[steps.get(item, item) if isinstance(item, str) else item for item in script])
    page = Page(looks)
    with terminal_on(curses) as terminal:
        run_screens(terminal, page, looks)
    return backgrounds


def painted_backgrounds(curses: FakeCurses) -> set[int]:
    """The backgrounds of all cells of the window."""
    return {curses.style_at(column, row).background for column in range(30) for row in range(4)}


def theme_background(theme: str) -> int:
    background = Looks(theme).theme.text.background
    return background.number if background else -1


def test_the_first_frame_comes_before_the_question(curses: FakeCurses) -> None:
    frames: list[int] = []
    send = curses.send

    def note(sequence: bytes) -> None:
        frames.extend([len(curses.frames)] * (sequence == BACKGROUND_QUERY))
        send(sequence)

    curses.send = note  # type: ignore[method-assign]  # the terminal's end of the line
    shown(curses, Looks("auto"), PAINTED, "q")
    assert frames == [1]


def test_auto_turns_light_when_the_terminal_says_so_and_all_of_the_window_with_it(
    curses: FakeCurses,
) -> None:
    backgrounds = shown(curses, Looks("auto"), PAINTED, "look", WHITE, PAINTED, "look", "q")
    assert backgrounds == [theme_background("sea"), theme_background("light")]


@pytest.mark.parametrize(("answer", "kind"), [(PROOF, "exact"), (REFUSAL, "256"), ("", "256")])
def test_a_proof_makes_the_colours_exact(curses: FakeCurses, answer: str, kind: str) -> None:
    looks = Looks("sea")
    shown(curses, looks, PAINTED, answer, PAINTED, "q")
    assert looks.theme.kind == kind
    assert (len(curses.frames) > 1) == (kind == "exact")


def test_a_theme_that_was_chosen_asks_nothing_until_it_is_auto_again(curses: FakeCurses) -> None:
    looks = Looks("mono")
    script: list[Item] = [lambda: sent.append(curses.sent), "t", PAINTED]
    sent: list[bytes] = []
    shown(curses, looks, PAINTED, *script, WHITE, PAINTED, "q")
    assert BACKGROUND_QUERY not in sent[0]
    assert BACKGROUND_QUERY in curses.sent
    assert looks.theme is Looks("light").theme


def test_every_theme_paints_the_whole_window_anew(curses: FakeCurses) -> None:
    seen: list[set[int]] = []
    steps: list[Item] = [PAINTED, lambda: seen.append(painted_backgrounds(curses)), "t"]
    names = [name for name in PALETTES if name not in NEED_EXACT]
    shown(curses, Looks("sea"), *steps * (len(names) + 1), PAINTED, "q")
    assert seen == [{theme_background(name)} for name in (*names, "sea")]
    assert [name for name in names if theme_background(name) == -1] == ["mono"]


@pytest.mark.parametrize(("personality", "second"), [("ncurses6", False), ("pdcurses", True)])
def test_no_background_stays_where_there_is_no_second_screen(
    personality: Personality, second: bool
) -> None:
    curses = FakeCurses(personality, 30, 4, second_screen=second)
    script: list[Item] = [PAINTED, "look", REFUSAL, "q"]
    assert shown(curses, Looks("light"), *script) == [theme_background("light")]
    assert painted_backgrounds(curses) == {-1}
    assert curses.left_behind() == []


def test_where_there_is_a_second_screen_nothing_is_painted_to_leave_it(curses: FakeCurses) -> None:
    shown(curses, Looks("light"), PAINTED, "q")
    assert len(curses.frames) == 1


@pytest.mark.parametrize("curses", [{"colour_pairs": 3}], indirect=True)
def test_themes_take_over_the_colour_pairs_of_each_other(curses: FakeCurses) -> None:
    """Were none given back, a terminal with few would show the last themes without colours."""
    names = ["auto", *(name for name in PALETTES if name not in NEED_EXACT)]
    twice: list[Item] = [PAINTED, "look", "t"] * (2 * len(names))
    backgrounds = shown(curses, Looks("auto"), *twice, "q")
    assert backgrounds == [theme_background("sea"), *map(theme_background, names[1:])] * 2


# Broken off


@pytest.mark.parametrize("arrow", ["\x1b[C", "\x1bOC"])
def test_an_arrow_behind_an_answer_that_broke_off_is_an_arrow(
    curses: FakeCurses, arrow: str
) -> None:
    for at in range(2, len(WHITE) - 1):
        events = heard(curses, WHITE[:at], SLOW, arrow, "c")
        assert events == [Key("right"), Key("c")], WHITE[:at]


def test_a_click_behind_an_answer_that_broke_off_is_a_click(curses: FakeCurses) -> None:
    assert heard(curses, WHITE[:9], SLOW, "\x1b[<0;3;2M") == [Mouse(1, True, 2, 1)]


def test_what_is_pasted_behind_an_answer_that_broke_off_plays_nothing(curses: FakeCurses) -> None:
    assert heard(curses, WHITE[:9], SLOW, "\x1b[200~fgh\x1b[201~", "c") == [Key("c")]


def test_a_window_that_changes_its_size_breaks_no_answer_off(curses: FakeCurses) -> None:
    assert heard(curses, WHITE[:9], Resize(20, 5), WHITE[9:]) == [Background(light=True)]


def test_a_signal_that_ends_the_game_ends_half_an_answer(curses: FakeCurses) -> None:
    with terminal_on(curses) as terminal:
        curses.feed(WHITE[:9], SLOW, Signal(signal.SIGTERM))
        terminal.ask(background=True, exact=False)
        then = curses.now
        assert terminal.next_event(2_000) is None
        assert terminal.stopped_by == signal.SIGTERM
        assert curses.now - then == 300


# At Ctrl+Z


@pytest.fixture
def shell(curses: FakeCurses, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What a shell reads in 100 ms, each time that the game stops."""
    read: list[str] = []

    def stop(process: int, number: int) -> None:
        assert (process, number) == (os.getpid(), signal.SIGTSTP)
        assert signal.getsignal(number) is signal.SIG_DFL
        assert curses.ended
        assert not curses.modes
        assert not curses.pushed_keys
        read.append("")
        signal.signal(number, signal.SIG_IGN)  # a shell does not stop
        with suppress(curses.error):
            while True:
                read[-1] += str(curses.read(100))
        signal.signal(number, signal.SIG_DFL)
        signal.raise_signal(signal.SIGCONT)

    monkeypatch.setattr(os, "kill", stop)
    monkeypatch.setattr(clock, "_stopped", 0)  # for the tests that follow
    before = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
    yield read
    signal.signal(signal.SIGTSTP, before)


CTRL_Z = Signal(signal.SIGTSTP)


@pytest.mark.parametrize("wait", [0, 20, 80])
def test_what_is_answered_while_the_game_stops_is_heard_and_does_not_reach_the_shell(
    curses: FakeCurses, shell: list[str], wait: int
) -> None:
    events = heard(curses, CTRL_Z, Quiet(wait), WHITE, SLOW, "c")
    assert events == [Background(light=True), Key("c")]
    assert shell == [""]


def keys_but_escape(events: list[Input]) -> list[Event]:
    return [event for event in events if isinstance(event, Key) and event != Key("escape")]


def test_an_answer_in_two_halves_around_ctrl_z_is_no_key_and_does_not_reach_the_shell(
    curses: FakeCurses, shell: list[str]
) -> None:
    for at in range(1, len(WHITE)):
        events = heard(curses, WHITE[:at], CTRL_Z, Quiet(20), WHITE[at:], DUE, "c")
        assert keys_but_escape(events) == [Key("c")], WHITE[:at]
        assert shell.pop() == "", WHITE[:at]


@pytest.mark.parametrize("typed", ["\x1b[C", "\x1bOC"])
def test_an_answer_whose_rest_ctrl_z_has_thrown_away_swallows_no_key(
    curses: FakeCurses, shell: list[str], typed: str
) -> None:
    for at in range(1, len(WHITE)):
        events = heard(curses, WHITE[:at], CTRL_Z, SLOW, "f", typed, "c")
        assert keys_but_escape(events) == [Key("f"), Key("right"), Key("c")], WHITE[:at]
        assert shell.pop() == "", WHITE[:at]


def test_a_game_that_ends_after_a_stop_gives_the_terminal_back(
    curses: FakeCurses, shell: list[str]
) -> None:
    with terminal_on(curses) as terminal:
        curses.feed(CTRL_Z)
        terminal.next_event(0)
        terminal.next_event(0)
        assert shell == [""]
    assert curses.left_behind() == []


def test_where_no_answer_comes_ctrl_z_takes_a_tenth_of_a_second(
    curses: FakeCurses, shell: list[str]
) -> None:
    """The second half of the time is the shell's, which reads as long."""
    curses.feed(CTRL_Z)
    with terminal_on(curses) as terminal:
        terminal.ask(background=True, exact=False)
        terminal.next_event(0)
        then = curses.now
        terminal.next_event(0)
        assert curses.now - then <= 100 + 100
    assert shell == [""]


def test_an_answered_question_makes_no_stop_longer_and_keys_typed_ahead_are_the_shells(
    curses: FakeCurses, shell: list[str]
) -> None:
    assert heard(curses, WHITE, CTRL_Z, "ls\r") == [Background(light=True)]
    assert shell == ["ls\r"]


def test_a_second_ctrl_z_while_the_game_stops_stops_it_no_second_time(
    curses: FakeCurses, shell: list[str]
) -> None:
    assert heard(curses, CTRL_Z, Quiet(20), CTRL_Z, SLOW, "a") == [Key("a")]
    assert shell == [""]
