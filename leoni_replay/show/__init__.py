"""Replays for people: boards and prose. Renderers know layouts and steps, never a game's rules.

This package isn't public: programs use what ``leoni_replay`` exports (docs/program/python.md).
"""
