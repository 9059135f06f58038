import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attachGuest, type SimulatedGuest } from '@innkeeper/lab/internet/guest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NicSpec } from '../../nic.ts';
import { NamespaceNetwork } from './driver.ts';

const CLIENT = join(process.cwd(), 'lab', 'internet', 'dhcp6.mjs');

describe('DHCPv6 and router advertisements', () => {
  let home = '';
  let network: NamespaceNetwork;
  const guests: SimulatedGuest[] = [];
  const plugged = async (spec: NicSpec) => {
    const guest = await attachGuest(network, spec);
    guests.push(guest);
    return guest;
  };
  const offered = async (guest: SimulatedGuest, mac: string) => (await guest.netns.run(process.execPath, [CLIENT, mac])).trim();

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'innkeeper-dhcp-'));
    network = new NamespaceNetwork({ home });
    await network.open([
      { cidr: '10.77.0.0/24', gateway: '10.77.0.1' },
      { cidr: '2001:db8:77::/48', gateway: 'fe80::1' },
    ]);
  });
  afterAll(async () => {
    for (const guest of guests) await guest.remove();
    await network?.remove();
    await rm(home, { recursive: true, force: true });
  });

  it('assign each machine the first address of its own prefix, also during concurrent requests', async () => {
    const a = await plugged(nic(11));
    expect(await offered(a, nic(11).mac)).toBe('2001:0db8:0077:0011:0000:0000:0000:0001');
    const b = await plugged(nic(12));
    expect(await offered(b, nic(12).mac)).toBe('2001:0db8:0077:0012:0000:0000:0000:0001');
    expect(await offered(a, nic(11).mac)).toBe('2001:0db8:0077:0011:0000:0000:0000:0001');
    // dnsmasq identifies a client by its MAC, whatever identity the client sends.
    expect(await offered(a, nic(12).mac)).not.toContain(':0012:');
  });

  it('announce fe80::1 as router without autoconfiguration, and machines without a prefix get no address', async () => {
    const [a] = guests;
    const c = await plugged({ ...nic(13), addresses: nic(13).addresses.slice(0, 1) });
    for (const guest of [a, c]) {
      await guest?.netns.writeSysctl('ipv6/conf/eth0/accept_ra', '2');
      await guest?.netns.ipLines(['link set eth0 down', 'link set eth0 up']);
    }
    const routes = async () => (await a?.netns.ip('-6', 'route', 'show', 'default')) ?? '';
    await expect.poll(routes).toMatch(/default via fe80::1 dev eth0 proto ra/);
    expect(await a?.netns.ip('-6', 'address', 'show', 'scope', 'global')).not.toContain('fd6d');
    expect(await a?.netns.ip('-6', 'route')).not.toContain('fd6d');
    expect(await c.netns.ip('-6', 'route')).not.toContain('proto ra');
  });
});

function nic(last: number): NicSpec {
  return {
    machineId: `srv-${last}`,
    mac: `52:54:00:77:00:${last.toString(16).padStart(2, '0')}`,
    hostname: `web-${last}`,
    addresses: [
      { address: `10.77.0.${last}`, prefix: 24, gateway: '10.77.0.1', version: 4 },
      { address: `2001:db8:77:${last}::1`, prefix: 64, gateway: 'fe80::1', version: 6 },
    ],
    dns: ['10.77.0.1', '2001:db8::53'],
  };
}
