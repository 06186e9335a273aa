"""The rules of the game. Integers and bytes; no clock, no file, no screen."""
