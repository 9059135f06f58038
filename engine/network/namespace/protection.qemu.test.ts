import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attachGuest, type SimulatedGuest } from '@innkeeper/lab/internet/guest';
import { type Internet, openInternet } from '@innkeeper/lab/internet/internet';
import { NO_UPLINK } from '@innkeeper/model/net/uplink';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NicSpec } from '../../nic.ts';
import { Netns } from '../netns.ts';
import type { AddressProtection, CountryData } from '../protection.ts';
import { NamespaceNetwork } from './driver.ts';

const POOLS = [
  { cidr: '198.51.100.128/26', gateway: '198.51.100.129' },
  { cidr: '2001:db8:77::/48', gateway: 'fe80::1' },
];
const V4 = '198.51.100.139/32';
const V6 = '2001:db8:77:11::/64';
const ALL = 'client mirror guest';

const nic = (machineId: string, last: number): NicSpec => ({
  machineId,
  mac: `52:54:00:77:00:${last.toString(16).padStart(2, '0')}`,
  hostname: machineId,
  addresses: [
    { address: `198.51.100.${128 + last}`, prefix: 26, gateway: '198.51.100.129', version: 4 },
    { address: `2001:db8:77:${last}::1`, prefix: 64, gateway: 'fe80::1', version: 6 },
  ],
  dns: [],
});

/** Country data with the client in AT and the mirror in DE, in both families. */
const COUNTRIES: CountryData = {
  version: '1',
  async ranges(country) {
    if (country === 'AT') return ['198.51.100.0-198.51.100.20', '2001:db8:c::-2001:db8:c:ffff:ffff:ffff:ffff:ffff'];
    // A range across the border of two parts of the map, because the mirror's address is at the end of it.
    if (country === 'DE') return ['191.255.255.0-192.0.2.255', '2001:db8:d::-2001:db8:d:ffff:ffff:ffff:ffff:ffff'];
    return [];
  },
};

