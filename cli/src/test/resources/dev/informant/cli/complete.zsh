# zsh -f complete.zsh SCRIPT LINE: types LINE and a tab into an interactive zsh and prints what stands there then.
zmodload zsh/zpty || exit 77
answer=$(mktemp)
zpty shell zsh -f -i
zpty -w shell "source ${(q)1}; tab() { zle complete-word; print -r -- \$BUFFER >${(q)answer}; exit }; zle -N tab; bindkey '^I' tab; PS1='TYPE''NOW'"
zpty -r shell seen '*TYPENOW*'
zpty -w -n shell "$2"$'\t'
while zpty -r shell seen; do :; done # until it has ended
cat $answer
rm $answer
