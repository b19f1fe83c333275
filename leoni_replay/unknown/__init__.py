"""Unknown cards: what a record proves about them."""
