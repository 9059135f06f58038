/**
 * Builds the QEMU command line of a machine. Pure. All paths are relative to the machine's directory, QEMU's working directory. Every user
 * of the host can read the command line, so it contains no secrets. Passwords, keys and scripts are in the seed.
 */
import type { MachineLimits, MachineSpec } from '../port.ts';
import type { MachineRecord } from './directory.ts';
import { RUN } from './file-access.ts';

export interface Accelerator {
  name: 'kvm' | 'tcg';
  /** CPU model, such as `host` or `max`. */
  cpu: string;
}

/** File descriptors passed to QEMU for files that it may not open by path. */
export const DESCRIPTORS = { base: 3, kernel: 4, initrd: 5, tap: 6 } as const;

/** The port of the ready line. A line has 37 bytes, and a guest that writes more loses the oldest. */
export const READY = { chardev: 'ready', port: 'org.innkeeper.ready.0', bytes: 1024 } as const;

/** Kernel command line of the rescue system. */
const RESCUE_KERNEL = 'console=tty0 console=ttyS0,115200 net.ifnames=0 quiet mitigations=off panic=10';

/** The drives, in order: sr0 and sr1 in the guest. */
export const DRIVES = { primary: 'cd0', secondary: 'cd1' } as const;

/** Returns the size in MiB of TCG's cache of translated code. With QEMU's default the guest's memory on the host grows beyond 1 GB. */
const tcgCache = (memoryMb: number) => Math.min(256, Math.max(64, Math.round(memoryMb / 4)));

/** The other ends of QEMU's channels, as options of `-chardev socket`. */
export interface Channels {
  watch: string;
  act: string;
  agent: string;
  /** Display of `-vnc`. */
  vnc: string;
}

const socketAt = (name: string) => `path=${RUN}/${name}.sock,server=on,wait=off`;

/** Sockets in the directory of a machine, which every process of the driver can open. */
const SOCKETS: Channels = {
  watch: socketAt('watch'),
  act: socketAt('act'),
  agent: socketAt('agent'),
  vnc: `unix:${RUN}/vnc.sock,password=on`,
};

/** Properties of a machine that comes from another node while it runs. Its devices must equal those that it has there. */
export interface Incoming {
  machineType: string;
  readyPort: boolean;
}

export function qemuArguments(
  machine: MachineRecord,
  accelerator: Accelerator,
  { channels = SOCKETS, incoming = null }: { channels?: Channels; incoming?: Incoming | null } = {},
): string[] {
  const { spec } = machine;
  const { kvm, tcg } = { kvm: 'kvm', tcg: `tcg,thread=multi,tb-size=${tcgCache(spec.memoryMb)}` };
  return [
    ...['-name', `guest=${spec.machineId},debug-threads=on`],
    ...['-machine', incoming?.machineType ?? 'pc', '-accel', accelerator.name === 'kvm' ? kvm : tcg, '-cpu', accelerator.cpu],
    ...['-smp', `cpus=${spec.vcpus},maxcpus=${spec.vcpus}`, '-m', `size=${spec.memoryMb}M`],
    ...['-nodefaults', '-no-user-config', '-rtc', 'base=utc', '-msg', 'timestamp=on'],
    // QEMU stays after a guest's shutdown until we have noticed it, so a missing process means a crash.
    ...['-action', 'shutdown=pause'],
    ...['-sandbox', 'on,obsolete=deny,elevateprivileges=deny,spawn=deny,resourcecontrol=deny'],
    // QEMU serves one client per socket: one socket for the watch, one for operations of any process.
    ...monitor('watch', channels.watch),
    ...monitor('act', channels.act),
    ...['-display', 'none', '-vga', 'std', '-vnc', channels.vnc, '-usb', '-device', 'usb-tablet'],
    // The last 64 KiB of the serial console are buffered in memory. With a file the guest could fill the host's disk.
    ...['-chardev', 'ringbuf,id=serial,size=65536', '-serial', 'chardev:serial'],
    ...(machine.rescue === null ? platform(spec) : rescueSystem()),
    ...disk(machine),
    ...readOnly('seed', machine.rescue ?? machine.seed),
    ...['-device', 'virtio-blk-pci,drive=seed,id=seed0'],
    ...drive('primary', machine),
    ...drive('secondary', machine),
    ...network(spec),
    ...['-object', 'rng-builtin,id=rng', '-device', 'virtio-rng-pci,rng=rng'],
    ...['-device', 'virtio-balloon-pci,id=balloon'],
    ...['-chardev', `socket,id=agent,${channels.agent}`, '-device', 'virtio-serial-pci'],
    ...['-device', 'virtserialport,chardev=agent,name=org.qemu.guest_agent.0'],
    ...(incoming?.readyPort === false ? [] : readyPort()),
    // Paused after its arrival, because only the row decides which node may run it.
    ...(incoming === null ? [] : ['-S', '-incoming', 'defer']),
  ];
}

