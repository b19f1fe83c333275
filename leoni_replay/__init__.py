"""leoni-replay: the reference tool for recorded games of patience."""

__version__ = "0.1.0"
