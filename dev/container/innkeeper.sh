#!/bin/sh
# The command ./innkeeper of the container image, which contains a finished build.
exec node "$(dirname -- "$(readlink -f -- "$0")")/build/innkeeper.mjs" "$@"
