"""What is kept on disk; the only writer of games."""
