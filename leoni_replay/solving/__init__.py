"""Records solved and reviewed: whether a game can be won from a table on, with all cards known, and where a recorded
game was thrown away. What a search finds counts only once the strict replay has accepted it as a record."""
