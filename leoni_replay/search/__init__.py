"""Players and the solver, on numbers: they take positions of ``rules/``, and decide nothing about what is legal."""
