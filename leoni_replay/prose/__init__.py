"""Pages of books: their tables, moves said in words and assertions, read into records (grammar/prose.lark)."""
