autocmd BufRead,BufNewFile *.moves setfiletype moves
