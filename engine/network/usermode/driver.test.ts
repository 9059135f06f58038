import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { NicSpec } from '../../nic.ts';
import { sshPort, UsermodeNetwork } from './driver.ts';

const PORTS = { first: 22_000, count: 4_096 };

const nic = (machineId: string, address: string, prefix = 24): NicSpec => {
  const addresses = [{ address, prefix, gateway: '10.77.0.1', version: 4 as const }];
  return { machineId, mac: '52:54:00:00:00:01', hostname: machineId, addresses, dns: [] };
};

it('derives the port from the host part of the address', () => {
  expect(sshPort(nic('srv-1', '10.77.0.11'), PORTS)).toBe(22_011);
  expect(sshPort(nic('srv-1', '10.77.3.11', 20), PORTS)).toBe(22_000 + 3 * 256 + 11);
  expect(sshPort(nic('srv-1', '10.77.0.11'), { first: 30_000, count: 16 })).toBe(30_011);
  expect(() => sshPort(nic('srv-1', '10.77.0.16'), { first: 30_000, count: 16 })).toThrow(/16 addresses/);
  expect(() => sshPort(nic('srv-1', '10.77.200.11', 8), PORTS)).toThrow(/at most/);
});

it('refuses one port for two machines, and frees the port of a detached machine', async () => {
  const home = await mkdtemp(join(tmpdir(), 'innkeeper-usermode-'));
  const network = new UsermodeNetwork({ home });
  await network.open();
  await network.attach(nic('srv-1', '10.77.0.11'));
  await expect(network.attach(nic('srv-2', '10.78.0.11'))).rejects.toMatchObject({ kind: 'network' });
  await network.detach('srv-1');
  await network.detach('srv-1');
  await network.attach(nic('srv-2', '10.78.0.11'));
  expect(await network.list()).toEqual(['srv-2']);
  await rm(home, { recursive: true });
});
