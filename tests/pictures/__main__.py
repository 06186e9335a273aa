"""Draw every picture again."""

from tests.pictures.scenes import PICTURES, path_of, take_picture


def main() -> None:
    for name in PICTURES:
        path_of(name).write_text(take_picture(name), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
