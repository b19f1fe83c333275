"""The language server: what editors ask of a text that is being written, answered from what its games come to."""
