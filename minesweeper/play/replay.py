"""A game to watch or to check: its layout, its timed moves, and the claims of its file."""

import re
from bisect import bisect_right
from collections.abc import Mapping
from typing import Final, NamedTuple

from minesweeper.engine.board import Board
from minesweeper.engine.game import FLAGGING, Game, Move, Refusal, Status
from minesweeper.engine.generator import deal
from minesweeper.engine.metrics import bbbv_and_solved
from minesweeper.engine.notation import NotationError, format_seconds, parse_number, parse_seconds
from minesweeper.engine.setup import MAX_SEED, Setup, level_name
from minesweeper.play.journal import Entry, Head, Journal, Origin, ReplayText, format_player
from minesweeper.play.mouse import MouseEvent, format_mouse, parse_mouse
from minesweeper.play.ranking import why_unranked
from minesweeper.play.session import (
    NO_ID,
    NO_TIME,
    Result,
    Session,
    fold,
)
from minesweeper.play.steps import Step

# The levels that other programs also have; in files their names are capitalized.
COMMON_LEVELS: Final = ("beginner", "intermediate", "expert")
CLASSIC_MODE: Final = "Classic"
# What programs call a game whose board nobody chose, in small letters.
_USUAL_MODES: Final = ("", "classic", "normal", "standard")
# The header of a daily board, whose first reveal is not one of the player's clicks.
BEGINS_REVEALED: Final = "Begins_Revealed"
# The header of a game whose guess rule ended: how many moves were made before.
LUCK_AFTER: Final = "Luck_After"
MAX_CLAIM_LENGTH: Final = 40
MAX_HEADER_LENGTH: Final = 40


class TimedMove(NamedTuple):
    """A move and the time of the clock in milliseconds, which is negative before its start."""

    milliseconds: int
    move: Move


class Replay(NamedTuple):
    """A game with all moves that were not taken back; `headers` are the claims of its file.

    With `has_known_layout` the layout was known before the first reveal. `mouse` is the path of the
    mouse, if its file has it. Its times never run back; `ran_back_at` is the number, from 1, of the
    first event of the mouse that is earlier in the file than the one before, 0 if there is none.
    """

    setup: Setup
    board: Board
    has_known_layout: bool
    steps: list[TimedMove]
    headers: Mapping[str, str]
    mouse: tuple[MouseEvent, ...] = ()
    ran_back_at: int = 0


