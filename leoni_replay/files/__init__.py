"""Files and folders: checked, rewritten, converted, whole or not at all."""
