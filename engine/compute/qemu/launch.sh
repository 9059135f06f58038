#!/bin/sh
# Replaces itself by a guest's QEMU: launch.sh UID GID TAP PROGRAM ARGUMENT...   (TAP: a device of this network namespace, or -)
# Runs in a separate mount namespace, where the devices that QEMU opens belong to this guest's group, whatever their owner on the
# host. QEMU gets the tap as open descriptor 6. Taps belong to root, so that no other guest can attach to them. Root privileges are
# then dropped permanently.
set -eu
uid=$1 gid=$2 tap=$3
shift 3
if [ "$tap" != - ]; then
  exec 6<>/dev/net/tun
  # TUNSETIFF with IFF_TAP, IFF_NO_PI and IFF_VNET_HDR
  perl -e 'open(T, "+<&=6") && ioctl(T, 0x400454ca, my $r = pack("a16Sx22", $ARGV[0], 0x5002)) or die "tap $ARGV[0]: $!\n"' "$tap"
fi
mount -t tmpfs -o mode=755,nosuid,noexec tmpfs /mnt
own() { # DEVICE MAJOR MINOR GROUP
  [ -c "$1" ] || return 0
  mknod -m 660 "/mnt/${1##*/}" c "$2" "$3"
  chown "0:$4" "/mnt/${1##*/}"
  mount --bind "/mnt/${1##*/}" "$1"
}
own /dev/net/tun 10 200 0
own /dev/kvm 10 232 "$gid"
# Prevents a core dump, which would write the guest's memory to the disk.
exec prlimit --core=0 -- \
  setpriv --reuid "$uid" --regid "$gid" --clear-groups --inh-caps=-all --bounding-set=-all --no-new-privs -- "$@"
