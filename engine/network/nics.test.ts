import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { NicSpec } from '../nic.ts';
import { NicRecords, requireFree } from './nics.ts';

const six = (address: string, prefix = 64, gateway = 'fe80::1') => ({ address, prefix, gateway, version: 6 as const });
const nic = (machineId: string, ...addresses: NicSpec['addresses']): NicSpec => ({
  machineId,
  mac: '52:54:00:77:00:0b',
  hostname: machineId,
  addresses,
  dns: [],
});

it("refuses another machine's address, one in its prefix, and a prefix around it", () => {
  const routed = six('2001:db8:77:11::1');
  const alone = six('2001:db8:77:11::9', 64, '2001:db8:77:11::1');
  const four = { address: '10.77.0.11', prefix: 24, gateway: '10.77.0.1', version: 4 as const };
  for (const [mine, theirs] of [
    [routed, routed],
    [routed, six('2001:db8:77:11::2')],
    [alone, routed],
    [routed, alone],
    [four, four],
  ] as const)
    expect(() => requireFree(nic('srv-1', mine), [nic('srv-2', theirs)])).toThrow('belongs to srv-2');
  // Two unrouted addresses of one network do not conflict, and a machine's own addresses do not conflict with themselves.
  requireFree(nic('srv-1', alone, four), [nic('srv-2', six('2001:db8:77:11::a', 64, '2001:db8:77:11::1'))]);
  requireFree(nic('srv-1', six('2001:db8:77:12::1'), routed), [nic('srv-2', six('2001:db8:77:13::1'))]);
});

it('refuses prefixes of a length that the rules do not look up', () => {
  expect(() => requireFree(nic('srv-1', six('2001:db8:77::1', 56)), [])).toThrow('2001:db8:77::/56 is no prefix of 64 bits');
});

it('lists nothing on a host where no network was ever opened, and misses a directory that was', async () => {
  const home = await mkdtemp(join(tmpdir(), 'innkeeper-nics-'));
  try {
    const records = new NicRecords(home, 'simulated');
    expect(await records.all()).toEqual([]);
    await records.open();
    await rm(join(home, 'nics-simulated'), { recursive: true });
    await expect(records.all()).rejects.toMatchObject({ code: 'ENOENT' });
  } finally {
    await rm(home, { recursive: true });
  }
});
