"""What can be chosen, and where it is said."""
