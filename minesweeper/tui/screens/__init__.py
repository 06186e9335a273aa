"""What can be on the screen: each draws itself and answers events."""
