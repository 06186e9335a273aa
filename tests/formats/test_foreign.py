"""Binary formats, all by the same laws: what is written is read back, and its claims are true."""

from typing import Final

import pytest

from minesweeper.formats.replay_files import REPLAY_FORMATS, parse_replays
from minesweeper.play.replay import wrong_claims
from tests.harness.boards import picture
from tests.harness.foreign_formats import (
    CLASSIC,
    CLONE_CLASSIC,
    FOREIGN_FORMATS,
    SAMPLES,
    ForeignFormat,
)
from tests.harness.foreign_games import (
    WON,
    ForeignGame,
    last_position,
    layout_of,
    moves_of,
    refusal_of,
)

in_each_format: Final = pytest.mark.parametrize(
    "form", FOREIGN_FORMATS.values(), ids=FOREIGN_FORMATS.keys()
)
each_game: Final = pytest.mark.parametrize(
    ("form", "game"),
    [
        pytest.param(form, game, id=f"{name}, {kind}")
        for name, form in FOREIGN_FORMATS.items()
        for kind, game in form.games().items()
    ],
)


@each_game
def test_a_game_that_is_written_is_read_back(form: ForeignFormat, game: ForeignGame) -> None:
    replay = form.parse(form.write(game))
    assert layout_of(replay) == picture(game.layout)
    assert replay.setup[3:] == ("any", "clear", game.marks, False, "luck")
    assert not replay.has_known_layout
    assert moves_of(replay) == game.moves
    assert list(replay.mouse) == game.mouse
    assert last_position(replay) == game.position


@each_game
def test_it_claims_all_that_its_format_knows_and_all_is_true(
    form: ForeignFormat, game: ForeignGame
) -> None:
    replay = form.parse(form.write(game))
    assert dict(replay.headers) == form.claims_of(game)
    assert wrong_claims(replay) == []


@pytest.mark.parametrize("name", FOREIGN_FORMATS)
def test_the_content_of_a_file_tells_its_format(name: str) -> None:
    form = FOREIGN_FORMATS[name]
    for data in SAMPLES[name]:
        assert next(each.name for each in REPLAY_FORMATS if each.looks_like(data)) == form.name
        assert [*parse_replays(data)] == [form.parse(data)]


@in_each_format
@pytest.mark.parametrize(
    ("name", "encoding"),
    [("匿名", "utf-8"), ("José: [0|", "cp1252"), ("Müller", "cp1252"), ("嘉宁", "gbk")],
)
def test_a_name_may_have_any_encoding_unless_the_format_says_which(
    form: ForeignFormat, name: str, encoding: str
) -> None:
    written = name.encode(encoding)
    headers = form.parse(form.write(WON._replace(player=written))).headers
    text = written.decode("utf-8", "replace") if form.is_in_utf_8 else name
    assert headers.get("Player") == (text if "Player" in form.claims else None)


@in_each_format
def test_an_empty_name_is_no_claim(form: ForeignFormat) -> None:
    assert "Player" not in form.parse(form.write(WON._replace(player=b""))).headers


with_modes: Final = pytest.mark.parametrize(
    "form",
    [pytest.param(form, id=name) for name, form in FOREIGN_FORMATS.items() if form.mode_bytes],
)


@with_modes
def test_a_mode_that_is_not_the_classic_game_is_refused_by_name(form: ForeignFormat) -> None:
    files = form.write(WON), form.write(WON._replace(mode=2))
    offset = next(at for at, (one, two) in enumerate(zip(*files, strict=True)) if one != two)
    offset -= form.mode_bytes - 1
    for number, name in form.other_modes.items():
        data = form.write(WON._replace(mode=number - form.first_mode))
        why = f"{name} (mode {number}) is not the classic game"
        assert refusal_of(form.parse, data) == f"offset {offset}, mode: {why}"


@with_modes
def test_a_classic_mode_is_a_claim(form: ForeignFormat) -> None:
    classic = CLONE_CLASSIC if form.first_mode else CLASSIC
    for number, name in classic.items():
        replay = form.parse(form.write(WON._replace(mode=number - form.first_mode)))
        assert replay.headers["Mode"] == name
        assert len(replay.steps) == len(WON.moves)


# Times are counted from the event before, or the first that runs back is behind the last event.
_NEVER_BACK: Final = ("EVF 4", "EVFS", "MVF 0.75", "MVF 0.76", "MVF 0.96")


@pytest.mark.parametrize("name", [n for n in FOREIGN_FORMATS if not n.startswith(_NEVER_BACK)])
def test_times_that_run_back_are_named_and_put_in_order(name: str) -> None:
    form, mouse = FOREIGN_FORMATS[name], [*WON.mouse]
    back = len(mouse) - 3
    for at in (back, back + 2):
        mouse[at] = mouse[at]._replace(milliseconds=mouse[back - 1].milliseconds - 10)
    replay = form.parse(form.write(WON._replace(mouse=mouse)))
    times = [event.milliseconds for event in replay.mouse]
    assert times == sorted(times)
    assert replay.ran_back_at == back + 1
    assert f"times run back at event {back + 1}" in wrong_claims(replay)
