import { expect, it } from 'vitest';
import { type MachineSpec, NO_MEDIA } from '../port.ts';
import { exampleSpec } from '../spec.example.ts';
import { qemuArguments } from './command.ts';
import type { MachineRecord } from './directory.ts';

const TCG = { name: 'tcg', cpu: 'max' } as const;
const machine = (change: Partial<MachineRecord> = {}): MachineRecord => ({
  spec: exampleSpec(),
  disk: 'disk-1.qcow2',
  base: { name: 'base-1', format: 'qcow2' },
  seed: 'seed-1.iso',
  rescue: null,
  drives: { primary: null, secondary: null },
  linkUp: true,
  ...change,
});
const line = (change: Partial<MachineSpec> = {}) => argumentsOf({ spec: { ...exampleSpec(), ...change } });
const argumentsOf = (change: Partial<MachineRecord>) => qemuArguments(machine(change), TCG).join(' ');

it('configures size, boot disk and tap', () => {
  expect(line()).toContain('-smp cpus=2,maxcpus=2 -m size=512M');
  expect(line()).toContain('virtio-blk-pci,drive=disk,id=disk0,bootindex=1');
  expect(line()).toContain('tap,id=net,fd=6 -device virtio-net-pci,netdev=net,id=net0,mac=52:54:00:00:00:0b');
});

it('sandboxes QEMU, and keeps it alive when its guest halts', () => {
  expect(line()).toContain('-sandbox on,obsolete=deny,elevateprivileges=deny,spawn=deny,resourcecontrol=deny');
  expect(line()).toContain('-action shutdown=pause');
  expect(line()).not.toContain('-daemonize');
});

it("names no file outside of the machine's directory, so that QEMU needs no access to any", () => {
  const paths = qemuArguments(machine(), TCG).flatMap((argument) => argument.match(/(?<=^|[=":])\/[^",]*/g) ?? []);
  expect(paths).toEqual(['/dev/fdset/1']);
});

it('contains no secret, since every user of the host can read it', () => {
  const secrets = { sshKeys: ['ssh-ed25519 AAAA-the-key'], passwordHash: '$6$the-hash', startupScript: 'echo the-script' };
  const text = line({ seed: { ...exampleSpec().seed, ...secrets } });
  for (const secret of ['AAAA-the-key', 'the-hash', 'the-script']) expect(text).not.toContain(secret);
  expect(text).toContain('-vnc unix:run/vnc.sock,password=on ');
});

it("limits TCG's cache, and uses KVM with the tested CPU model", () => {
  expect(line({ memoryMb: 128 })).toContain('-accel tcg,thread=multi,tb-size=64 -cpu max');
  expect(line({ memoryMb: 65_536 })).toContain('tb-size=256');
  expect(qemuArguments(machine(), { name: 'kvm', cpu: 'host' }).join(' ')).toContain('-accel kvm -cpu host');
});

it('has a port for the ready line, whose size in memory the guest cannot exceed', () => {
  expect(line()).toContain('-chardev ringbuf,id=ready,size=1024 -device virtserialport,chardev=ready,name=org.innkeeper.ready.0');
});

it('forwards ports without letting the guest reach the host', () => {
  const forwards = [{ host: '127.0.0.1', hostPort: 22_011, guestPort: 22 }];
  const nic = { ...exampleSpec().nic, plug: { kind: 'user' as const, forwards } };
  expect(line({ nic })).toContain(
    'user,id=net,restrict=on,ipv6=off,net=10.77.0.11/24,host=10.77.0.1,hostfwd=tcp:127.0.0.1:22011-10.77.0.11:22',
  );
});

it('limits disk throughput only when asked to', () => {
  expect(line()).not.toContain('throttle');
  const limited = line({ limits: { iops: 500 } });
  expect(limited).toContain('"limits":{"iops-total":500,"bps-total":0}');
  expect(limited).toContain('virtio-blk-pci,drive=limited,id=disk0,bootindex=1');
});

it('boots from an ISO first only when asked to', () => {
  const drives = { primary: 'iso-1', secondary: null };
  expect(argumentsOf({ drives })).toContain('ide-cd,id=cd0,bus=ide.0,unit=0,drive=iso-1 ');
  const spec = { ...exampleSpec(), media: { ...NO_MEDIA, bootFrom: 'iso' as const } };
  expect(argumentsOf({ drives, spec })).toContain('ide-cd,id=cd0,bus=ide.0,unit=0,drive=iso-1,bootindex=0');
});

it('boots the rescue system with its own seed and the disk attached', () => {
  const rescue = argumentsOf({ rescue: 'rescue-1.iso' });
  expect(rescue).toContain('-kernel /dev/fd/4 -initrd /dev/fd/5');
  expect(rescue).toContain('rescue-1.iso');
  expect(rescue).not.toContain('seed-1.iso');
  expect(rescue).toContain('virtio-blk-pci,drive=disk,id=disk0');
});

it('waits for a machine from another node with the devices that it has there', () => {
  const incoming = (readyPort: boolean) =>
    qemuArguments(machine(), TCG, { incoming: { machineType: 'pc-i440fx-9.2', readyPort } }).join(' ');
  expect(incoming(true)).toContain('-machine pc-i440fx-9.2 ');
  expect(incoming(true)).toMatch(/name=org\.innkeeper\.ready\.0 -S -incoming defer$/);
  expect(incoming(false)).not.toContain('ready');
  expect(line()).toContain('-machine pc ');
  expect(line()).not.toContain('-incoming');
});
