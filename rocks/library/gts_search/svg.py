"""Pictures for notebooks."""

from __future__ import annotations

from base64 import b64encode
from html import escape

CELL = 32


class Drawing(str):
    """SVG that a notebook shows."""

    def _repr_svg_(self) -> str:
        return str(self)


def board(text: str) -> str:
    """A position as gts shows it in text, on squares: a piece of MAX is X or full, one of MIN is O or hollow."""
    rows = [line.split() for line in text.splitlines() if line.strip()]
    width = max((len(row) for row in rows), default=1)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * CELL}" height="{len(rows) * CELL}" '
             'font-family="sans-serif" text-anchor="middle">']
    for y, row in enumerate(rows):
        for x, cell in enumerate(row):
            left, top = x * CELL, y * CELL
            middle = f'cx="{left + CELL / 2}" cy="{top + CELL / 2}" r="{CELL * 0.38}"'
            if len(cell) == 1 and cell in ".XxOo+-_":
                parts.append(f'<rect x="{left}" y="{top}" width="{CELL}" height="{CELL}" fill="#f0d9b5" stroke="#8a6d3b"/>')
            if cell in ("X", "x"):
                parts.append(f"<circle {middle} fill=\"#333\"/>")
            elif cell in ("O", "o"):
                parts.append(f"<circle {middle} fill=\"#fff\" stroke=\"#333\"/>")
            elif cell not in (".", "+", "-", "_"):
                parts.append(f'<text x="{left + CELL / 2}" y="{top + CELL * 0.66}" font-size="{CELL * 0.5}">{escape(cell)}</text>')
    return "".join(parts) + "</svg>"


def html(text: str, picture: str | None) -> str:
    """A picture, as an image that changes nothing of the page around it, and a text."""
    shown = f"<pre>{escape(text)}</pre>"
    if not picture:
        return shown
    data = b64encode(picture.encode(errors="replace")).decode()
    return f'<img src="data:image/svg+xml;base64,{data}" alt="picture of gts">{shown if text else ""}'
