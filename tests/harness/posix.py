"""What Windows has not. A test module that takes something from here is skipped there."""

import pytest

try:
    import resource
    import termios
    from os import openpty
except ImportError:
    pytest.skip("needs POSIX: pseudo-terminals and limits", allow_module_level=True)

__all__ = ["openpty", "resource", "termios"]
