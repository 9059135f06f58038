#!/bin/bash
# Builds a Debian guest: build.sh CODENAME SOURCES OUT ARCHIVES
#   CODENAME  bookworm, trixie
#   SOURCES   source list for apt, in one-line style. The guest's own list names the same archives.
#   ARCHIVES  directory of packages that are already fetched
#   OUT       directory for disk.qcow2 (bootable by a BIOS) and packages.txt (its packages with their versions)
# Needs root for mmdebstrap's chroot, but no loop devices and no running guest. The disk boots the kernel that Debian's links /vmlinuz and
# /initrd.img name, so after an upgrade of the kernel the new one boots.
set -euo pipefail
export LC_ALL=C TZ=UTC SOURCE_DATE_EPOCH=1735689600 E2FSPROGS_FAKE_TIME=1735689600 DEBIAN_FRONTEND=noninteractive
umask 022
codename=$1 sources=$2 out=$3
export ARCHIVES=$4
here=$(cd "$(dirname "$0")" && pwd)
uuid=5b0f7a0e-6a3c-4a7c-9f55-3d1c2b4a6e90

work=$(mktemp -d "$out/.build.XXXXXX")
trap 'rm -rf "$work"' EXIT
root=$work/root

stage() { printf '%s\n' "$*"; }

stage 'installing packages'
# SOURCES names the keyring of the host (`signed-by`), if it has one. Otherwise archives must be signed by keys that apt trusts anyway.
mmdebstrap --mode=root --variant=apt --format=directory \
  --include="$(grep -v '^#' "$here/packages.txt" | paste -sd,)" \
  --aptopt='APT::Install-Recommends "false"' --aptopt='Acquire::Retries "3"' --aptopt='Acquire::Languages "none"' \
  --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright' \
  --dpkgopt='path-exclude=/usr/share/locale/*' --dpkgopt='path-exclude=/usr/share/man/*' \
  --setup-hook='mkdir -p "$1/var/cache/apt/archives" && cp "$ARCHIVES"/*.deb "$1/var/cache/apt/archives/"' \
  --skip=cleanup/apt/lists,download/empty \
  "$codename" "$root" "$sources" >&2

stage 'setting it up'
chroot "$root" dpkg-query -W -f '${Package} ${Version}\n' | sort > "$work/packages.txt"
cp -R "$here/rootfs/." "$root/"
sed 's/ \[[^]]*\]//' "$sources" > "$root/etc/apt/sources.list"
rm -f "$root"/etc/apt/sources.list.d/*
# cloud-init creates these for each server.
rm -f "$root"/etc/ssh/ssh_host_* "$root/etc/hostname" "$root/var/lib/dbus/machine-id"
: > "$root/etc/machine-id"
ln -sf ../run/systemd/resolve/stub-resolv.conf "$root/etc/resolv.conf"
# systemctl only reports that nothing runs, so its output goes to a log.
chroot "$root" systemctl enable --quiet systemd-networkd systemd-resolved systemd-timesyncd 2> "$work/systemctl.log"
# Removes files that the build leaves behind, and files that a guest fetches itself.
rm -rf "$root"/var/lib/apt/lists/* "$root"/var/cache/apt/*.bin "$root"/var/cache/apt/archives/*.deb "$root"/var/cache/ldconfig/aux-cache \
  "$root"/var/log/*.log "$root"/var/log/apt "$root"/var/cache/debconf/*-old "$root"/var/lib/dpkg/*-old "$root"/tmp/* "$root"/run/*
find "$root" -xdev -name __pycache__ -prune -exec rm -rf {} +
mkdir -p "$root/boot/grub"
cp "$here/grub.cfg" "$root/boot/grub/grub.cfg"
find "$root" -xdev -newermt "@$SOURCE_DATE_EPOCH" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +

stage 'making the boot disk'
# The partition grows to the server's disk at the first boot. It has a fifth and 200 MiB more than its content.
used=$(du -sm --apparent-size "$root" | cut -f1)
size=$((used + used / 5 + 200))
truncate -s "${size}M" "$work/partition"
mke2fs -q -t ext4 -b 4096 -L innkeeper -U "$uuid" -E "hash_seed=$uuid,root_owner=0:0,lazy_itable_init=1" -m 1 \
  -O '^metadata_csum_seed,^orphan_file,64bit' -d "$root" "$work/partition" 2> "$work/mke2fs.log" || { cat "$work/mke2fs.log" >&2; exit 1; }
# Files are the same in each build, but the kernel sets the times at which an inode was changed and read. They are set here.
dumpe2fs "$work/partition" 2> "$work/dumpe2fs.log" | awk -v now="$SOURCE_DATE_EPOCH" '
  /^Inode count:/ { count = $3 }
  /^  Free inodes: / {
    sub(/^  Free inodes: /, "")
    for (i = split($0, ranges, ", *"); i > 0; i--) {
      last = split(ranges[i], ends, "-")
      for (inode = ends[1]; inode <= ends[last]; inode++) free[inode] = 1
    }
  }
  END {
    for (inode = 2; inode <= count; inode++) {
      # ext4 reserves the inodes between the root and the first ordinary one.
      if (inode in free || inode > 2 && inode < 11) continue
      printf "sif <%d> ctime @%d\nsif <%d> ctime_extra 0\nsif <%d> atime @%d\nsif <%d> atime_extra 0\n", inode, now, inode, inode, now, inode
    }
  }' > "$work/times"
debugfs -w -f "$work/times" "$work/partition" > "$work/debugfs.log" 2>&1
truncate -s "$((size + 2))M" "$work/disk"
printf 'label: dos\nlabel-id: 0x2c3d4e5f\nstart=2048, size=%s, type=83, bootable\n' $((size * 2048)) | sfdisk --quiet "$work/disk"
dd if="$work/partition" of="$work/disk" bs=1M seek=1 conv=notrunc,sparse status=none
printf 'search --label innkeeper --set=root\nset prefix=($root)/boot/grub\nconfigfile $prefix/grub.cfg\n' > "$work/load.cfg"
grub-mkimage -O i386-pc -p /boot/grub -c "$work/load.cfg" -o "$work/core" \
  biosdisk part_msdos ext2 search search_label configfile normal linux serial terminal test echo
dd if=/usr/lib/grub/i386-pc/boot.img of="$work/disk" bs=440 count=1 conv=notrunc status=none
dd if="$work/core" of="$work/disk" bs=512 seek=1 conv=notrunc status=none
qemu-img convert -f raw -O qcow2 -c -o compression_type=zstd "$work/disk" "$work/disk.qcow2"
mv "$work/packages.txt" "$out/packages.txt"
mv "$work/disk.qcow2" "$out/disk.qcow2"
stage 'the image is ready'
