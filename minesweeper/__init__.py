"""Minesweeper in a terminal: a pure engine under a curses renderer."""

__version__ = "0.1.0"
