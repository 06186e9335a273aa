"""Other programs' replays <-> ours."""