describe('access to an address', () => {
  let internet: Internet;
  let home = '';
  let network: NamespaceNetwork;
  let guest: SimulatedGuest;
  let other: SimulatedGuest;
  let revision = 0;

  const protect = (...changes: (Partial<AddressProtection> & { network: string })[]) =>
    network.protect({
      set: changes.map((one) => ({ whitelist: [], blacklist: [], geo: null, revision: String(++revision), ...one })),
      remove: [],
      countries: COUNTRIES,
    });
  const pings = async (from: Netns, address: string) =>
    (await from.attempt('ping', ['-c', '1', '-W', '0.5', address])).code === 0;
  /** Returns the sources that reach the address: the client, the mirror, another guest. */
  const reached = async (address: string) => {
    const from = { client: internet.client, mirror: internet.services, guest: other.netns };
    const who = await Promise.all(
      Object.entries(from).map(async ([name, netns]) => ((await pings(netns, address)) ? [name] : [])),
    );
    return who.flat().join(' ');
  };
  const reached4 = () => reached('198.51.100.139');
  const reached6 = () => reached('2001:db8:77:11::1');
  const inside = () => new Netns(network.namespace);

  beforeAll(async () => {
    internet = await openInternet();
    home = await mkdtemp(join(tmpdir(), 'innkeeper-protection-'));
    network = new NamespaceNetwork({ home, hostNamespace: internet.host.name ?? '' });
    await network.open(POOLS);
    guest = await attachGuest(network, nic('srv-1', 11));
    other = await attachGuest(network, nic('srv-2', 12));
    await network.reconcile({ pools: POOLS, uplink: { ...NO_UPLINK, mode: 'routed' } });
    for (const { cidr } of POOLS) await internet.route(cidr);
  });
  afterAll(async () => {
    await network?.remove();
    for (const one of [guest, other]) await one?.remove();
    await internet?.close();
    await rm(home, { recursive: true, force: true });
  });
  beforeEach(async () => {
    // At first, neighbour discovery takes a moment.
    await expect.poll(async () => [await reached4(), await reached6()], { timeout: 20_000 }).toEqual([ALL, ALL]);
  });
  afterEach(async () => {
    await network.protect({ set: [], remove: [V4, V6], countries: null });
    expect(await network.protection()).toEqual({ revisions: new Map(), changed: [] });
  });

  it('drops all of a blacklisted network, at no other address', async () => {
    await protect({ network: V4, blacklist: ['192.0.0.0/16', '192.0.2.0/24', '198.51.100.140/32'] });
    expect(await reached4()).toBe('client');
    expect(await reached('198.51.100.140')).toBe(ALL);
    await protect({ network: V6, blacklist: ['2001:db8:d::/48', '2001:db8:77:12::/64'] });
    expect(await reached6()).toBe('client');
    await protect({ network: V4, blacklist: ['0.0.0.0/0'] });
    expect(await reached4()).toBe('');
    expect(await reached6()).toBe('client');
  });

  it('allows a whitelist despite blacklist and geo filter', async () => {
    const nobody = { blacklist: ['0.0.0.0/0'], geo: { action: 'allow' as const, countries: ['DE'] } };
    await protect({ network: V4, ...nobody, whitelist: ['198.51.100.10/32'] });
    expect(await reached4()).toBe('client');
    await protect({
      network: V6,
      ...nobody,
      blacklist: ['::/0'],
      whitelist: ['2001:db8:77:12::/64', '2001:db8:77:12::1/128'],
    });
    expect(await reached6()).toBe('guest');
  });

  it('allows certain countries, or all except them, in both families', async () => {
    await protect({ network: V4, geo: { action: 'deny', countries: ['DE', 'FR'] } });
    await protect({ network: V6, geo: { action: 'allow', countries: ['DE'] } });
    expect([await reached4(), await reached6()]).toEqual(['client guest', 'mirror']);
    await protect(
      { network: V4, geo: { action: 'allow', countries: ['AT'] } },
      { network: V6, geo: { action: 'deny', countries: ['AT'] } },
    );
    expect([await reached4(), await reached6()]).toEqual(['client', 'mirror guest']);
  });

  it('follows new country data, including for existing filters', async () => {
    await protect({ network: V4, geo: { action: 'deny', countries: ['DE'] } });
    const swap: Record<string, string> = { DE: 'AT', AT: 'DE' };
    const swapped: CountryData = { version: '2', ranges: (country) => COUNTRIES.ranges(swap[country] ?? country) };
    await network.protect({ set: [], remove: [], countries: swapped });
    expect(await reached4()).toBe('mirror guest');
    await network.protect({ set: [], remove: [], countries: COUNTRIES });
    expect(await reached4()).toBe('client guest');
  });

  it('refuses a geo filter without data, and changes nothing', async () => {
    await protect({ network: V4, blacklist: ['198.51.100.10'] });
    const desired = {
      network: V4,
      revision: 'x',
      whitelist: [],
      blacklist: [],
      geo: { action: 'deny' as const, countries: ['DE'] },
    };
    await expect(network.protect({ set: [desired], remove: [], countries: null })).rejects.toMatchObject({ kind: 'unsupported' });
    expect(await reached4()).toBe('mirror guest');
  });

  it("drops a country's range among 20 000, and counts nothing that does not exist", async () => {
    const many = Array.from({ length: 20_000 }, (_, i) => `10.${i >> 8}.${i & 255}.0-10.${i >> 8}.${i & 255}.9`);
    const large: CountryData = {
      version: '3',
      ranges: async (country) => [...(country === 'DE' ? many : []), ...(await COUNTRIES.ranges(country))],
    };
    await network.protect({
      set: [{ network: V4, revision: 'large', whitelist: [], blacklist: [], geo: { action: 'deny', countries: ['DE'] } }],
      remove: [],
      countries: large,
    });
    expect(await reached4()).toBe('client guest');
    const map = await inside().run('nft', ['list', 'map', 'inet', 'innkeeper-geo', 'of/10.0.0.0/3'], { maxBytes: 64 << 20 });
    expect(map.match(/ : 0x/g)).toHaveLength(20_000);
  });

  it('is recognized by another process, which does not change correct rules', async () => {
    await protect({ network: V4, blacklist: ['192.0.2.0/24'], geo: { action: 'deny', countries: ['AT'] } });
    const again = new NamespaceNetwork({ home, hostNamespace: internet.host.name ?? '' });
    await again.open(POOLS);
    expect(await again.protection()).toEqual({ revisions: new Map([[V4, String(revision)]]), changed: [] });
    expect(await reached4()).toBe('guest');
  });

  it('reports manual changes, and restores the rules on request', async () => {
    const desired = { network: V4, blacklist: ['192.0.2.0/24'], geo: { action: 'deny' as const, countries: ['AT'] } };
    const lost = async (...command: string[]) => {
      await protect(desired);
      await network.protection();
      await inside().run('nft', command);
      const { revisions, changed } = await network.protection();
      expect(revisions).toEqual(new Map());
      // Applies the same revision again, because the protection was lost.
      await protect({ ...desired, revision: String(revision) });
      expect(await reached4()).toBe('guest');
      expect((await network.protection()).changed).toEqual([]);
      return changed;
    };
    const name = `${V4.split('/')[0]}/${revision + 1}`;
    expect(await lost('flush', 'set', 'inet', 'innkeeper-lists', `b/${name}`)).toEqual([`who may reach ${V4}`]);
    await network.protect({ set: [], remove: [V4], countries: null });
    for (const command of ['flush ruleset', 'delete table inet innkeeper-geo', 'flush map inet innkeeper-lists to4']) {
      expect(await lost(...command.split(' ')), command).not.toEqual([]);
      await network.reconcile({ pools: POOLS, uplink: { ...NO_UPLINK, mode: 'routed' } });
    }
    await inside().run('nft', ['add', 'rule', 'inet', 'innkeeper-geo', 'geo', 'accept']);
    expect((await network.protection()).changed).toEqual(['the chains of protection']);
    await network.protect({ set: [], remove: [], countries: null });
    expect((await network.protection()).changed).toEqual([]);
  });

  it('replaces the list of an address without losing packets of an active client', async () => {
    const calling = internet.client.attempt('ping', ['-i', '0.002', '-c', '600', '-W', '1', '-q', '198.51.100.139']);
    for (let round = 0; round < 20; round++)
      await protect({ network: V4, blacklist: ['0.0.0.0/0'], whitelist: ['198.51.100.10/32', `203.0.113.${round}/32`] });
    expect((await calling).stdout).toContain('600 received');
  });
});
