#!/bin/bash
# Builds the tiny guest from unpacked Debian packages: build.sh PACKAGES OUT
#   PACKAGES  directory into which the packages were unpacked (kernel, busybox, bash, dropbear, wget, guest agent, SYSLINUX, mtools, e2fsprogs)
#   OUT       directory for tiny.qcow2 (bootable disk), vmlinuz and initrd (the same system in memory, for direct kernel boot), and
#             rescue (the same system with tools that repair a server's disk)
# Needs no root, loop devices or mounts. The same input gives the same files as far as the tools allow.
set -euo pipefail
export LC_ALL=C TZ=UTC SOURCE_DATE_EPOCH=1735689600 E2FSPROGS_FAKE_TIME=1735689600
umask 022
packages=$1 out=$2
here=$(cd "$(dirname "$0")" && pwd)
# The partition grows to the server's disk at the first boot. 96 MiB hold the system with some free space.
disk_mib=96
uuid=8d3c64a6-3a52-4e2b-9a8e-1c2a5f6b7d80

work=$(mktemp -d "$out/.build.XXXXXX")
trap 'rm -rf "$work"' EXIT
root=$work/root boot=$work/boot
loader=$(find "$packages" -name 'ld-linux-x86-64.so.2' | head -n 1)
libraries=$packages/usr/lib/x86_64-linux-gnu:$packages/lib/x86_64-linux-gnu
release=$(find "$packages/boot" -name 'vmlinuz-*' | sed 's/.*vmlinuz-//')
modules=$(find "$packages" -path "*lib/modules/$release" -type d)

stage() { printf '%s\n' "$*"; }

# Unpacked programs run with their own libraries, so the build does not depend on those of the host.
unpacked() { local program=$1; shift; "$loader" --library-path "$libraries" "$program" "$@"; }

find_program() { find "$packages/usr/sbin" "$packages/usr/bin" "$packages/sbin" "$packages/bin" -name "$1" 2>/dev/null | head -n 1; }

add_program() { # NAME DESTINATION
  local source
  source=$(find_program "$1")
  install -D -m 755 "$source" "$root$2"
  "$loader" --library-path "$libraries" --list "$source" | sed -n 's|.* => \(/[^ ]*\) .*|\1|p' | while read -r library; do
    case $library in */ld-linux*) ;; *) install -D -m 644 "$library" "$root/usr/lib/x86_64-linux-gnu/${library##*/}" ;; esac
  done
}

list_modules() { # NAME... : files in the order in which they load
  for name in "$@"; do
    modprobe -d "${modules%/lib/modules/*}" -S "$release" --show-depends "$name" 2>/dev/null | sed -n 's/^insmod \([^ ]*\).*/\1/p' || true
  done | awk '!seen[$0]++'
}

add_module() { # FILE DIRECTORY : uncompressed, since not every busybox reads .xz
  case $1 in
    *.xz) xz -dc "$1" > "$2/$(basename "$1" .xz)" ;;
    *) cp "$1" "$2/" ;;
  esac
}

pack() { # DIRECTORY FILE : a cpio archive that holds no trace of who built it when
  find "$1" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
  (cd "$1" && find . | sort | cpio --create --format=newc --reproducible --owner=0:0 --quiet) | gzip -9n > "$2"
}

stage 'putting the system together'
mkdir -p "$root"/{bin,sbin,dev,proc,sys,run,tmp,mnt,root/.ssh,etc/dropbear,lib64,lib/modules/"$release",usr/bin,var/lib/innkeeper,var/log,var/run}
chmod 700 "$root/root" "$root/root/.ssh"
chmod 1777 "$root/tmp"
cp "$(find_program busybox)" "$root/bin/busybox"
"$root/bin/busybox" --list | while read -r applet; do
  [ "$applet" = busybox ] || ln -sf busybox "$root/bin/$applet"
