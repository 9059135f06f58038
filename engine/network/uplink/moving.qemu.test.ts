/**
 * Tests addresses that move between two servers of a node on the host's own link, under traffic from outside. A router finds them by ARP
 * and NDP.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attachGuest, type SimulatedGuest } from '@innkeeper/lab/internet/guest';
import { ADDRESSES, type Internet, openInternet } from '@innkeeper/lab/internet/internet';
import { moveUnderTraffic } from '@innkeeper/lab/internet/moving';
import { NO_UPLINK } from '@innkeeper/model/net/uplink';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AddressSpec, NicSpec } from '../../nic.ts';
import { NamespaceNetwork } from '../namespace/driver.ts';

const MOVES = 30;
const POOLS = [
  { cidr: '203.0.113.0/24', gateway: '203.0.113.1' },
  { cidr: '2001:db8:a:4::/62', gateway: 'fe80::1' },
];
const FLOATING: readonly AddressSpec[] = [
  { address: '203.0.113.99', prefix: 24, gateway: '203.0.113.1', version: 4 },
  { address: '2001:db8:a:7::1', prefix: 64, gateway: 'fe80::1', version: 6 },
];

const nic = (machineId: string, last: number): NicSpec => ({
  machineId,
  mac: `52:54:00:77:00:${last.toString(16).padStart(2, '0')}`,
  hostname: machineId,
  addresses: [
    { address: `203.0.113.${last}`, prefix: 24, gateway: '203.0.113.1', version: 4 },
    { address: `2001:db8:a:${last === 77 ? 5 : 6}::1`, prefix: 64, gateway: 'fe80::1', version: 6 },
  ],
  dns: [],
});
const [A, B] = [nic('srv-1', 77), nic('srv-2', 78)];
const having = (spec: NicSpec): NicSpec => ({ ...spec, addresses: [...spec.addresses, ...FLOATING] });

let internet: Internet;
let home = '';
let network: NamespaceNetwork;
let a: SimulatedGuest;
let b: SimulatedGuest;
beforeAll(async () => {
  internet = await openInternet();
  // The router treats all of the pool as on its link.
  await internet.router.ip('address', 'add', '2001:db8:a:ffff::1/48', 'dev', 'host', 'nodad');
  home = await mkdtemp(join(tmpdir(), 'innkeeper-moving-'));
  network = new NamespaceNetwork({ home, hostNamespace: internet.host.name ?? '' });
  await network.open(POOLS);
  a = await attachGuest(network, A);
  b = await attachGuest(network, B);
  // A guest can configure any address.
  for (const { netns } of [a, b])
    await netns.ipLines(
      FLOATING.map(({ address, version }) => `address add ${address}/${version === 4 ? '32 dev eth0' : '128 dev eth0 nodad'}`),
    );
  await network.reconcile({ pools: POOLS, uplink: { ...NO_UPLINK, mode: 'routed', on_link: true } });
});
afterAll(async () => {
  for (const guest of [a, b]) await guest?.remove();
  await network?.remove();
  await internet?.close();
  await rm(home, { recursive: true, force: true });
});

const proxied = () => internet.host.run('ip', ['neighbour', 'show', 'proxy']);
const proxied6 = () => internet.host.run('ip', ['-6', 'neighbour', 'show', 'proxy']);

it(`an IPv4 address and a prefix move ${MOVES} times, without a packet to or from the wrong server`, async () => {
  await network.reassign([having(A), B]);
  const families = FLOATING.map(({ address, version }) => ({
    address,
    client: version === 4 ? ADDRESSES.client4 : ADDRESSES.client6,
  }));
  const moved = await moveUnderTraffic({ a: a.netns, b: b.netns, client: internet.client }, families, MOVES, async (holder) => {
    await network.reassign(holder === 'b' ? [A, having(B)] : [having(A), B]);
  });
  for (const { lost, sent, ...changes } of moved) {
    expect(changes).toEqual({ twice: 0, reached: MOVES, heard: MOVES });
    expect(lost, `of ${sent}`).toBeLessThanOrEqual(MOVES);
  }
});

it('does not answer for an address without a server', async () => {
  await network.reassign([having(A), B]);
  expect(await proxied()).toContain('203.0.113.99');
  expect(await proxied6()).toContain('2001:db8:a:7::1');
  await network.reassign([A, B]);
  expect(await proxied()).not.toContain('203.0.113.99');
  expect(await proxied6()).not.toContain('2001:db8:a:7::1');
  for (const { address } of FLOATING)
    expect((await internet.client.attempt('ping', ['-c', '1', '-W', '0.3', address])).code).not.toBe(0);
});
