"""The table of options: choices, defaults and descriptions."""

from minesweeper.settings.table import ANY_NUMBER, Option, parse_value, text_of
from tests.harness.settings import OPTIONS

SETTINGS = {name: option for name, option in OPTIONS.items() if option.is_setting}


def test_every_choice_and_every_default_can_be_parsed() -> None:
    for option in SETTINGS.values():
        for text in option.choices:
            assert parse_value(option, text, "here").text == text
        assert not option.choices or text_of(option.default) in option.choices


def test_every_choice_has_a_description() -> None:
    for option in SETTINGS.values():
        for text in option.choices:
            assert option.describe(text)[:1].isupper() or option.describe(text)[:1].isdigit()


def test_numbers_have_descriptions() -> None:
    named = {"0": "Never", ANY_NUMBER: "After {} minutes"}
    option = Option(5, "when to pause", convert=int, number_help=named)
    assert [option.describe(number) for number in (0, 5)] == ["Never", "After 5 minutes"]
