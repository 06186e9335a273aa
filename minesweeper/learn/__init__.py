"""The course: lessons, exercises, and what a player should train next. No clock and no screen."""
