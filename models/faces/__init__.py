"""Playing cards drawn by us: faces, backs, and where the index corners lie."""

from models.faces.card import back, face, index_boxes, index_size
from models.faces.outline import HEIGHT, WIDTH
from models.faces.style import SMALL_INDEX, STANDARD, Style, style

__all__ = ["HEIGHT", "SMALL_INDEX", "STANDARD", "WIDTH", "Style", "back", "face", "index_boxes", "index_size", "style"]
