"""Cards that nobody has seen: what a record proves of them."""
