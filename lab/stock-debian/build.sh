#!/bin/bash
# Builds a Debian 13 shaped as Debian's stock cloud image: build.sh SOURCES OUT
#   SOURCES  source list for apt, in one-line style
#   OUT      directory for disk.qcow2
# It has cloud-init and netplan with Debian's defaults, and no guest agent. Needs root and the network.
set -euo pipefail
export LC_ALL=C DEBIAN_FRONTEND=noninteractive
umask 022
sources=$1 out=$2
work=$(mktemp -d "$out/.build.XXXXXX")
trap 'rm -rf "$work"' EXIT
root=$work/root

packages=systemd-sysv,systemd-resolved,systemd-timesyncd,udev,dbus,initramfs-tools,zstd,linux-image-cloud-amd64,e2fsprogs,cloud-init
packages=$packages,cloud-guest-utils,netplan.io,openssh-server,ca-certificates,iproute2,netbase,curl,sudo,isc-dhcp-client,libnss-resolve,python3
mmdebstrap --mode=root --variant=apt --format=directory --include="$packages" \
  --aptopt='APT::Install-Recommends "false"' --aptopt='Acquire::Languages "none"' --aptopt='Acquire::Retries "3"' \
  --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/locale/*' --dpkgopt='path-exclude=/usr/share/man/*' \
  trixie "$root" "$sources" >&2

# As Debian's cloud images: cloud-init writes /etc/hosts at each boot, unless user data says otherwise.
printf 'apt_preserve_sources_list: true\nmanage_etc_hosts: true\n' > "$root/etc/cloud/cloud.cfg.d/01_debian_cloud.cfg"
printf 'LABEL=stock / ext4 rw,discard,errors=remount-ro 0 1\n' > "$root/etc/fstab"
rm -f "$root"/etc/ssh/ssh_host_* "$root/etc/hostname" "$root/var/lib/dbus/machine-id"
: > "$root/etc/machine-id"
ln -sf ../run/systemd/resolve/stub-resolv.conf "$root/etc/resolv.conf"
chroot "$root" systemctl enable --quiet systemd-networkd systemd-resolved systemd-timesyncd 2> "$work/systemctl.log"
rm -rf "$root"/var/lib/apt/lists/* "$root"/var/cache/apt/*
mkdir -p "$root/boot/grub"
# The kernel does not check the timer under KVM. Under TCG on a busy host the check fails, and the kernel panics.
cat > "$root/boot/grub/grub.cfg" <<'END'
set timeout=0
serial --unit=0 --speed=115200
terminal_input console serial
terminal_output console serial
menuentry 'Debian' {
  linux /vmlinuz root=LABEL=stock ro no_timer_check console=tty0 console=ttyS0,115200
  initrd /initrd.img
}
END

used=$(du -sm --apparent-size "$root" | cut -f1)
size=$((used + used / 5 + 300))
truncate -s "${size}M" "$work/partition"
mke2fs -q -t ext4 -b 4096 -L stock -O '^metadata_csum_seed,^orphan_file,64bit' -d "$root" "$work/partition"
truncate -s "$((size + 2))M" "$work/disk"
printf 'label: dos\nstart=2048, size=%s, type=83, bootable\n' $((size * 2048)) | sfdisk --quiet "$work/disk"
dd if="$work/partition" of="$work/disk" bs=1M seek=1 conv=notrunc,sparse status=none
printf 'search --label stock --set=root\nset prefix=($root)/boot/grub\nconfigfile $prefix/grub.cfg\n' > "$work/load.cfg"
grub-mkimage -O i386-pc -p /boot/grub -c "$work/load.cfg" -o "$work/core" \
  biosdisk part_msdos ext2 search search_label configfile normal linux serial terminal test echo
dd if=/usr/lib/grub/i386-pc/boot.img of="$work/disk" bs=440 count=1 conv=notrunc status=none
dd if="$work/core" of="$work/disk" bs=512 seek=1 conv=notrunc status=none
qemu-img convert -f raw -O qcow2 -c -o compression_type=zstd "$work/disk" "$work/disk.qcow2"
mv "$work/disk.qcow2" "$out/disk.qcow2"
