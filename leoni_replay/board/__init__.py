"""The page in which one plays: what it asks and is answered, the server that gives it, and its scripts and styles."""
