"""A game in time: clock, undo, help, the next game, the board of the day, replays."""
