"""Records that others have written, in their formats and out of them."""
