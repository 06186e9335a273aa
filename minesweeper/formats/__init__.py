"""Other programs' replays and boards <-> ours."""
