"""Klondike from outside the package, on nothing but the names that docs/your-game.md lists: cards face down, a stock
that is dealt to a waste, redeals."""
