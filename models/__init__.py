"""From an image to cards: locating index corners, reading them, and saying unsure rather than guessing."""
