" :make checks the file with leoni verify; the errors are in the quickfix list.
if exists("current_compiler")
  finish
endif
let current_compiler = "leoni"

CompilerSet makeprg=leoni\ verify\ --quiet\ --format\ concise\ %:S
CompilerSet errorformat=%f:%l:%c:\ %m,%-G%.%#
