"""How colours look to people: the difference that they see, and what colour-blind eyes see."""

from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

from minesweeper.tui.colours import Rgb

Matrix = tuple[tuple[float, float, float], ...]

# Viénot, Brettel and Mollon (1999), for linear red, green and blue.
PROTANOPIA: Matrix = ((0.11238, 0.88762, 0), (0.11238, 0.88762, 0), (0.00401, -0.00401, 1))
DEUTERANOPIA: Matrix = ((0.29275, 0.70725, 0), (0.29275, 0.70725, 0), (-0.02234, 0.02234, 1))

# From linear red, green and blue to X, Y and Z, as shares of those of white (D65).
_XYZ: Matrix = (
    (0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339 / 1.08883, 0.1191920 / 1.08883, 0.9503041 / 1.08883),
)


def seen_with(rgb: Rgb, eyes: Matrix) -> Rgb:
    """Return the colour that looks to other people as this one does to colour-blind eyes."""
    red, green, blue = (
        round(255 * _encoded(min(1, max(0, part)))) for part in _product(eyes, _linear(rgb))
    )
    return red, green, blue


def difference(one: Rgb, other: Rgb) -> float:
    """Return how different two colours look, by CIEDE2000: 1 can just be seen."""
    (l1, a1, b1), (l2, a2, b2) = _lab(one), _lab(other)
    chroma = _seventh((hypot(a1, b1) + hypot(a2, b2)) / 2)
    a1, a2 = a1 * (1.5 - chroma / 2), a2 * (1.5 - chroma / 2)
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0
    hue = h1 + turn / 2 if c1 * c2 else h1 + h2
    lightness, chroma = (l1 + l2) / 2 - 50, (c1 + c2) / 2
    t = 1 - 0.17 * _cos(hue - 30) + 0.24 * _cos(2 * hue)
    t += 0.32 * _cos(3 * hue + 6) - 0.2 * _cos(4 * hue - 63)
    by_lightness = (l2 - l1) / (1 + 0.015 * lightness**2 / sqrt(20 + lightness**2))
    by_chroma = (c2 - c1) / (1 + 0.045 * chroma)
    by_hue = 2 * sqrt(c1 * c2) * sin(radians(turn / 2)) / (1 + 0.015 * chroma * t)
    blue = 60 * exp(-((((hue - 275 + 180) % 360 - 180) / 25) ** 2))
    rotation = -2 * _seventh(chroma) * sin(radians(blue)) * by_chroma * by_hue
    return sqrt(by_lightness**2 + by_chroma**2 + by_hue**2 + rotation)


def _seventh(chroma: float) -> float:
    return sqrt(chroma**7 / (chroma**7 + 25**7))


def _cos(angle: float) -> float:
    return cos(radians(angle))


def _lab(rgb: Rgb) -> tuple[float, float, float]:
    x, y, z = (
        part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116
        for part in _product(_XYZ, _linear(rgb))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _linear(rgb: Rgb) -> list[float]:
    parts = (part / 255 for part in rgb)
    return [((part + 0.055) / 1.055) ** 2.4 if part > 0.04045 else part / 12.92 for part in parts]


def _encoded(part: float) -> float:
    return 1.055 * part ** (1 / 2.4) - 0.055 if part > 0.0031308 else 12.92 * part


def _product(matrix: Matrix, vector: list[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]
