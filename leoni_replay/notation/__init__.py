"""Read and write the move notation. This package knows no game's rules.

``reader`` and ``writer`` are the two ends. ``split`` and ``parse`` are the two halves of reading, for programs that
parse elsewhere, such as in another process. Errors in a game's text are not raised: they are in its ``problem``.

>>> from leoni_replay.notation.reader import loads
>>> from leoni_replay.notation.writer import token
>>> game, = loads('[Game "Martha"] [Deal "seed:1"]  1. 5:7S>3 *')
>>> [token(move.command) for move in game.moves()]
['5:7S>3']

This package isn't public: programs use what ``leoni_replay`` exports (docs/program/python.md).
"""
