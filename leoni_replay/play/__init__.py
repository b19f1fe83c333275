"""Making a record: a game played at the terminal, or followed on a real table, and written down as it goes.

This package isn't public: programs use what ``leoni_replay`` exports (docs/program/python.md).
"""
