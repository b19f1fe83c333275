"""What may have been meant by a record that is wrong: slips, corrections, other rules, and what follows the error.

This package isn't public: programs use what ``leoni_replay`` exports (docs/program/python.md).
"""
