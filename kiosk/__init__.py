"""The screens of a table, and the one place where devices, models and rules meet."""
