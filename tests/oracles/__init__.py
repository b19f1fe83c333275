"""Independent, literal reference simulators, only to be compared with the replay engine."""