function readyPort(): string[] {
  return [
    ...['-chardev', `ringbuf,id=${READY.chardev},size=${READY.bytes}`],
    ...['-device', `virtserialport,chardev=${READY.chardev},name=${READY.port}`],
  ];
}

function monitor(name: 'watch' | 'act', socket: string): string[] {
  return ['-chardev', `socket,id=${name},${socket}`, '-mon', `chardev=${name},mode=control`];
}

/**
 * Marks that make cloud-init, cloudbase-init and others query a metadata service in OpenStack's layout at 169.254.169.254. Guests without
 * such a service read the seed.
 */
const platform = ({ nic }: MachineSpec): string[] => (nic.plug.kind === 'tap' ? ['-smbios', 'type=3,asset=OpenStack Nova'] : []);

/** Boots the rescue system from memory, so that the disk can be inspected and repaired. */
function rescueSystem(): string[] {
  const { kernel, initrd } = DESCRIPTORS;
  return ['-kernel', `/dev/fd/${kernel}`, '-initrd', `/dev/fd/${initrd}`, '-append', RESCUE_KERNEL];
}

function disk({ disk: filename, base, spec: { limits } }: MachineRecord): string[] {
  const overlay = {
    driver: 'qcow2',
    'node-name': 'disk',
    ...(base === null ? {} : { backing: 'base' }),
    discard: 'unmap',
    'detect-zeroes': 'unmap',
    file: { driver: 'file', filename, discard: 'unmap' },
  };
  const throttled = throttleOf(limits);
  return [
    ...(base === null ? [] : baseOf(base.format)),
    ...blockdev(overlay),
    ...(throttled === null ? [] : throttle(throttled)),
    // Without bootindex the BIOS tries the seed first, and hangs.
    ...['-device', `virtio-blk-pci,drive=${throttled === null ? 'disk' : 'limited'},id=disk0,bootindex=1`],
  ];
}

function baseOf(format: string): string[] {
  const file = { driver: 'file', filename: '/dev/fdset/1', 'read-only': true };
  return [
    ...['-add-fd', `fd=${DESCRIPTORS.base},set=1,opaque=rdonly:base`],
    ...blockdev({ driver: format, 'node-name': 'base', 'read-only': true, file }),
  ];
}

/** Returns QEMU's throughput limits, or `null` without any. */
export function throttleOf({ iops, bytesPerSecond }: MachineLimits): Record<string, number> | null {
  if (iops === undefined && bytesPerSecond === undefined) return null;
  return { 'iops-total': iops ?? 0, 'bps-total': bytesPerSecond ?? 0 };
}

/** Limits the guest's disk throughput; 0 means no limit. Copies read below the throttle node, so they do not count against it. */
function throttle(limits: Record<string, number>): string[] {
  return [
    ...['-object', JSON.stringify({ 'qom-type': 'throttle-group', id: 'limits', limits })],
    ...blockdev({ driver: 'throttle', 'node-name': 'limited', 'throttle-group': 'limits', file: 'disk' }),
  ];
}

/** Returns a drive for ISO images. The BIOS falls back to the disk if the ISO is not bootable. */
function drive(which: keyof typeof DRIVES, { drives, spec }: MachineRecord): string[] {
  const name = drives[which];
  const bootindex = which === 'primary' && spec.media.bootFrom === 'iso' ? ',bootindex=0' : '';
  const medium = name === null ? '' : `,drive=${name}`;
  const device = `ide-cd,id=${DRIVES[which]},bus=ide.${which === 'primary' ? 0 : 1},unit=0${medium}${bootindex}`;
  return [...(name === null ? [] : readOnly(name, name)), '-device', device];
}

function readOnly(nodeName: string, filename: string): string[] {
  return blockdev(readOnlyNode(nodeName, filename));
}

/** Returns the options of a read-only medium for `-blockdev` and `blockdev-add`. */
export function readOnlyNode(nodeName: string, filename: string): Record<string, unknown> {
  return { driver: 'raw', 'node-name': nodeName, 'read-only': true, file: { driver: 'file', filename, 'read-only': true } };
}

const blockdev = (options: object) => ['-blockdev', JSON.stringify(options)];

function network({ nic }: MachineSpec): string[] {
  if (nic.plug.kind === 'none') return [];
  const device = ['-device', `virtio-net-pci,netdev=net,id=net0,mac=${nic.mac},romfile=`];
  if (nic.plug.kind === 'tap') {
    return ['-netdev', `tap,id=net,fd=${DESCRIPTORS.tap}`, ...device];
  }
  const own = nic.addresses.find(({ version }) => version === 4);
  if (own === undefined) return [];
  const forwards = nic.plug.forwards.map((to) => `,hostfwd=tcp:${to.host}:${to.hostPort}-${own.address}:${to.guestPort}`);
  // Without `restrict` the guest could reach loopback services of the host through the gateway address.
  const user = `user,id=net,restrict=on,ipv6=off,net=${own.address}/${own.prefix},host=${own.gateway}`;
  return ['-netdev', `${user}${forwards.join('')}`, ...device];
}
