#!/bin/sh
# Compiles into dist/ where a source, the configuration or a dependency is newer than the build: the compiler
# alone takes over a second to find that none is. A folder is newer where a file in it was removed or renamed.
# Without the compiler, as after `npm prune`, a build is used as it is.
set -e
case "$(node --version)" in # an older one fails with an error that says nothing of this
v[0-9].* | v1[0-9].* | v20.[0-9].* | v20.1[0-8].*)
  echo "Node 20.19 or newer is needed, and this is $(node --version). Try: npx --yes --package node@22 -c 'npm start'" >&2
  exit 1
  ;;
esac
[ ! -e dist ] || command -v tsc >/dev/null || exit 0
stamp=dist/.compiled
[ -e "$stamp" ] &&
  [ -z "$(find src tsconfig.json tsconfig.build.json package.json package-lock.json -newer "$stamp")" ] && exit 0
started="$(mktemp)" # what changes while the compiler reads is newer
trap 'rm "$started"' EXIT
tsc -p tsconfig.build.json
touch -r "$started" "$stamp"