class Playback:
    """A replay after `index` of its moves. It steps back by playing again from the start."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.game = unplayed_game(replay)
        self.index = 0
        self.refusal: Refusal | None = None
        """Why the last move changed nothing; None if it changed something."""
        self._times = [step.milliseconds for step in replay.steps]

    @property
    def length(self) -> int:
        """The time of the clock at the end, in milliseconds."""
        return self._times[-1] if self._times else 0

    def go_to(self, index: int) -> Game:
        """Return the game after `index` moves, or after all if it has fewer."""
        index = max(0, min(index, len(self._times)))
        if index < self.index:
            self.game, self.index, self.refusal = unplayed_game(self.replay), 0, None
        for step in self.replay.steps[self.index : index]:
            self.refusal = self.game.play(step.move)
        self.index = index
        return self.game

    def index_at(self, milliseconds: int) -> int:
        """Return the number of moves that were made up to a time of the clock."""
        return bisect_right(self._times, milliseconds)


def unplayed_game(replay: Replay) -> Game:
    """Return the game of a replay before its first move."""
    return Game(
        replay.setup, replay.board if replay.has_known_layout else lambda first: replay.board
    )


def index_of_start(replay: Replay) -> int | None:
    """Return the index of the move that starts the clock; None without one."""
    playback = Playback(replay)
    for index, step in enumerate(replay.steps):
        playback.go_to(index + 1)
        can_start = replay.has_known_layout or step.move.verb not in FLAGGING
        if can_start and not playback.refusal:
            return index
    return None


def header_of(replay: Replay, key: str) -> str:
    """Return the value of a header, whose key may have letters of any case; "" without it."""
    headers = {key.casefold(): value for key, value in replay.headers.items()}
    return headers.get(key.casefold(), "")


def printable_header(replay: Replay, key: str) -> str:
    """Return the beginning of a header without control characters; "" without the header."""
    text = header_of(replay, key)[:MAX_HEADER_LENGTH]
    return "".join(filter(str.isprintable, text)).strip()


def unusual_mode(replay: Replay) -> str:
    """Return the mode in which the board was dealt; "" for those that other names stand for."""
    mode = printable_header(replay, "Mode")
    return "" if mode.casefold() in _USUAL_MODES or not mode.isascii() else mode


def replay_of(session: Session, program: str) -> Replay:
    """Return the replay of a game: all moves that were not taken back.

    `program` is the name and version for the headers. Raise NotationError for a game without a
    reveal.
    """
    if session.board is None:
        raise NotationError("has no reveal: there is nothing to watch")
    mouse = tuple(parse_mouse(session.mouse)) if session.mouse else ()
    steps = session.steps
    begins_revealed = any(step.word == "start" for step in steps[:1])
    has_known_layout = session.has_known_layout
    headers = {BEGINS_REVEALED: "Yes"} if begins_revealed else {}
    rule = session.head.setup.on_guess
    by_rule = max((n for n, step in enumerate(steps, 1) if step.on_guess == rule), default=0)
    if by_rule < len(steps):
        headers[LUCK_AFTER] = str(by_rule)
    timed = _timed_moves(steps, session)
    replay = Replay(session.head.setup, session.board, has_known_layout, timed, headers)
    claims = _headers(session, replay, program)
    if any(step.press for step in steps):  # the file does not show which moves were one click
        del claims["Clicks"]
    return replay._replace(headers=claims, mouse=mouse)


def _timed_moves(steps: list[Step], session: Session) -> list[TimedMove]:
    started = session.clock_started_at if session.clock_started_at is not None else session.time
    timed = []
    has_begun = False
    for step in steps:
        has_begun = has_begun or step.time >= started or step.word == "start"
        clock = step.milliseconds if has_begun else step.time - started
        timed.append(TimedMove(clock, step.move))
    return timed


def _headers(session: Session, replay: Replay, program: str) -> dict[str, str]:
    setup, head = replay.setup, session.head
    size = setup.size
    name, _, version = program.partition(" ")
    flag_chords = sum(step.move.verb == "flag-chord" for step in replay.steps)
    flagged = any(step.move.verb in FLAGGING for step in replay.steps)
    level = level_name(*size)
    results = result_headers(result_of(replay))
    clicks = results.pop("Clicks")
    return {
        "RawVF_Version": "Rev6",
        "Program": name,
        "Version": version,
        **({"Player": session.player} if session.player else {}),
        "Level": level.capitalize() if level in COMMON_LEVELS else "Custom",
        **{key: str(value) for key, value in zip(("Width", "Height", "Mines"), size, strict=True)},
        "Marks": "On" if setup.question_marks else "Off",
        **_own_results(session, results),
        "Timestamp": head.begun,
        "Mode": session.mode or CLASSIC_MODE,
        "Style": "FL" if flagged else "NF",
        "First": setup.first,
        "Win": setup.win,
        "Known": "Yes" if replay.has_known_layout else "No",
        "No_Guess": "Yes" if setup.no_guess else "No",
        "On_Guess": setup.on_guess,
        "Origin": head.origin.kind,
        "Seed": "-" if head.origin.seed is None else str(head.origin.seed),
        "Clicks": clicks,
        **replay.headers,
        **({"Flag_Chords": str(flag_chords)} if flag_chords else {}),
        "Undos": str(session.undos),
        "Helps": str(sum(session.helps.values())),
        "No_Record": "; ".join(why_unranked(session)) or "-",
        "Id": head.id,
    }


def _own_results(session: Session, results: dict[str, str]) -> dict[str, str]:
    """Return the results that a game has: one that was abandoned has but its time."""
    if session.result:
        has_speed = session.result.milliseconds > 0
        return {key: results[key] for key in results if key != "BBBVS" or has_speed}
    time = {"Time": format_seconds(session.elapsed)} if session.abandoned else {}
    return {"BBBV": results["BBBV"], **time}


def result_of(replay: Replay) -> Result:
    """Return the result of the moves, or the present state if they do not end the game."""
    playback = Playback(replay)
    while playback.game.status is Status.PLAYING and playback.index < len(replay.steps):
        playback.go_to(playback.index + 1)
    game, moves = playback.game, playback.index
    end = replay.steps[moves - 1].milliseconds if moves else 0
    clicks = moves - (BEGINS_REVEALED in replay.headers)
    return Result(game.status, end, *bbbv_and_solved(replay.board, game), clicks)


def result_headers(result: Result) -> dict[str, str]:
    """Return the headers that can be computed from the moves alone."""
    _, milliseconds, bbbv, solved, clicks, _ = result
    speed = 1_000_000 * solved // milliseconds if milliseconds > 0 else 0
    return {
        "Time": format_seconds(milliseconds),
        "BBBV": str(bbbv),
        "BBBVS": format_seconds(speed),
        "Solved_BBBV": str(solved),
        "Status": result.status.value,
        "Clicks": str(clicks),
    }


def journal_of(replay: Replay, head: Head, moves: int | None = None) -> Journal:
    """Return a journal of the first `moves` moves of a replay, by default of all of them.

    Only the journal of a whole replay has its mode, its player and the path of its mouse. The setup
    of the head is replaced by that of the replay. The clock starts at 0 ms, although the first move
    that would start it may be later: other programs start theirs when a button is pressed, and ours
    may have started with a move that was taken back.
    """
    steps = replay.steps[:moves]
    begin = min(0, steps[0].milliseconds) if steps else 0
    first = index_of_start(replay)
    starts_early = first is not None and replay.steps[first].milliseconds > 0
    time = 0
    entries = [Entry(0, "layout" if replay.has_known_layout else "mines", replay.board)]
    if moves is None and (mode := unusual_mode(replay)):
        entries.append(Entry(0, "mode", ReplayText(mode)))
    if moves is None and (player := printable_header(replay, "Player")):
        entries.append(Entry(0, "player", format_player(player)))
    by_rule = header_of(replay, LUCK_AFTER)
    for index, step in enumerate(steps):
        if starts_early and step.milliseconds > 0:
            starts_early = False
            entries.append(Entry(-begin, "clock"))
        time = max(time, step.milliseconds - begin)
        if by_rule == str(index):
            entries.append(Entry(time, "luck"))
        entries.append(Entry(time, step.move.verb, step.move))
    if replay.mouse and moves is None:
        entries.append(Entry(time, "mouse", ReplayText(format_mouse(replay.mouse))))
    return Journal(head._replace(setup=replay.setup), entries)


def session_of(replay: Replay) -> Session:
    """Return the game of a replay as a session that is over, to be reviewed.

    A game that the moves do not end is abandoned after them, or when its file says.
    """
    replay = replay._replace(mouse=())
    session = fold(journal_of(replay, Head(NO_ID, NO_TIME, replay.setup, Origin("replay"))))
    abandon_unfinished(session, replay)
    return session


def abandon_unfinished(session: Session, replay: Replay) -> None:
    """End a game of a replay that its moves do not end, at the time that its file claims.

    No move may have been later than that.
    """
    if session.over:
        return
    started = session.clock_started_at
    end = session.time if started is None else started + _claimed_time(replay)
    session.add(Entry(max(session.time, end), "abandoned"))


def _claimed_time(replay: Replay) -> int:
    """Return the time that a file claims for its game, in milliseconds; 0 if it claims none."""
    try:
        return parse_seconds(header_of(replay, "Time") or "0")
    except NotationError:
        return 0


# Checking claims


def wrong_claims(replay: Replay) -> list[str]:
    """Return a sentence for each claim of a replay's file that its moves contradict.

    That times never run back is a claim of every file. Raise NotationError for a claim that cannot
    be read.
    """
    claims = {key.casefold(): value for key, value in replay.headers.items()}
    claims["solved_bbbv"] = claims.get("solved_bbbv") or claims.get("solved3bv", "")
    result = result_of(replay)
    accepted = {key: [actual] for key, actual in result_headers(result).items()}
    # For a lost game, some programs compute the speed from the 3BV of the whole board.
    accepted["BBBVS"].append(result_headers(result._replace(solved=result.bbbv))["BBBVS"])
    if result.status is Status.PLAYING:  # it was abandoned after its last move
        end = max(result.milliseconds, _claimed_time(replay))
        accepted["Time"].append(format_seconds(end))
    wrong = [
        f"{key}: {claim[:MAX_CLAIM_LENGTH]}, but it is {actuals[0]}"
        for key, actuals in accepted.items()
        if (claim := claims.get(key.casefold()))
        and not any(_agrees(key, claim, actual) for actual in actuals)
    ]
    if replay.ran_back_at:
        wrong.append(f"times run back at event {replay.ran_back_at}")
    if not _seed_agrees(replay, claims):
        wrong.append(f"Seed: {claims['seed']}, which deals another board")
    return wrong


_STATUSES: Final = {"won": "won", "lost": "lost", "loss": "lost"}
"""What other programs call a win and a loss; other statuses are not checked."""


def _agrees(key: str, claim: str, actual: str) -> bool:
    """Return whether a claim is right; others may cut or round a number to fewer decimals."""
    if key == "Status":
        return _STATUSES.get(claim.casefold(), actual) == actual
    if len(claim) > MAX_CLAIM_LENGTH or not re.fullmatch(r"-?\d+\.?\d*", claim, re.ASCII):
        raise NotationError(f"{key}: {claim[:MAX_CLAIM_LENGTH]!a} is not a number")
    unit = 10.0 ** max(0, 3 - len(claim.partition(".")[2]))
    # The last decimal of a speed also depends on the precision of its time.
    slack = 2 * unit if key == "BBBVS" else unit
    return abs(round(1000 * float(claim)) - round(1000 * float(actual))) < slack


def _seed_agrees(replay: Replay, claims: Mapping[str, str]) -> bool:
    """Return whether the seed deals this layout; True if that cannot be checked."""
    setup, seed = replay.setup, claims.get("seed", "-")
    is_dealt = claims.get("origin") in ("drawn", "given") and claims.get("undos") == "0"
    if replay.has_known_layout or not is_dealt or setup.no_guess or setup.on_guess != "luck":
        return True
    first = index_of_start(replay)
    if seed == "-" or first is None:
        return True
    try:
        number = parse_number(seed, MAX_SEED)
    except NotationError as error:
        raise NotationError(f"Seed: {error}") from None
    return deal(setup, number, replay.steps[first].move.cell) == replay.board
