"""Minesweeper in a terminal: a pure engine under a curses renderer.

Who knows what, each module above those that may import it:

    cells.py       where cells are: the grid, a cell, its neighbours
    board.py       Setup, Board: where the mines are and what they count; never changes
    flood.py       filling a region of cells a row at a time
    game.py        Game, Move, Face, Status: the rules
    generator.py   setup + seed + first cell -> Board
    metrics.py     3BV and friends; reads, never writes
    notation.py    positions, layouts and moves <-> text; layouts <-> MBF
    journal.py     a game as lines of text: a line for each thing that happened
    progress.py    the fold of a journal: the game, its clock, clicks, help, Result
    standing.py    what a game counts for, and why it is no record
    replay.py      all moves of a game: to be watched, taken over, checked against its claims
    buttons.py     mouse buttons that go down and up -> moves
    daily.py       the daily board, from the date alone; a result to paste
    rawvf.py       the community's replay format, in and out
    session.py     a game being played: journal, undo, redo; Dealer: the next game
    files.py       where the platform wants files, locks, what went wrong with one
    records.py     the games that ended, as rows: bests, win rates, streaks
    database.py    the one SQLite file they are in; sets a damaged one aside
    history.py     the games kept, waiting ones too; the only module that writes games
    tui/           the game on a screen
      canvas.py        a frame in memory: pieces of text with styles
      events.py        Key, Mouse: what the terminal tells a screen
      theme.py         glyph and style of each face, as data
      keys.py          one table: action, keys, help
      board_view.py    board <-> screen geometry: scrolling, drawing, mouse hits
      status.py        the lines of text round the field
      screen.py        what every screen can do
      pages.py         help
      game_screen.py   play
      terminal.py      the port to curses, signals and the tty; nothing else imports them
      app.py           the loop: events in, frames out, the stack of screens
    cli.py         argv -> what to run; the only place where the parts are put together

The engine knows no screen, no clock and no file; `tui` holds no rule. `tests/test_architecture.py`
reads the imports and says where they go the wrong way.
"""

__version__ = "0.1.0"
