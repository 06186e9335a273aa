"""The commands beside playing."""
