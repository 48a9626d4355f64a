# bash complete.bash SCRIPT WORD…: what bash would offer for the last word, one to a line.
source "$1" || exit
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
COMP_LINE="$*"
COMP_POINT=${#COMP_LINE}
function=$(complete -p informant | sed -n 's/.* -F \([^ ]*\) .*/\1/p')
"$function" informant "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\n' "${COMPREPLY[@]}"
