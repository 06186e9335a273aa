"""What the visible numbers prove, and how likely the rest is; it sees Clues, never a Board."""
