"""Draw every picture again."""

from tests.pictures.movie import take_movie
from tests.pictures.scenes import MOVIE, PICTURES, path_of, take_picture


def main() -> None:
    path_of(MOVIE).write_text(take_movie(), encoding="utf-8", newline="\n")
    for name in PICTURES:
        path_of(name).write_text(take_picture(name), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
