"""Minesweeper in a terminal: a pure engine under a curses renderer.

Who knows what, from the bottom up; each imports from those above it only:

    typed.py        the names of `typing` and `enum`, without the time that they take to load
    cells.py        where cells are: the grid, a cell, its neighbours, sets of cells as ints
    flood.py        filling a region of cells a row at a time
    board.py        Setup, Board: where the mines are and what they count; never changes
    game.py         Game, Move, Face, Status: the rules
    values.py       what may be written for a size, a seed, a switch
    generator.py    setup + seed + first cell -> Board
    metrics.py      3BV and friends; reads, never writes
    spoken.py       what a cell shows, in words

    clues.py        Clues: what the player can see, which is all that the solver is told
    deduction.py    what the numbers prove, the whole board at once
    frontier.py     constraints, groups, components, the sea
    counting.py     how many layouts a component has
    odds.py         the exact probability of a mine under every covered cell
    layouts.py      a layout that fits, drawn at random; or all of a few
    endgame.py      the best move when few layouts are left
    player.py       the solver as a player: the next cell
    clearing.py     a board being cleared by the solver
    simulate.py     whole games headless
    swaps.py        a quick proof that a board needs a guess
    guess_free.py   boards that need none
    guess_rules.py  games that move their mines at a guess
    reasons.py      a proof in words
    proofs.py       the fewest numbers that prove a cell
    advice.py       the hint, the flag check, the verdict
    review.py       a finished game looked back on

    notation.py     positions, layouts, moves and board codes <-> text
    journal.py      a game as lines of text
    progress.py     what they add up to
    standing.py     what a game counts for
    session.py      a game being played: clock, undo, help, Result; Dealer: the next game
    replay.py       a game to be watched or checked
    buttons.py      the mouse of a replay -> moves
    rawvf.py        the community's replay format, in and out
    daily.py        the board of the day
    files.py        where the platform wants files; locks
    records.py      the games that ended, as rows of SQL
    database.py     the file they are in
    history.py      the games kept: those that wait and those that ended; alone writes games
    record_text.py  the records as lines of text
    keeping.py      the keeping of games, as those who show them need it
    preferences.py  what can be preferred, and how settings add up
    config.py       the player's file of settings, as text
    settings.py     the files of what the player prefers, and where the platform wants them

    plain.py        the game as lines of text: commands in, words or pictures out
      plain_commands.py the lines that it understands
      plain_help.py     hints, odds and flag check in words
      plain_text.py     what else it says

    tui/            the game on a screen
      canvas.py         a frame in memory: pieces of text with styles
      events.py         Key, Mouse: what the terminal tells a screen
      glyphs.py         what is written for each thing;  palettes.py  the colours
      theme.py          glyph and style of each face, as data
      looks.py          the theme, glyphs and zoom that the player has chosen
      keys.py           one table: action, keys, help;  bindings.py  the player's own keys
      board_view.py     board <-> screen geometry: scrolling, drawing, mouse hits
      status.py         the lines of text round the field
      moving.py         where the keys take the cursor
      pointer.py        presses and releases -> clicks
      game_frame.py     how the game screen is laid out
      coach.py          hints, odds, flag check, look back, on the screen
      help.py           the same, loaded when it is first asked for
      search.py         a search for a board, while the screen stays alive
      glow.py           cells lit for a moment;  lessons.py  the keys, for a first-time player
      speech.py         what just happened, for who hears the game
      screen.py         what every screen can do
      footer.py         the words below a page, which can be clicked
      pages.py          help;  records_page.py  records
      choices.py        lines to choose from;  choices_page.py  a page of them;  settings_page.py
      menu_page.py      levels, custom sizes, today's board
      desk.py           what the page of settings is handed
      games.py          the games of one sitting: dealt, given up, gone on with
      covers.py         the pages over a game, opened when they are asked for
      game_screen.py    play;  demo_screen.py  watch the solver;  replay_screen.py  watch a game
      escapes.py        what follows an Esc that curses did not know
      terminal.py       the port to curses, signals and the tty; nothing else imports them
      app.py            the loop: events in, frames out, the stack of screens

    options.py      what the command line asked for, understood at once where it is only a size
    arguments.py    what the command line may say;  setups.py  the game that it asks for
    preferred.py    options, settings and keys together, and where changes of them are kept
    commands.py     analyse, generate, simulate;  kept_commands.py  records, export, import, ...
    given.py        files that the command line names;  stage.py  what the terminal here can show
    cli.py          argv -> what to run; the only place where the parts are put together
    data/           the manual page and the shells' completions; tests/make_data.py writes them

The first frame loads nothing that it does not draw: what only some games need is imported where it
is used, nothing imports `typing` or `enum`, and argparse is for command lines that say more than a
size. It comes after twice the time of a bare curses program, where it took 3.4 times that;
`tests/test_start.py` holds the list of what is not to be loaded.

The engine knows no screen, no clock and no file; the solver sees clues and never a board; `tui`
holds no rule. `tests/test_architecture.py` reads the imports and says where they go the wrong way.
"""

__version__ = "0.1.0"
