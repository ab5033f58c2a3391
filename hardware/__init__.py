"""Devices: the shoe on its serial line, the camera over the felt, and the tapes that record both."""
