"""The pit: the records of many tables, indexed for questions."""
