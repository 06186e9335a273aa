"""Parts that several screens draw: the board, frames, pages, the footer."""
