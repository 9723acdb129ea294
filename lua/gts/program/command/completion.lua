--- gts completion: what makes a shell complete the command lines of gts. The scripts ask gts itself, by `gts complete`.

local output = require "gts.program.output"
local words = require "gts.base.words"

local scripts = {}

-- Bash parts words at = and :, which gts does not: they are joined again; of a candidate what follows = is given.
scripts.bash = [==[
# bash completion for gts: source <(gts completion bash)
_gts() {
  local words=() word previous='' current line i
  for ((i = 1; i <= COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if ((${#words[@]})) && [[ $word == [=:]* || $previous == *[=:] ]]; then words[-1]+=$word
    else words+=("$word"); fi
    previous=$word
  done
  current=${words[-1]}
  COMPREPLY=()
  while IFS= read -r line; do
    line=${line%%$'\t'*}
    case $line in
      :files|:lua)
        compopt -o filenames 2>/dev/null
        while IFS= read -r word; do
          if [[ $line == :files || $word == *.lua || -d $word ]]; then COMPREPLY+=("$word"); fi
        done < <(compgen -f -- "$current") ;;
      *)
        if [[ $line == *= ]]; then compopt -o nospace 2>/dev/null; fi
        if [[ $current == *=* && $COMP_WORDBREAKS == *=* ]]; then line=${line#"${current%"${current##*=}"}"}; fi
        COMPREPLY+=("$line") ;;
    esac
  done < <("$1" complete -- "${words[@]}" 2>/dev/null)
}
complete -F _gts gts]==]

scripts.zsh = [==[
#compdef gts
# zsh completion for gts: source <(gts completion zsh), after compinit; or a file _gts in a folder of $fpath
_gts() {
  local -a plain open
  local line word about files=
  while IFS= read -r line; do
    word=${line%%$'\t'*} about=${line#*$'\t'}
    case $word in
      :files) files=all; continue ;;
      :lua) files=lua; continue ;;
    esac
    [[ $line == *$'\t'* ]] && about=":$about" || about=
    if [[ $word == *= ]]; then open+=("${word//:/\\:}$about"); else plain+=("${word//:/\\:}$about"); fi
  done < <("$words[1]" complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)
  (($#plain)) && _describe -V 'gts' plain
  (($#open)) && _describe -V 'options of the game' open -S ''
  [[ $files == all ]] && _files
  [[ $files == lua ]] && _files -g '*.lua'
  return 0
}
if [[ $funcstack[1] == _gts ]]; then _gts "$@"; else compdef _gts gts; fi]==]

local shells = words.keys(scripts)

return {
  name = "completion", other = 120, summary = "makes bash or zsh complete what you type",
  details = "make install installs it for both.",
  arguments = {
    { name = "SHELL", required = true, words = shells, missing = "which shell: bash or zsh?", help = "bash or zsh" },
  },
  examples = { { "gts completion bash", "for the current shell: source <(gts completion bash)" } },
  run = function(call)
    local shell = call.arguments.SHELL
    if not scripts[shell] then
      return nil, ("no completion for '%s': there is one for %s"):format(shell, table.concat(shells, " and "))
    end
    output.line(scripts[shell])
  end,
}
