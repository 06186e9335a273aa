"""A game to watch or to check: its layout, its moves by the clock, what its file claims."""

from bisect import bisect_right
from collections.abc import Mapping
from typing import Final, NamedTuple

from minesweeper.engine.board import Board
from minesweeper.engine.game import FLAGGING, Game, Move, Status
from minesweeper.engine.generator import deal
from minesweeper.engine.metrics import bbbv, bbbv_and_solved
from minesweeper.engine.notation import NotationError, parse_number
from minesweeper.engine.setup import MAX_SEED, Setup, level_name
from minesweeper.play.journal import Entry, Head, Journal
from minesweeper.play.ranking import why_no_record
from minesweeper.play.session import KNOWN, Result, Session

# The levels that other programs know as well; their names are capitalized.
COMMON_LEVELS: Final = ("beginner", "intermediate", "expert")
# The header of a daily board: its first reveal is no click of the player's.
BEGINS_REVEALED: Final = "Begins_Revealed"


class Timed(NamedTuple):
    """A move and what the clock showed, in milliseconds; below 0 before the clock ran."""

    milliseconds: int
    move: Move


class Replay(NamedTuple):
    """A game with all moves that were not taken back; `headers` are the claims of its file."""

    setup: Setup
    board: Board
    known: bool
    steps: list[Timed]
    headers: Mapping[str, str]