done
ln -sf /bin/busybox "$root/sbin/init"
install -m 755 "$(readlink -f "$loader")" "$root/lib64/ld-linux-x86-64.so.2"
add_program dropbear /usr/sbin/dropbear
add_program dropbearkey /usr/bin/dropbearkey
add_program qemu-ga /usr/sbin/qemu-ga
add_program resize2fs /usr/sbin/resize2fs
add_program e2fsck /usr/sbin/e2fsck
# Debian's busybox accepts `wget -T SECONDS`, but crashes on it, because it was built without that code. Its shell prefers its own
# applets to programs of the same name, so the guest has another shell too.
rm "$root/bin/wget" "$root/bin/sh"
add_program wget /usr/bin/wget
add_program bash /bin/bash
ln -s bash "$root/bin/sh"
mkdir -p "$root/lib/terminfo"
find "$packages" -path '*/terminfo/?' -exec cp -R {} "$root/lib/terminfo/" \;
mkdir -p "$root/etc/ssl/certs"
find "$packages/usr/share/ca-certificates" -name '*.crt' -print0 | sort -z | xargs -0 cat > "$root/etc/ssl/certs/ca-certificates.crt"
cp -R "$here/rootfs/." "$root/"
chmod 600 "$root/etc/shadow"

depmod -b "${modules%/lib/modules/*}" "$release"
list_modules virtio_pci virtio_blk virtio_net virtio_rng virtio_console virtio_balloon isofs sr_mod ata_piix ahci button evdev ext4 |
  while read -r file; do add_module "$file" "$root/lib/modules/$release"; done
cp "$modules"/modules.{order,builtin,builtin.modinfo} "$root/lib/modules/$release/"
depmod -b "$root" "$release"

stage 'packing the system for direct boot'
install -m 644 "$packages/boot/vmlinuz-$release" "$out/vmlinuz"
ln -sf /bin/busybox "$root/init"
pack "$root" "$out/initrd"
rm "$root/init"

stage 'packing the rescue system'
plain=$root root=$work/rescue
cp -a "$plain" "$root"
ln -sf /bin/busybox "$root/init"
# These replace busybox's applets of the same name.
for program in $(grep -v '^#' "$here/rescue-programs.txt"); do
  rm -f "$root/bin/$program"
  add_program "$program" "/usr/sbin/$program"
done
for name in pvs vgs lvs pvscan vgscan lvscan pvcreate vgcreate lvcreate pvremove vgremove lvremove vgchange lvchange vgrename lvrename \
  vgextend lvextend lvreduce lvresize pvresize pvmove vgreduce vgck vgcfgrestore; do
  ln -sf lvm "$root/usr/sbin/$name"
done
# The kernel calls this path to load the driver of a file system that is mounted.
ln -sf /bin/busybox "$root/sbin/modprobe"
# Libraries that programs open by name, so that they are listed nowhere.
find "$packages/usr/lib/x86_64-linux-gnu" -maxdepth 1 -name 'libgcc_s.so.1' -exec cp -L {} "$root/usr/lib/x86_64-linux-gnu/" \;
# No udev runs in the rescue system, so LVM creates its device files itself.
mkdir -p "$root/etc/lvm"
printf 'activation {\n  udev_sync = 0\n  udev_rules = 0\n}\ndevices {\n  obtain_device_list_from_udev = 0\n}\n' > "$root/etc/lvm/lvm.conf"
list_modules xfs btrfs dm_mod dm_crypt dm_snapshot dm_thin_pool raid1 vfat nls_ascii xts aesni_intel aes_x86_64 sha256 algif_skcipher |
  while read -r file; do add_module "$file" "$root/lib/modules/$release"; done
depmod -b "$root" "$release"
pack "$root" "$out/rescue"
root=$plain

stage 'making the boot disk'
mkdir -p "$boot"/{bin,dev,proc,sys,new,modules}
cp "$root/bin/busybox" "$boot/bin/busybox"
for applet in sh mount insmod switch_root sleep cat dd printf blockdev od hexdump; do ln -s busybox "$boot/bin/$applet"; done
list_modules virtio_pci virtio_blk ext4 | while read -r file; do
  add_module "$file" "$boot/modules"
  echo "insmod /modules/$(basename "$file" .xz)"
