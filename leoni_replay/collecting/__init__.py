"""Collections of games: queries, and archives that store games."""
