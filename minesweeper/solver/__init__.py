"""What can be known from what is visible: sees Clues, never a Board in play."""
