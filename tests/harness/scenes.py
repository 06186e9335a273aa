"""Scenes: what a player does, and what is then seen, a line each.

    on 4x3/2 guess-free ; size 40x12    where: a level, a size and its mines, or rows like *../...
    = focus 1 Classic ...               what is seen, see `SEEN`: "..." is anything, blanks are one
    5 _24x15/50 down*2 space enter      keys; `_` types each character, `*2` presses a key twice
    click Expert                        a click on a text; `click+7 Expert` 7 columns further right
    right-click (4,1)                   a click on a cell; `press` and `release` are half of one
    go (4,1) ; win ; lose               the cursor on a cell, by keys; the game to its end
    wheel down ; wait 500 ; idle        the wheel; so many milliseconds; until nothing is due

Parts of a line have " ; " between. `= unchanged` is that the part before it has changed nothing.
"""

import re
from collections import defaultdict
from collections.abc import Callable
from textwrap import dedent
from typing import Final, get_args

from minesweeper.engine.notation import format_position
from minesweeper.engine.setup import LEVELS, Setup, level_name
from minesweeper.play.words import rules_parts
from minesweeper.tui.look.cells import Mark
from minesweeper.tui.screen import QUIT, Reaction
from tests.harness.player import (
    LEFT,
    MIDDLE,
    RIGHT,
    WHEEL_DOWN,
    WHEEL_UP,
    GamePlayer,
    Player,
    words_text,
)

_BUTTONS: Final = {"": LEFT, "middle-": MIDDLE, "right-": RIGHT}
_WHEEL: Final = {"up": WHEEL_UP, "down": WHEEL_DOWN}
_MOUSE: Final = re.compile(r"(middle-|right-|)(click|press|release)([+-]\d+)? (.+)")
_KEY: Final = re.compile(
    r"(.|enter|escape|space|tab|backspace|shift-tab|home|end|page-up|page-down|ctrl-[a-z]"
    r"|(?:ctrl-)?(?:up|down|left|right))(?:\*(\d+))?"
)
_OTHER_NAMES: Final = {"space": " ", "tab": "ctrl-i"}


def play(scene: str, **options: object) -> GamePlayer:
    """Play a scene at a new game, with options of `GamePlayer`; return the player."""
    first, _, rest = scene.strip().partition("\n")
    where, _, others = first.partition(" ; ")
    if where.startswith("on "):
        options = _place_of_play(where.removeprefix("on ")) | options
        scene = f"{others}\n{dedent(rest)}"
    player = GamePlayer(**options)  # type: ignore[arg-type]  # the player's own
    act(player, scene)
    return player


def _place_of_play(text: str) -> dict[str, object]:
    size, *rules = text.split()
    if not size.strip("*./"):
        return {"layout": size.replace("/", "\n")}
    is_known = size in LEVELS or re.fullmatch(r"\d+x\d+/\d+", size)
    if not is_known or rules not in ([], ["guess-free"]):
        raise ValueError(f"no board to play on: {text}")
    width, height, mines = LEVELS[size].size if size in LEVELS else _numbers(size)
    return {"layout": None, "setup": Setup(width, height, mines, no_guess=bool(rules))}


def act(player: Player, scene: str) -> None:
    """Play a scene; fail at the first part that is not as written."""
    lines = dedent(scene).strip().splitlines()
    before, reaction = _everything(player), None
    for number, line in enumerate(lines):
        for part in filter(None, map(str.strip, line.split(" ; "))):
            if not part.startswith("="):
                before = _everything(player)
                reaction = _do(player, part)
            elif fault := _compare(player, part.removeprefix("=").strip(), before, reaction):
                marked = [f"{'>' if at == number else '':2}{each}" for at, each in enumerate(lines)]
                raise AssertionError("\n".join([fault, *marked, *player.lines]))


def _do(player: Player, part: str) -> Reaction:
    """Do a part of a scene; return what its last event was answered with."""
    word, _, rest = part.partition(" ")
    if mouse := _MOUSE.fullmatch(part):
        button, what, behind = _BUTTONS[mouse[1]], mouse[2], int(mouse[3] or 0)
        column, row = _find(player, mouse[4])
        presses = {"click": (True, False), "press": (True,), "release": (False,)}[what]
        return [player.mouse(button, pressed, column + behind, row) for pressed in presses][-1]
    if word == "wheel":
        return player.mouse(_WHEEL[rest], True, 1, 1)
    if word == "wait":
        player.wait(int(rest))
    elif word == "idle":
        player.wait_until_idle()
    elif word == "size":
        player.resize(*map(int, rest.split("x")))
    elif word == "go":
        player.go_to(*_numbers(rest))
    elif word == "win":
        _game(player).clear()
    elif word == "lose":
        _game(player).explode()
    else:
        return player.press(*(key for each in part.split() for key in _keys(each)))
    return None


def _keys(word: str) -> list[str]:
    if word.startswith("_") and len(word) > 1:
        return [*word[1:]]
    key = _KEY.fullmatch(word)
    if not key:
        raise ValueError(f"neither a key nor a word of scenes: {word}")
    return [_OTHER_NAMES.get(key[1], key[1])] * int(key[2] or 1)


