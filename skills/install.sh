#!/bin/sh
# Puts the skills that lie beside this script where an agent finds them; the same as `sightline skills install`.
#
# usage: install.sh [--copy] [--force] [DIRECTORY]
#
# Without DIRECTORY: "$CLAUDE_CONFIG_DIR/skills" where that is set, else "$HOME/.claude/skills". Links, or with --copy
# copies. What lies there and is not ours, or is a modified copy, is kept unless --force is given;
# then the exit status is 1. Nothing is fetched.

set -eu

usage() {
  echo "usage: install.sh [--copy] [--force] [DIRECTORY]" >&2
  exit 2
}

copy=false
force=false
directory=
while [ $# -gt 0 ]; do
  case $1 in
    --copy) copy=true ;;
    --force) force=true ;;
    --help | -h)
      sed -n '2,8s/^# \{0,1\}//p' "$0"
      exit 0
      ;;
    -*) usage ;;
    *)
      [ -z "$directory" ] || usage
      directory=$1
      ;;
  esac
  shift
done

if [ -z "$directory" ]; then
  if [ -n "${CLAUDE_CONFIG_DIR:-}" ]; then
    directory=$CLAUDE_CONFIG_DIR/skills
  elif [ -n "${HOME:-}" ]; then
    directory=$HOME/.claude/skills
  else
    echo "install.sh: neither HOME nor CLAUDE_CONFIG_DIR says where the skills lie; name the directory" >&2
    exit 2
  fi
fi

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
mkdir -p -- "$directory"
directory=$(CDPATH='' cd -- "$directory" && pwd -P)

# Beside a copy lies what it was when it was made, so that a change by hand is seen.
twin=.sightline

is_unchanged() { # DIRECTORY
  [ -f "$1/$twin" ] && [ -f "$1/SKILL.md" ] && cmp -s "$1/$twin" "$1/SKILL.md"
}

is_there() { # FROM TO
  [ -d "$2" ] || return 1
  real=$(CDPATH='' cd -- "$2" && pwd -P)
  if [ -L "$2" ]; then
    [ "$copy" = false ] && [ "$real" = "$1" ]
  elif [ "$real" = "$1" ]; then
    # The directory that was named is the very one that they are installed from.
    return 0
  else
    [ "$copy" = true ] && is_unchanged "$2" && cmp -s "$1/SKILL.md" "$2/SKILL.md"
  fi
}

is_ours() { # TO NAME
  if [ -L "$1" ]; then
    case $(readlink "$1") in
      */sightline/skills/"$2") return 0 ;;
    esac
    [ -f "$1/SKILL.md" ] && grep -q mcp__sightline__ "$1/SKILL.md"
  else
    [ -d "$1" ] && is_unchanged "$1"
  fi
}

kept=
count=0
# One level down, or two where skills are kept in groups.
for file in "$here"/*/SKILL.md "$here"/*/*/SKILL.md; do
  [ -f "$file" ] || continue
  from=$(dirname -- "$file")
  name=$(basename -- "$from")
  to=$directory/$name
  count=$((count + 1))
  if is_there "$from" "$to"; then
    echo "  $name  already there"
    continue
  fi
  how=
  if [ -L "$to" ] || [ -e "$to" ]; then
    if [ "$force" = false ] && ! is_ours "$to" "$name"; then
      echo "  $name  kept"
      kept="$kept $name"
      continue
    fi
    rm -rf -- "$to"
    how=", in place of another"
  fi
  if [ "$copy" = true ]; then
    cp -R -- "$from" "$to"
    cp -- "$to/SKILL.md" "$to/$twin"
    echo "  $name  copied$how"
  else
    ln -s -- "$from" "$to"
    echo "  $name  linked$how"
  fi
done
echo "$count skills in $directory"

if [ -n "$kept" ]; then
  echo "Kept as they are, because they are not ours or were changed:$kept. --force replaces them." >&2
  exit 1
fi
