#!/bin/sh
# Becomes a guest's QEMU: launch.sh UID GID PROGRAM ARGUMENT...
# Runs in a mount namespace of its own, where the devices that QEMU opens belong to the guests' group, whatever they
# belong to on the host. Then root is given up for good.
set -eu
uid=$1 gid=$2
shift 2
mount -t tmpfs -o mode=755,nosuid,noexec tmpfs /mnt
own() { # DEVICE MAJOR MINOR
  [ -c "$1" ] || return 0
  mknod -m 660 "/mnt/${1##*/}" c "$2" "$3"
  chown "0:$gid" "/mnt/${1##*/}"
  mount --bind "/mnt/${1##*/}" "$1"
}
own /dev/net/tun 10 200
own /dev/kvm 10 232
exec setpriv --reuid "$uid" --regid "$gid" --clear-groups --inh-caps=-all --bounding-set=-all --no-new-privs -- "$@"
