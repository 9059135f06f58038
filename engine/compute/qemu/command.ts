/** The QEMU command line of a machine. Pure; all paths are relative to the machine's own directory, which is QEMU's. */
import type { MachineSpec } from '../port.ts';
import { DISK, SEED } from './directory.ts';
import { imageOf } from './disk.ts';

export interface Accelerator {
  name: 'kvm' | 'tcg';
  /** `host`, `max` ... */
  cpu: string;
}

/** The descriptor at which QEMU finds the image that the disk is an overlay of, so that it needs no right to read its path. */
export const BASE_FD = 3;

/** TCG's cache of translated code, MiB: QEMU's default lets a guest's memory on the host grow past 1 GB. */
const tcgCache = (memoryMb: number) => Math.min(256, Math.max(64, Math.round(memoryMb / 4)));

export function qemuArguments(spec: MachineSpec, accelerator: Accelerator): string[] {
  const { kvm, tcg } = { kvm: 'kvm', tcg: `tcg,thread=multi,tb-size=${tcgCache(spec.memoryMb)}` };
  return [
    ...['-name', `guest=${spec.machineId},debug-threads=on`],
    ...['-machine', 'pc', '-accel', accelerator.name === 'kvm' ? kvm : tcg, '-cpu', accelerator.cpu],
    ...['-smp', `cpus=${spec.vcpus},maxcpus=${spec.vcpus}`, '-m', `size=${spec.memoryMb}M`],
    ...['-nodefaults', '-no-user-config', '-rtc', 'base=utc', '-msg', 'timestamp=on'],
    // A guest that powers itself off stays in this state until we have noticed: no process means that it crashed.
    ...['-action', 'shutdown=pause'],
    ...['-sandbox', 'on,obsolete=deny,elevateprivileges=deny,spawn=deny,resourcecontrol=deny'],
    // QEMU serves one client per socket: one for the long watch, one for acts of any process.
    ...monitor('watch'),
    ...monitor('act'),
    ...['-display', 'none', '-vga', 'std', '-vnc', 'unix:vnc.sock,password=on', '-usb', '-device', 'usb-tablet'],
    // The last 64 KiB of the serial console are kept in memory: a file would let the guest fill the host's disk.
    ...['-chardev', 'ringbuf,id=serial,size=65536', '-serial', 'chardev:serial'],
    ...disks(spec),
    ...network(spec),
    ...['-object', 'rng-builtin,id=rng', '-device', 'virtio-rng-pci,rng=rng'],
    ...['-device', 'virtio-balloon-pci,id=balloon'],
    ...['-chardev', 'socket,id=agent,path=agent.sock,server=on,wait=off', '-device', 'virtio-serial-pci'],
    ...['-device', 'virtserialport,chardev=agent,name=org.qemu.guest_agent.0'],
  ];
}

function monitor(name: 'watch' | 'act'): string[] {
  return ['-chardev', `socket,id=${name},path=${name}.sock,server=on,wait=off`, '-mon', `chardev=${name},mode=control`];
}

function disks(spec: MachineSpec): string[] {
  const blockdev = (options: object) => ['-blockdev', JSON.stringify(options)];
  const base = { driver: 'file', filename: '/dev/fdset/1', 'read-only': true };
  return [
    ...['-add-fd', `fd=${BASE_FD},set=1,opaque=rdonly:base`],
    ...blockdev({ driver: imageOf(spec).format, 'node-name': 'base', 'read-only': true, file: base }),
    ...blockdev({
      driver: 'qcow2',
      'node-name': 'disk',
      backing: 'base',
      discard: 'unmap',
      'detect-zeroes': 'unmap',
      file: { driver: 'file', filename: DISK, discard: 'unmap' },
    }),
    // Without bootindex the BIOS tries the seed first, and waits for ever.
    ...['-device', 'virtio-blk-pci,drive=disk,id=disk0,bootindex=1'],
    ...blockdev({ driver: 'raw', 'node-name': 'seed', 'read-only': true, file: { driver: 'file', filename: SEED } }),
    ...['-device', 'virtio-blk-pci,drive=seed,id=seed0'],
    // An empty drive for ISO images.
    ...['-device', 'ide-cd,id=cd0'],
  ];
}

function network({ nic }: MachineSpec): string[] {
  if (nic.plug.kind === 'none') return [];
  const device = ['-device', `virtio-net-pci,netdev=net,id=net0,mac=${nic.mac},romfile=`];
  if (nic.plug.kind === 'tap') {
    return ['-netdev', `tap,id=net,ifname=${nic.plug.device},script=no,downscript=no`, ...device];
  }
  const own = nic.addresses.find(({ version }) => version === 4);
  if (own === undefined) return [];
  const forwards = nic.plug.forwards.map((to) => `,hostfwd=tcp:${to.host}:${to.hostPort}-${own.address}:${to.guestPort}`);
  // restrict: without it the guest reaches the host's own loopback services through the gateway's address.
  const user = `user,id=net,restrict=on,ipv6=off,net=${own.address}/${own.prefix},host=${own.gateway}`;
  return ['-netdev', `${user}${forwards.join('')}`, ...device];
}
