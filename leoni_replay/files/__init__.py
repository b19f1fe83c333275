"""Check, rewrite and convert files and folders of records. Files are written completely or not at all.

This package isn't public: programs use what ``leoni_replay`` exports (docs/program/python.md).
"""
