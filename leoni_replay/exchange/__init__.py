"""Import and export: records in the formats of other programs.

This package isn't public: programs use what ``leoni_replay`` exports (docs/program/python.md).
"""
