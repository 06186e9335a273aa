"""The pictures of the README: real screens of the real program, as SVG.

    python -m tests.pictures

`svg.py` draws what a terminal shows, `scenes.py` plays what is shown.
`tests/program/test_pictures.py` compares what is drawn here with the files beside this one.
"""
