"""Rules, record and fold of a card table; knows no device, no picture and no web page."""

__version__ = "1.0.0"
