"""A QR code as the path of an SVG, drawn by the page: no picture has to be loaded for it."""

from __future__ import annotations

import segno


def qr_path(link: str) -> dict[str, str | int]:
    """`link` as a QR code: the `path` of its dark squares, and the `size` of the drawing, both in squares."""
    rows = [[bool(dark) for dark in row] for row in segno.make_qr(link, error="m").matrix]
    squares = [f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark]
    return {"path": "".join(squares), "size": len(rows)}
