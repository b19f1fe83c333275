"""What follows from a table alone.

The room is not called after the function ``leoni_replay.examine``: once imported, it would take its place."""
