#!/bin/sh
# The command ./innkeeper inside the container image, where everything is built already.
exec node "$(dirname -- "$(readlink -f -- "$0")")/build/innkeeper.mjs" "$@"
