/** Tests the reported state of an uplink: the router that its check pings, the state in the kernel, and pools that are left out. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attachGuest, type SimulatedGuest } from '@innkeeper/lab/internet/guest';
import { ADDRESSES, fetchFrom, type Internet, openInternet } from '@innkeeper/lab/internet/internet';
import { NO_UPLINK, type Uplink } from '@innkeeper/model/net/uplink';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { NicSpec } from '../../nic.ts';
import { NamespaceNetwork } from '../namespace/driver.ts';
import type { Pool } from '../port.ts';

const POOLS = [
  { cidr: '198.51.100.128/26', gateway: '198.51.100.129' },
  { cidr: '2001:db8:77::/64', gateway: '2001:db8:77::1' },
];
const NIC: NicSpec = {
  machineId: 'srv-1',
  mac: '52:54:00:77:00:0b',
  hostname: 'srv-1',
  addresses: [
    { address: '198.51.100.139', prefix: 26, gateway: '198.51.100.129', version: 4 },
    { address: '2001:db8:77::b', prefix: 64, gateway: '2001:db8:77::1', version: 6 },
  ],
  dns: [],
};

let internet: Internet;
let home = '';
let network: NamespaceNetwork;
let guest: SimulatedGuest;
beforeAll(async () => {
  internet = await openInternet();
  home = await mkdtemp(join(tmpdir(), 'innkeeper-present-'));
  network = new NamespaceNetwork({ home, hostNamespace: internet.host.name ?? '' });
  await network.open(POOLS);
  guest = await attachGuest(network, NIC);
});
afterAll(async () => {
  await network?.remove();
  await guest?.remove();
  await internet?.close();
  await rm(home, { recursive: true, force: true });
});

const set = (changes: Partial<Uplink>, pools: readonly Pool[] = POOLS) =>
  network.reconcile({ pools, uplink: { ...NO_UPLINK, ...changes } });
const check = (changes: Partial<Uplink>) => network.checkUplink({ pools: POOLS, uplink: { ...NO_UPLINK, ...changes } });

it('pings the router of each family, or the configured address', async () => {
  await set({ mode: 'nat' });
  const targets = async (changes: Partial<Uplink> = {}) =>
    (await check({ mode: 'nat', ...changes })).filter(({ name }) => / IPv/.test(name)).map(({ why }) => why);
  const answers = (four: string, six: string) =>
    [four, six].flatMap((one) => [`${one} answers the host`, `packets of guests reach ${one} and are answered`]);
  // A new IPv6 address answers only after duplicate address detection.
  const answersCome = (changes: Partial<Uplink>, expected: string[]) =>
    vi.waitFor(async () => expect(await targets(changes)).toEqual(expected), { timeout: 30_000, interval: 500 });
  await answersCome({}, answers(ADDRESSES.router4, ADDRESSES.router6));
  const mirrors = { probe: [ADDRESSES.mirror6, ADDRESSES.mirror4] };
  await answersCome(mirrors, answers(ADDRESSES.mirror4, ADDRESSES.mirror6));
  // Like a default route from a router advertisement.
  const linkLocal = 'fe80::99';
  await internet.router.ip('address', 'add', `${linkLocal}/64`, 'dev', 'host', 'nodad');
  const replace = (via: string, dev = 'eth0') => internet.host.ip('-6', 'route', 'replace', 'default', 'via', via, 'dev', dev);
  await replace(linkLocal);
  const ofSix = [`${linkLocal} answers the host`, `guests cannot ping ${linkLocal}, which is link-local`];
  await answersCome({}, [...answers(ADDRESSES.router4, '').slice(0, 2), ...ofSix]);
  await answersCome({ probe: [ADDRESSES.mirror6] }, answers(ADDRESSES.router4, ADDRESSES.mirror6));
  await internet.host.ip('-6', 'address', 'add', '2001:db8:b::2/64', 'dev', 'eth1', 'nodad');
  await replace(ADDRESSES.spare6, 'eth1');
  expect((await targets()).slice(2)).toEqual(['the IPv6 default route of the host uses eth1, but guests may only use eth0']);
  await replace(ADDRESSES.router6);
  await internet.host.ip('-6', 'address', 'delete', '2001:db8:b::2/64', 'dev', 'eth1');
});

it("reports the kernel's state and the host's addresses, and detects external changes", async () => {
  await set({ mode: 'nat' });
  expect(await network.readState()).toMatchObject({
    uplink: { interface: 'eth0', up: true },
    pools: POOLS.map(({ cidr }) => cidr),
    refused: [],
    host: expect.arrayContaining([
      { address: ADDRESSES.host4, use: 'interface', name: 'eth0' },
      { address: ADDRESSES.host6, use: 'interface', name: 'eth0' },
      { address: ADDRESSES.router4, use: 'router', name: null },
      { address: ADDRESSES.router6, use: 'router', name: null },
    ]),
  });
  await internet.host.nft(`delete table inet ${network.namespace}`);
  expect(await network.readState()).toMatchObject({ uplink: { interface: 'eth0', up: false } });
  await set({ mode: 'none' });
  expect(await network.readState()).toMatchObject({ uplink: null });
});

it('omits and reports a pool that the host reaches by another interface, and uses the others', async () => {
  const taken = { cidr: '203.0.113.0/24', gateway: '203.0.113.250' };
  await set({ mode: 'routed' }, [taken, ...POOLS]);
  const { pools, refused } = await network.readState();
  expect(pools).toEqual(POOLS.map(({ cidr }) => cidr));
  expect(refused).toEqual([{ cidr: taken.cidr, why: expect.stringContaining('by eth0 already') }]);
  for (const { cidr } of POOLS) await internet.route(cidr);
  expect(await fetchFrom(guest.netns, ADDRESSES.mirror4)).toBe('/file for ::ffff:198.51.100.139');
  await set({ mode: 'routed' });
  expect(await network.readState()).toMatchObject({ refused: [] });
});
