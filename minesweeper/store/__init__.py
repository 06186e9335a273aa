"""The one database: games, finished or not, what they add up to, what the course knows of a player.

No other folder writes games. The lists and records are here as lines of text, too.
"""
