"""Draw every picture again."""

from tests.pictures.scenes import PICTURES, made, path_of


def main() -> None:
    for name in PICTURES:
        path_of(name).write_text(made(name), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
