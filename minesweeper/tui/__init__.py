"""The game on a screen: the only package that may talk to curses, through `terminal`."""
