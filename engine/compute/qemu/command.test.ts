import { expect, it } from 'vitest';
import type { MachineSpec } from '../port.ts';
import { exampleSpec } from '../spec.example.ts';
import { qemuArguments } from './command.ts';

const TCG = { name: 'tcg', cpu: 'max' } as const;
const line = (change: Partial<MachineSpec> = {}) => qemuArguments({ ...exampleSpec(), ...change }, TCG).join(' ');

it('gives the guest its size, its disk first, and its tap', () => {
  expect(line()).toContain('-smp cpus=2,maxcpus=2 -m size=512M');
  expect(line()).toContain('virtio-blk-pci,drive=disk,id=disk0,bootindex=1');
  expect(line()).toContain(
    'tap,id=net,ifname=tap-srv-1,script=no,downscript=no -device virtio-net-pci,netdev=net,id=net0,mac=52:54:00:00:00:0b',
  );
});

it('locks QEMU in, and leaves a halted guest to be noticed', () => {
  expect(line()).toContain('-sandbox on,obsolete=deny,elevateprivileges=deny,spawn=deny,resourcecontrol=deny');
  expect(line()).toContain('-action shutdown=pause');
  expect(line()).not.toContain('-daemonize');
});

it('names no file outside of the machine, so that QEMU needs no right to any', () => {
  const paths = qemuArguments(exampleSpec(), TCG).flatMap((argument) => argument.match(/(?<=^|[=":])\/[^",]*/g) ?? []);
  expect(paths).toEqual(['/dev/fdset/1']);
});

it("bounds TCG's cache and takes KVM as it was proven", () => {
  expect(line({ memoryMb: 128 })).toContain('-accel tcg,thread=multi,tb-size=64 -cpu max');
  expect(line({ memoryMb: 65_536 })).toContain('tb-size=256');
  expect(qemuArguments(exampleSpec(), { name: 'kvm', cpu: 'host' }).join(' ')).toContain('-accel kvm -cpu host');
});

it('forwards ports without letting the guest reach the host', () => {
  const forwards = [{ host: '127.0.0.1', hostPort: 22_011, guestPort: 22 }];
  const nic = { ...exampleSpec().nic, plug: { kind: 'user' as const, forwards } };
  expect(line({ nic })).toContain(
    'user,id=net,restrict=on,ipv6=off,net=10.77.0.11/24,host=10.77.0.1,hostfwd=tcp:127.0.0.1:22011-10.77.0.11:22',
  );
});
