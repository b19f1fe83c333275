" Recorded games of patience: comments, gq by leoni fmt, :make by leoni verify.
if exists("b:did_ftplugin")
  finish
endif
let b:did_ftplugin = 1

setlocal commentstring={%s} comments=:;
setlocal iskeyword=@,48-57,_
if executable("leoni")
  " A game is formatted as a whole: gggqG.
  setlocal formatprg=leoni\ fmt\ -
  compiler leoni
endif

let b:undo_ftplugin = "setlocal commentstring< comments< iskeyword< formatprg< makeprg< errorformat<"
