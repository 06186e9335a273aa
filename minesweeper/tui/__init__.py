"""The game on a screen."""
