"""Themes, colours and glyphs, as data."""
