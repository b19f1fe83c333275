"""Collections of games: queries, and archives that store games.

This package isn't public: programs use what ``leoni_replay`` exports (docs/program/python.md).
"""
