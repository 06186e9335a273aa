"""curses, termios and signals, which nobody else imports."""
