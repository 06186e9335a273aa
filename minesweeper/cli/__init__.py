"""The command line, which puts the parts of the program together."""
