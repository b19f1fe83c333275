"""The pages Play and Check, in which Python itself runs, so that nobody has to install anything.

This package isn't public: programs use what ``leoni_replay`` exports (docs/program/python.md).
"""
