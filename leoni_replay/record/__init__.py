"""A transcript judged: set up, replayed, its claims proved, spelled anew; and made: sampled, dealt."""