done > "$boot/load-modules"
install -m 755 "$here/initramfs/init" "$boot/init"
pack "$boot" "$work/initrd"
find "$root" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +

# The boot loader is in a FAT partition before the one that grows. GRUB took 6 of the 14 s of processor time of a boot without KVM, because
# it copies the kernel byte by byte. SYSLINUX takes 1.
file_kib=$(($(cat "$packages/boot/vmlinuz-$release" "$work/initrd" | wc -c) / 1024))
boot_mib=$((file_kib / 1024 + 3))
mkdir "$work/mtools"
for command in mformat mcopy mattrib mmove; do
  printf '#!/bin/sh\nexec "%s" --library-path "%s" "%s" -c %s "$@"\n' "$loader" "$libraries" "$(find_program mtools)" $command > "$work/mtools/$command"
  chmod 755 "$work/mtools/$command"
done
export PATH=$work/mtools:$PATH
truncate -s ${boot_mib}M "$work/fat"
mformat -i "$work/fat" -N 1b2c3d4e -T $((boot_mib * 2048)) -h 64 -s 32 -H 2048 ::
mcopy -i "$work/fat" "$packages/boot/vmlinuz-$release" ::vmlinuz
mcopy -i "$work/fat" "$work/initrd" ::initrd
mcopy -i "$work/fat" "$here/syslinux.cfg" ::syslinux.cfg
mcopy -i "$work/fat" "$packages/usr/lib/syslinux/modules/bios/ldlinux.c32" ::ldlinux.c32
unpacked "$(find_program syslinux)" -i "$work/fat"

truncate -s $((disk_mib - 1 - boot_mib))M "$work/partition"
# With smaller blocks than 4 KiB the file system could not grow to the size of a real disk.
mke2fs -q -t ext4 -b 4096 -L innkeeper -U "$uuid" -E "hash_seed=$uuid,root_owner=0:0,lazy_itable_init=1" -m 0 \
  -O '^metadata_csum_seed,^orphan_file,^64bit' -d "$root" "$work/partition" 2> "$work/mke2fs.log" || { cat "$work/mke2fs.log" >&2; exit 1; }
# mke2fs stores the ids of the build's user and the time of the build. In the guest all files belong to root and have one time.
(cd "$root" && find . -printf '%P\n' | LC_ALL=C sort | while read -r path; do
  for field in 'uid 0' 'gid 0' "atime @$SOURCE_DATE_EPOCH" "ctime @$SOURCE_DATE_EPOCH" "crtime @$SOURCE_DATE_EPOCH"; do
    printf 'sif "/%s" %s\n' "$path" "$field"
  done
done) > "$work/inodes"
debugfs -w -f "$work/inodes" "$work/partition" > "$work/debugfs.log" 2>&1
truncate -s ${disk_mib}M "$work/disk"
{
  printf 'label: dos\nlabel-id: 0x1b2c3d4e\n'
  printf 'start=%d, type=83\n' $(((1 + boot_mib) * 2048))
  printf 'start=2048, size=%d, type=c, bootable\n' $((boot_mib * 2048))
} | sfdisk --quiet "$work/disk"
dd if="$work/fat" of="$work/disk" bs=1M seek=1 conv=notrunc,sparse status=none
dd if="$work/partition" of="$work/disk" bs=1M seek=$((1 + boot_mib)) conv=notrunc,sparse status=none
dd if="$packages/usr/lib/syslinux/mbr/mbr.bin" of="$work/disk" bs=440 count=1 conv=notrunc status=none
qemu-img convert -f raw -O qcow2 -c "$work/disk" "$work/tiny.qcow2"
mv "$work/tiny.qcow2" "$out/tiny.qcow2"
stage 'the tiny image is ready'
