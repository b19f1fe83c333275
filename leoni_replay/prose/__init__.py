"""Pages of books: their tables, moves said in words and assertions, read into records (grammar/prose.lark).

This package isn't public: programs use what ``leoni_replay`` exports (docs/program/python.md).
"""
