"""Plain mode: the game in lines of text."""
