"""The terminal. Only this folder imports curses, termios and signal."""
