"""The language server: answers an editor's requests about records that are being written.

This package isn't public: programs use what ``leoni_replay`` exports (docs/program/python.md).
"""
