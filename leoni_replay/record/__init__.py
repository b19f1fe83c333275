"""Judge records (set up, replay, prove claims, rewrite the moves) and make them (sample, deal, play).

This package isn't public: programs use what ``leoni_replay`` exports (docs/program/python.md).
"""
