"""A game from outside the package: its table, its telling, its points and its rule book."""
