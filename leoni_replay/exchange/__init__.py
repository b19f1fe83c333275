"""Import and export: records in the formats of other programs."""
