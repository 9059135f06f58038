import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dnsConformance } from '../conformance.ts';
import { DnsError } from '../port.ts';
import { SimulatedDns } from './driver.ts';

dnsConformance('simulated', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'innkeeper-dns-'));
  let away = false;
  const fail = () => {
    if (away) throw new DnsError('away', 'it is away');
  };
  const server = new SimulatedDns({ directory, fail });
  return {
    server,
    serial: async (zone) => (await server.serial(zone)) ?? 0,
    async makeUnavailable() {
      away = true;
    },
    close: () => rm(directory, { recursive: true }),
  };
});
