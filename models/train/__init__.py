"""Training of the recogniser: needs the `train` extra, and never runs at a table."""
