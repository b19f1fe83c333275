"""Replays for people: boards and prose. Renderers know layouts and steps, never a game's rules."""
