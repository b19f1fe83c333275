"""Judge records (set up, replay, prove claims, rewrite the moves) and make them (sample, deal, play)."""