def _find(player: Player, target: str) -> tuple[int, int]:
    """Return the column and row of the screen where a text or a cell like "(4,1)" is."""
    if re.fullmatch(r"\(\d+,\d+\)", target):
        column, row = _numbers(target)
        return player.place_of(column, row)
    if not player.shows(target):
        raise ValueError("\n".join([f"nothing to click: {target}", *player.lines]))
    return player.find(target)


def _numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


def _everything(player: Player) -> object:
    return player.everything if isinstance(player, GamePlayer) else player.lines


def _game(player: Player) -> GamePlayer:
    assert isinstance(player, GamePlayer), "this part of a scene is about a game"
    return player


def setup_text(setup: Setup) -> str:
    """Return a setup as scenes name it: "expert", "24x15/50, guess-free, win clear"."""
    size = level_name(*setup.size) or f"{setup.width}x{setup.height}"
    name = size if size in LEVELS else f"{size}/{setup.mines}"
    win = [f"win {setup.win}"] if setup.win != "either" else []
    marks = ["question marks"] if setup.question_marks else []
    return ", ".join([name, *rules_parts(setup), *win, *marks])


def marks_text(player: Player) -> str:
    """Return which cells in sight are marked, and how: "look (2,1) (2,2), safe (1,3)".

    Marks of one style have one name: a mine that is known, and a cell that a guess is compared
    with, are "shade"; the best guess of a review is "guess".
    """
    view, places = player.board_screen.view, defaultdict[str, str](str)
    looks = view.looks_of_cells
    for place, look in sorted((player.scene.overlay or {}).items()):
        if look.is_mark and view.is_in_sight(*place):
            mark = next(
                mark
                for mark in get_args(Mark)
                if looks.mark(mark, sum(place) % 2, look).style is look.style
            )
            places[mark] += " ({},{})".format(*place)
    return ", ".join(f"{mark}{text}" for mark, text in sorted(places.items()))


def signs_text(player: Player) -> str:
    """Return what is drawn instead of cells, and on which: "Y (1,1), o (1,3) (2,3)"."""
    places: dict[str, str] = {}
    for (column, row), look in sorted((player.scene.overlay or {}).items()):
        places[look.glyph] = f"{places.get(look.glyph, look.glyph)} ({column},{row})"
    return ", ".join(sorted(places.values()))


def drawn_over(player: GamePlayer, *, is_lit: bool) -> str:
    """Return which cells are highlighted for a moment, or else look pressed by the mouse."""
    looks = player.screen.view.looks_of_cells
    return " ".join(
        f"({column},{row})"
        for (column, row), look in sorted((player.scene.overlay or {}).items())
        if look.is_mark is is_lit and (is_lit or look == looks.pressed((column + row) % 2))
    )


SEEN: Final[dict[str, Callable[[Player], object]]] = {
    "focus": lambda player: player.focused,
    "page": lambda player: "open" if player.is_at_page else "left",
    "keys": lambda player: " ".join(player.lines[-1].split()),
    "says": lambda player: player.says,
    "message": lambda player: player.message,
    "title": lambda player: player.side.title,
    "main": lambda player: player.main,
    "signs": signs_text,
    "words": lambda player: words_text(player.side.more),
    "board": lambda player: format_position(player.scene.game).strip().replace("\n", "/"),
    "foot": lambda player: player.foot,
    "seed": lambda player: _game(player).session.head.origin.seed,
    "setup": lambda player: setup_text(_game(player).setup),
    "state": lambda player: _game(player).screen.state,
    "status": lambda player: _game(player).status.name.lower(),
    "clock": lambda player: player.clock,
    "marks": marks_text,
    "lit": lambda player: drawn_over(_game(player), is_lit=True),
    "pressed": lambda player: drawn_over(_game(player), is_lit=False),
    "helps": lambda player: ", ".join(_game(player).session.helps),
    "clicks": lambda player: _game(player).session.clicks,
    "moves": lambda player: len(_game(player).session.steps),
    "cursor": lambda player: "({},{})".format(*player.cursor),
    "position": lambda player: player.position.strip().replace("\n", "/"),
}
"""What a scene compares with a text: what is seen of the page on top, and of the game below."""


def _compare(player: Player, claim: str, before: object, reaction: Reaction) -> str:
    """Return how what is seen differs from a claim; "" if it does not."""
    word, _, text = claim.partition(" ")
    if word in ("shows", "hides"):
        is_so = player.shows(text) == (word == "shows")
        return "" if is_so else f"{text!r} is {'not ' if word == 'shows' else ''}on the screen"
    if word == "unchanged":
        return "" if _everything(player) == before else "something has changed"
    if word == "quits":
        return "" if reaction is QUIT else f"the answer is {reaction!r}"
    if word not in SEEN:
        raise ValueError(f"nothing that scenes see: {word}")
    seen = " ".join(str(SEEN[word](player)).split())
    text = " ".join(text.split())
    is_picture = word in ("position", "board")  # there a dot is an open cell
    parts = [text] if is_picture else text.split("...")
    pattern = ".*".join(map(re.escape, parts))
    return "" if re.fullmatch(pattern, seen) else f"{word} is {seen!r}, not {text!r}"
