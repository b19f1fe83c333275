"""What the rules engine did when it was frozen, as hashes: see ``freeze.py``."""
