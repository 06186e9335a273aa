"""The formats of other programs: reading and writing their replays and boards."""
