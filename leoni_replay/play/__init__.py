"""Making a record: a game played at the terminal, or followed on a real table, and written down as it goes."""
