"""The pictures of the README: screens of the real program, as SVG.

    python -m tests.pictures

draws them all again. `scenes.py` plays the games, and `svg.py` draws the screens.
`tests/program/test_pictures.py` compares new drawings with the files in this folder.
"""
