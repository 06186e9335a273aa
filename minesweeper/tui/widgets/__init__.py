"""Parts of a frame that several screens draw."""
