"""The games on disk: saved games, finished games and records. No other folder writes games."""
