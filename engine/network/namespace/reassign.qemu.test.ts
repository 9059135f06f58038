/** Tests addresses that move between machines, under traffic and after a worker's crash. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attachGuest, type SimulatedGuest } from '@innkeeper/lab/internet/guest';
import { moveUnderTraffic } from '@innkeeper/lab/internet/moving';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AddressSpec, NicSpec } from '../../nic.ts';
import { Netns } from '../netns.ts';
import { NicRecords } from '../nics.ts';
import { NamespaceNetwork } from './driver.ts';

const MOVES = 100;
const POOLS = [
  { cidr: '10.77.0.0/24', gateway: '10.77.0.1' },
  { cidr: '2001:db8:77::/48', gateway: 'fe80::1' },
];
const FLOATING4: AddressSpec = { address: '10.77.0.99', prefix: 24, gateway: '10.77.0.1', version: 4 };
const FLOATING6: AddressSpec = { address: '2001:db8:77:99::1', prefix: 64, gateway: 'fe80::1', version: 6 };
const FLOATING = [FLOATING4, FLOATING6];

let home = '';
let network: NamespaceNetwork;
const guests = {} as { a: SimulatedGuest; b: SimulatedGuest; client: SimulatedGuest };
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'innkeeper-reassign-'));
  network = new NamespaceNetwork({ home });
  await network.open(POOLS);
  guests.a = await attachGuest(network, A);
  guests.b = await attachGuest(network, B);
  guests.client = await attachGuest(network, nic('srv-9', 9));
  // A guest can configure any address.
  for (const { netns } of [guests.a, guests.b])
    await netns.ipLines(['address add 10.77.0.99/32 dev eth0', 'address add 2001:db8:77:99::1/128 dev eth0 nodad']);
});
afterAll(async () => {
  for (const guest of Object.values(guests)) await guest.remove();
  await network?.remove();
  await rm(home, { recursive: true, force: true });
});

const A = nic('srv-1', 11);
const B = nic('srv-2', 12);
const withFloating = (spec: NicSpec): NicSpec => ({ ...spec, addresses: [...spec.addresses, ...FLOATING] });

it(`moves an IPv4 address and a prefix ${MOVES} times, without a packet to or from the wrong machine`, async () => {
  await network.reassign([withFloating(A), B]);
  const families = FLOATING.map(({ address }, i) => ({ address, client: addressOf(9)[i]?.address ?? '' }));
  const netns = { a: guests.a.netns, b: guests.b.netns, client: guests.client.netns };
  const moved = await moveUnderTraffic(netns, families, MOVES, async (holder) => {
    await network.reassign(holder === 'b' ? [A, withFloating(B)] : [withFloating(A), B]);
  });
  for (const { lost, sent, ...changes } of moved) {
    expect(changes).toEqual({ twice: 0, reached: MOVES, heard: MOVES });
    // Each move may lose only a packet in flight to the former holder, however long the operation takes on a busy machine.
    expect(lost, `of ${sent}`).toBeLessThanOrEqual(MOVES);
  }
});

it('is consistent after a crash half way, whichever half was done', async () => {
  await network.reassign([withFloating(A), B]);
  const expected = await guestsRules();
  await network.reassign([A, withFloating(B)]);
  // Simulates a worker that wrote the records but no rules.
  await new NicRecords(home, 'namespace').writeAll([withFloating(A), B]);
  const next = new NamespaceNetwork({ home });
  await next.open(POOLS);
  expect(await guestsRules()).toBe(expected);
  await next.reassign([withFloating(A), B]);
  expect(await guestsRules()).toBe(expected);
  await next.reassign([A, B]);
  expect(await guestsRules()).not.toContain('10.77.0.99');
});

const guestsRules = async () => {
  return new Netns(network.namespace)
    .run('nft', ['--stateless', 'list', 'ruleset'])
    .then((text) => text.replaceAll(/packets \d+ bytes \d+/g, ''));
};

function addressOf(last: number): AddressSpec[] {
  return [
    { address: `10.77.0.${last}`, prefix: 24, gateway: '10.77.0.1', version: 4 },
    { address: `2001:db8:77:${last}::1`, prefix: 64, gateway: 'fe80::1', version: 6 },
  ];
}

function nic(machineId: string, last: number): NicSpec {
  const mac = `52:54:00:77:00:${last.toString(16).padStart(2, '0')}`;
  return { machineId, mac, hostname: machineId, addresses: addressOf(last), dns: [] };
}
