"""Theme, colours and glyphs, as data."""
