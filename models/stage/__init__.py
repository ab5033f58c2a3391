"""A table drawn by us: pictures of a dealt table with the truth about them, and films of it."""

from models.stage.scene import Arm, Place, Scene
from models.stage.table import Table

__all__ = ["Arm", "Place", "Scene", "Table"]
