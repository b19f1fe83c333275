"""Examine positions: what follows from a position alone.

The package doesn't have the name of the function ``leoni_replay.examine``: once imported, it would hide the function.

This package isn't public: programs use what ``leoni_replay`` exports (docs/program/python.md).
"""
