"""The language server: answers an editor's requests about records that are being written."""
