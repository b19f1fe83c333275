"""Collections of games: which of them are wanted, and archives that keep them."""
