"""Check, rewrite and convert files and folders of records. Files are written completely or not at all."""
