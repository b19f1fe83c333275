" Vim syntax file: recorded games of patience (.moves).
" Made by editors/make.py from grammar/moves.lark: change those.

if exists("b:current_syntax")
  finish
endif
syntax case match
syntax sync fromstart

" What stands later in this file wins where two match.
syntax match movesWrong /[^][:space:](){};[]\+/
syntax match movesVariation /[()]/
syntax match movesNumber /[1-9][0-9]\{0,6}\./
syntax match movesTime /@\%([1-9][0-9]\{0,2}:[0-5][0-9]\|[1-5]\?[0-9]\):[0-5][0-9]\%([ \t(){};]\|$\)\@=/
syntax match movesMove /\%(\%(\%(:\)\@!\%(\%([1-9][0-9]\?\|[a-z]\+\%([1-9][0-9]\?\%(c[1-9][0-9]\?\)\?\)\?\)\%(:\)\@=\)\?\%(:\%([>v↑↓^]\)\@=\|:\?\%(\%(10\|[2-9ATJQKatjqk]\)[CDHScdhs♣♦♥♠]\)\%(\%(\%(\~\%(10\|[2-9ATJQKatjqk]\)[CDHScdhs♣♦♥♠]\)\+#\?\|#\)\%([+!?]\|[ \t(){};]\|$\)\@=\)\?\)\%([↑^][v↓]\?\|[v↓][↑^]\?\|>\%(\%(10\|[2-9ATJQKatjqk]\)[CDHScdhs♣♦♥♠]\|[1-9][0-9]\?\|[a-z]\+\%([1-9][0-9]\?\%(c[1-9][0-9]\?\)\?\)\?\)\?\)\?\|\%(\%(won\|lost\)\%([a-z0-9]\)\@!\)\@!\%(\%(conceded\|misplay\|set\)\%([a-z0-9]\)\@!\)\@!\%([a-z]\+\%([1-9][0-9]\?\%(c[1-9][0-9]\?\)\?\)\?\)\%([+!?]\|[ \t(){};]\|$\)\@=\)\%(+\%(\%(10\|[2-9ATJQKatjqk]\)[CDHScdhs♣♦♥♠]\%(,\%(10\|[2-9ATJQKatjqk]\)[CDHScdhs♣♦♥♠]\)*\)\)\?\%(!!\|??\|!?\|?!\|!\|?\)\?\%([ \t(){};]\|$\)\@=\)/ contains=movesSource,movesCard,movesPath,movesDest,movesShown,movesMark,movesAlone
syntax match movesResult /\%(won\|lost\|\*\)\%([ \t(){};]\|$\)\@=/
syntax match movesResult /conceded\%([ \t(){};]\|$\)\@=/
syntax match movesResult /misplay\%([ \t(){};]\|$\)\@=/
syntax match movesComment /;.*/
syntax region movesComment start=/{=\@!/ end=/}/ end=/^\ze\s*\[\s*Game\s*\"/
syntax region movesSetting start=/\<set\s*{=\@!/ end=/}/ end=/^\ze\s*\[\s*Game\s*\"/
syntax region movesTag matchgroup=movesBracket start=/\[/ end=/\]/ end=/^\ze\s*\[\s*\a\w*\s*\"/ contains=movesName,movesValue
syntax match movesName /[A-Za-z][A-Za-z0-9_]*/ contained
syntax region movesValue start=/\"/ skip=/\\[\"\\]/ end=/\"/ end=/^\ze\s*\[\s*\a\w*\s*\"/ contained

" The parts of a move: a sign stands before all but two of them.
syntax match movesAlone /\%(exile\|deal\|redeal\|talon\|dropped\|r\d\+c\d\+\)\ze\%([+!?]\|\%([[:space:](){};]\|$\)\)/ contained
syntax match movesDest /[v↑↓^][v↑↓^]\?\|>[^+!?(){};[:space:]]\+/ contained
syntax match movesCard /\%(10\|[2-9ATJQKatjqk]\)[CDHScdhs♣♦♥♠]/ contained
syntax match movesPath /\%(\~\w[^~#+!?(){};[:space:]]\+\)\+#\?\|#/ contained
syntax match movesSource /\w\+\ze:/ contained
syntax match movesShown /+\@<=[^+!?(){};[:space:]]\+/ contained
syntax match movesMark /[!?]\+/ contained

" Claims.
syntax region movesClaim matchgroup=movesBrace start=/{=/ end=/}/ end=/^\ze\s*\[\s*Game\s*\"/ contains=@movesOfClaim
syntax cluster movesOfClaim contains=movesCount,movesPlace,movesCardOf,movesNone,movesHex,movesWord,movesOfMoves
syntax match movesCount /\%(0\|[1-9][0-9]\{0,6}\)\%([ \t}]\|$\)\@=/ contained
syntax match movesPlace /\%(\%(\%(standstill\|not\|won\|lost\|deal\|digest\|left\|top\|available\|legal\|illegal\)\%([a-z0-9]\)\@!\)\@!\%(gone\%([a-z0-9]\)\@!\)\@!\%([atjqk][cdhs]\%([a-z0-9]\)\@!\)\@!\%([CDHScdhs♣♦♥♠][v↑↓^]\|[1-9][0-9]\?\|[a-z]\+\%([1-9][0-9]\?\%(c[1-9][0-9]\?\)\?\)\?\)\%([ \t:}]\|$\)\@=\)\%(\s*:\|\_s\+\d\)\@=/ contained
syntax match movesPlace /deal\%([ \t:}]\|$\)\@=\%(\s*:\)\@=/ contained
syntax match movesCardOf /#\%(10\|[2-9ATJQKatjqk]\)[CDHScdhs♣♦♥♠]\%([ \t}]\|$\)\@=/ contained
syntax match movesCardOf /\%(10\|[2-9ATJQKatjqk]\)[CDHScdhs♣♦♥♠]\%([ \t}]\|$\)\@=/ contained
syntax match movesNone /--\%([ \t}]\|$\)\@=/ contained
syntax match movesNone /-\%([ \t}]\|$\)\@=/ contained
syntax match movesHex /[0-9A-Fa-f]\{16}\%([ \t}]\|$\)\@=/ contained
syntax match movesWord /left\%([ \t}]\|$\)\@=/ contained
syntax match movesWord /top\%([ \t}]\|$\)\@=/ contained
syntax match movesWord /\*\%([ \t}]\|$\)\@=/ contained
syntax match movesWord /lost\%([ \t}]\|$\)\@=/ contained
syntax match movesWord /won\%([ \t}]\|$\)\@=/ contained
syntax match movesWord /available\%([ \t:}]\|$\)\@=/ contained
syntax match movesWord /not\s\+available\%([ \t:}]\|$\)\@=/ contained
syntax match movesWord /available\s\+only\%([ \t:}]\|$\)\@=/ contained
syntax match movesWord /deal\s\+over\%([ \t}]\|$\)\@=/ contained
syntax match movesWord /standstill\%([ \t}]\|$\)\@=/ contained
syntax match movesWord /not\s\+standstill\%([ \t}]\|$\)\@=/ contained
syntax match movesWord /digest\%([ \t}]\|$\)\@=/ contained
syntax region movesOfMoves matchgroup=movesWord start=/\%(legal\s\+set\%([ \t:}]\|$\)\@=\|illegal\%([ \t:}]\|$\)\@=\|legal\%([ \t:}]\|$\)\@=\)/ end=/\ze}/ contained contains=movesMove,movesNone

highlight default link movesWrong Error
highlight default link movesVariation Delimiter
highlight default link movesNumber Label
highlight default link movesTime Number
highlight default link movesSetting Keyword
highlight default link movesResult Keyword
highlight default link movesComment Comment
highlight default link movesBracket Delimiter
highlight default link movesName Tag
highlight default link movesValue String
highlight default link movesAlone Function
highlight default link movesDest Operator
highlight default link movesCard Constant
highlight default link movesCardOf Constant
highlight default link movesPath Special
highlight default link movesSource Identifier
highlight default link movesShown PreProc
highlight default link movesMark Todo
highlight default link movesBrace Delimiter
highlight default link movesCount Number
highlight default link movesPlace Identifier
highlight default link movesNone Operator
highlight default link movesHex Number
highlight default link movesWord Type

let b:current_syntax = "moves"
