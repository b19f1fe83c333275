-- Neovim 0.11 and later: vim.lsp.enable('leoni') starts leoni lsp for recorded games.
return {
  cmd = { 'leoni', 'lsp' },
  filetypes = { 'moves' },
  root_markers = { '.git' },
}