class Playback:
    """A replay at one of its moves, which can go forwards and backwards."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.game = new_game(replay)
        self._changed = bytearray()
        self._times = [step.milliseconds for step in replay.steps]

    @property
    def index(self) -> int:
        """Return how many moves were made."""
        return len(self._changed)

    @property
    def length(self) -> int:
        """Return what the clock shows at the end, in milliseconds."""
        return self._times[-1] if self._times else 0

    def go_to(self, index: int) -> Game:
        """Return the game after so many moves."""
        index = max(0, min(index, len(self._times)))
        if not index or index < self.index:
            self.game = new_game(self.replay)
            self._changed.clear()
        for step in self.replay.steps[self.index : index]:
            self._changed.append(self.game.play(step.move) is None)
        return self.game

    def index_at(self, milliseconds: int) -> int:
        """Return how many moves were made up to a time of the clock."""
        return bisect_right(self._times, milliseconds)


def new_game(replay: Replay) -> Game:
    """Return the game of a replay before its first move."""
    return Game(replay.setup, replay.board if replay.known else lambda first: replay.board)


def replay_of(session: Session, program: str) -> Replay:
    """Return the moves up to the end of a game; without an end, those not taken back.

    Raise NotationError for a game without a reveal. `program` is written into the headers."""
    if session.board is None:
        raise NotationError("has no reveal: there is nothing to watch")
    before_end = session.steps_to_result if session.result else session.steps
    bare = Replay(session.head.setup, session.board, session.is_known, _timed(session), {})
    assert len(bare.steps) == len(before_end)
    return bare._replace(headers=_headers(session, bare, program))


def _timed(session: Session) -> list[Timed]:
    steps = session.steps_to_result if session.result else session.steps
    started = session.started if session.started is not None else session.time
    timed = []
    has_begun = False
    for step in steps:
        has_begun = has_begun or step.time >= started or step.word == "start"
        clock = step.milliseconds if has_begun else step.time - started
        timed.append(Timed(clock, step.move))
    return timed


def _headers(session: Session, replay: Replay, program: str) -> dict[str, str]:
    setup, head = replay.setup, session.head
    size = setup.size
    name, _, version = program.partition(" ")
    flag_chords = sum(step.move.verb == "flag-chord" for step in replay.steps)
    begins_revealed = any(step.word == "start" for step in session.steps[:1])
    # The file does not show which moves the program made at one click, so it does not count clicks.
    plays_obvious = any(step.press for step in session.steps)
    flagged = any(step.move.verb in FLAGGING for step in replay.steps)
    level = level_name(*size)
    return {
        "RawVF_Version": "Rev6",
        "Program": name,
        "Version": version,
        "Level": level.capitalize() if level in COMMON_LEVELS else "Custom",
        **{key: str(value) for key, value in zip(("Width", "Height", "Mines"), size, strict=True)},
        "Marks": "On" if setup.question_marks else "Off",
        **_results(session),
        "Timestamp": head.begun,
        "Mode": "Classic",
        "Style": "FL" if flagged else "NF",
        "First": setup.first,
        "Win": setup.win,
        "Known": "Yes" if replay.known else "No",
        "No_Guess": "Yes" if setup.no_guess else "No",
        "On_Guess": setup.on_guess,
        "Origin": head.origin.kind,
        "Seed": "-" if head.origin.seed is None else str(head.origin.seed),
        **({} if plays_obvious else {"Clicks": str(len(replay.steps) - begins_revealed)}),
        **({BEGINS_REVEALED: "Yes"} if begins_revealed else {}),
        **({"Flag_Chords": str(flag_chords)} if flag_chords else {}),
        "Undos": str(session.undos),
        "Helps": str(sum(session.helps.values())),
        "No_Record": "; ".join(why_no_record(session)) or "-",
        "Id": head.id,
    }


def _results(session: Session) -> dict[str, str]:
    result = session.result
    if result is None:
        return {"BBBV": str(bbbv(session.board))} if session.board else {}
    values = {"Time": format_seconds(result.milliseconds), "BBBV": str(result.bbbv)}
    if result.milliseconds:
        values["BBBVS"] = format_seconds(1_000_000 * result.solved // result.milliseconds)
    return {**values, "Solved_BBBV": str(result.solved), "Status": result.status.value}


def format_seconds(milliseconds: int) -> str:
    """Return milliseconds as seconds with three decimals."""
    seconds, rest = divmod(abs(milliseconds), 1000)
    return f"{'-' if milliseconds < 0 else ''}{seconds}.{rest:03}"


def parse_seconds(text: str) -> int:
    """Return seconds with up to three decimals as milliseconds; else raise NotationError."""
    whole, _, decimals = text.removeprefix("-").partition(".")
    if len(decimals) > 3 or not text.isascii():
        raise NotationError(f"{text[:40]!a} is not a time in seconds")
    rest = parse_number(decimals.ljust(3, "0"), 999) if decimals else 0
    milliseconds = 1000 * parse_number(whole, 10**9) + rest
    return -milliseconds if text.startswith("-") else milliseconds


def journal_of(replay: Replay, head: Head, moves: int | None = None) -> Journal:
    """Return the first moves of a replay, all by default, as a journal with this head."""
    steps = replay.steps[:moves]
    begin = min(0, steps[0].milliseconds) if steps else 0
    time = 0
    mines = Entry(0, "mines", replay.board)
    entries = [mines] if replay.known else []
    is_laid = replay.known
    for step in steps:
        time = max(time, step.milliseconds - begin)
        if not is_laid and step.move.verb == "reveal":
            is_laid = True
            entries.append(mines._replace(time=time))
        entries.append(Entry(time, step.move.verb, step.move))
    if not is_laid:
        entries.append(mines._replace(time=time))
    origin = head.origin._replace(name=KNOWN if replay.known else "")
    return Journal(head._replace(setup=replay.setup, origin=origin), entries)


# Checking


def result_of(replay: Replay) -> Result:
    """Return how the moves end, or how far they go."""
    game, end = new_game(replay), 0
    clicks = -1 if BEGINS_REVEALED in replay.headers else 0
    for step in replay.steps:
        if game.status is Status.PLAYING:
            clicks, end = clicks + 1, step.milliseconds
            game.play(step.move)
    return Result(game.status, end, *bbbv_and_solved(replay.board, game), clicks)


def wrong_claims(replay: Replay) -> list[str]:
    """Return, as sentences, what a replay's file claims though its moves show something else.

    Raise NotationError for a claim that cannot be read.
    """
    result = result_of(replay)
    end, solved = result.milliseconds, result.solved
    claims = {key.casefold(): value for key, value in replay.headers.items()}
    found = [
        _wrong_status(claims.get("status"), result.status),
        _wrong_decimal("Time", claims.get("time"), end, 1),
        _wrong_number("BBBV", claims.get("bbbv"), result.bbbv),
        _wrong_number("Solved_BBBV", claims.get("solved_bbbv"), solved),
        _wrong_number("Clicks", claims.get("clicks"), result.clicks),
        _wrong_speed(claims.get("bbbvs"), result),
        _wrong_seed(replay, claims),
    ]
    return [claim for claim in found if claim]


def _wrong_status(claim: str | None, status: Status) -> str:
    if claim is None:
        return ""
    claimed = {"won": Status.WON, "lost": Status.LOST, "loss": Status.LOST}.get(claim.casefold())
    return (
        "" if claimed in (status, None) else f"Status: {claim[:40]}, but the game is {status.value}"
    )


def _wrong_number(key: str, claim: str | None, number: int) -> str:
    if claim is None or _claimed_number(key, claim) == number:
        return ""
    return f"{key}: {claim}, but it is {number}"


def _claimed_number(key: str, claim: str) -> int:
    try:
        return parse_number(claim, MAX_SEED)
    except NotationError:
        raise NotationError(f"{key}: {claim[:40]!a} is not a number") from None


def _wrong_speed(claim: str | None, result: Result) -> str:
    """Check a BBBVS, which counts either the 3BV that was solved or that of the board."""
    end = result.milliseconds
    speeds = [1_000_000 * bbbv // end if end > 0 else 0 for bbbv in (result.solved, result.bbbv)]
    wrong = [_wrong_decimal("BBBVS", claim, speed, 2) for speed in speeds]
    return wrong[0] if all(wrong) else ""


def _wrong_decimal(key: str, claim: str | None, value: int, slack: int) -> str:
    """Check a claim in thousandths, which may differ by less than `slack` of its last decimal.

    Other programs round or cut, to any number of decimals.
    """
    if claim is None:
        return ""
    whole, point, decimals = claim.partition(".")
    unit = 10 ** (3 - len(decimals[:3]))
    try:
        claimed = parse_seconds(whole + point + decimals[:3])
        if decimals[3:] and not (decimals.isascii() and decimals.isdigit()):
            raise NotationError("decimals")
    except NotationError:
        raise NotationError(f"{key}: {claim[:40]!a} is not a decimal number") from None
    if abs(claimed - value) < slack * unit:
        return ""
    return f"{key}: {claim[:40]}, but it is {format_seconds(value)}"


def _wrong_seed(replay: Replay, claims: Mapping[str, str]) -> str:
    """Check that the seed deals this layout, if only it decides and no move was undone."""
    if replay.known or claims.get("undos") != "0" or claims.get("origin") not in ("drawn", "given"):
        return ""
    if replay.setup.no_guess or replay.setup.on_guess != "luck":
        return ""
    seed, first = claims.get("seed", "-"), _first_reveal(replay)
    if seed == "-":
        return ""
    number = _claimed_number("Seed", seed)
    dealt = deal(replay.setup, number, first.cell) if first else None
    return "" if dealt == replay.board else f"Seed: {seed}, which deals another board"


def _first_reveal(replay: Replay) -> Move | None:
    """Return the reveal that lays the mines; the reveal of a flagged cell is refused."""
    game = Game(replay.setup, lambda first: replay.board)
    for step in replay.steps:
        game.play(step.move)
        if game.board:
            return step.move
    return None
