/**
 * Addresses that move between machines under traffic: a client calls them all the time, and both machines have them configured, answer to
 * them and send from them, whoever holds them. What each packet reached, and came from, is in one order: so every packet that
 * went to the wrong machine, or came from it, would be a change of the machine more than there were moves.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { plugIn, type SimulatedGuest } from '../../../lab/internet/guest.ts';
import { Netns } from '../netns.ts';
import { NicRecords } from '../nics.ts';
import type { AddressSpec, NicSpec } from '../port.ts';
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
let guests: { a: SimulatedGuest; b: SimulatedGuest; client: SimulatedGuest };
const peers: ChildProcessByStdio<null, Readable, null>[] = [];
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'innkeeper-reassign-'));
  network = new NamespaceNetwork({ home });
  await network.open(POOLS);
  guests = { a: await plugIn(network, A), b: await plugIn(network, B), client: await plugIn(network, nic('srv-9', 9)) };
  // A guest configures what it likes.
  for (const { netns } of [guests.a, guests.b])
    await netns.ipLines(['address add 10.77.0.99/32 dev eth0', 'address add 2001:db8:77:99::1/128 dev eth0 nodad']);
});
afterEach(() => {
  for (const peer of peers.splice(0)) peer.kill('SIGKILL');
});
afterAll(async () => {
  for (const guest of Object.values(guests)) await guest.remove();
  await network.remove();
  await rm(home, { recursive: true });
});

const A = nic('srv-1', 11);
const B = nic('srv-2', 12);
const withFloating = (spec: NicSpec): NicSpec => ({ ...spec, addresses: [...spec.addresses, ...FLOATING] });

/** Lines that a fake peer in a guest prints. */
function talk({ netns }: SimulatedGuest, args: readonly string[], onLine: (line: string) => void = () => undefined): void {
  const script = join(import.meta.dirname, '../../../lab/internet/fake-peer.mjs');
  const command = ['netns', 'exec', netns.name ?? '', process.execPath, script, ...args];
  const peer = spawn('ip', command, { stdio: ['ignore', 'pipe', 'inherit'] });
  peers.push(peer);
  createInterface({ input: peer.stdout }).on('line', onLine);
}

/** How often it is another than the one before. */
const changes = (names: readonly string[]): number => names.filter((name, i) => i > 0 && name !== names[i - 1]).length;

it(`moves an IPv4 address and a prefix ${MOVES} times, and no packet goes to the wrong machine or comes from it`, async () => {
  await network.reassign([withFloating(A), B]);
  /** By family: who received each packet of the client, and whose packets the client received. */
  const reached = [new Map<number, string>(), new Map<number, string>()] as const;
  const heard = [[], []] as [string[], string[]];
  /** By family and machine: the last packet of the client that it received. */
  const latest = [
    { a: 0, b: 0 },
    { a: 0, b: 0 },
  ] as [Record<'a' | 'b', number>, Record<'a' | 'b', number>];
  let twice = 0;
  let ready = 0;
  for (const [i, { address }] of FLOATING.entries()) {
    for (const [name, guest] of [
      ['a', guests.a],
      ['b', guests.b],
    ] as const) {
      talk(guest, ['receive', address, '7000'], (line) => {
        if (line === 'ready') {
          ready += 1;
          return;
        }
        const number = Number(line.split(' ')[1]);
        if (reached[i]?.has(number)) twice += 1;
        reached[i]?.set(number, name);
        const last = latest[i];
        if (last) last[name] = Math.max(last[name], number);
      });
    }
    const own = addressOf(9)[i]?.address ?? '';
    talk(guests.client, ['receive', own, '7001'], (line) => {
      if (line === 'ready') ready += 1;
      else heard[i]?.push(line.split(' ')[0] ?? '');
    });
  }
  await vi.waitUntil(() => ready === 6, { timeout: 20_000 });
  for (const [i, { address }] of FLOATING.entries()) {
    const own = addressOf(9)[i]?.address ?? '';
    talk(guests.client, ['send', own, address, '7000', 'client']);
    talk(guests.a, ['send', address, own, '7001', 'a']);
    talk(guests.b, ['send', address, own, '7001', 'b']);
  }
  await vi.waitUntil(() => reached.every(({ size }) => size > 100) && heard.every(({ length }) => length > 100), {
    timeout: 20_000,
  });
  const took: number[] = [];
  for (let i = 0; i < MOVES; i += 1) {
    const [holder, other] = i % 2 === 0 ? (['b', 'a'] as const) : (['a', 'b'] as const);
    const began = performance.now();
    await network.reassign(holder === 'b' ? [A, withFloating(B)] : [withFloating(A), B]);
    took.push(performance.now() - began);
    // Each holder is reached by a packet sent after the other's last, and heard, before the next move: lines of the other may be read late.
    const served = (of: 0 | 1) => latest[of][holder] > latest[of][other] && heard[of].at(-1) === holder;
    await vi.waitUntil(() => served(0) && served(1), { timeout: 20_000, interval: 5 });
    await sleep(10);
  }
  expect(twice).toBe(0);
  for (const family of reached) {
    const inOrder = [...family].toSorted(([one], [other]) => one - other);
    expect(changes(inOrder.map(([, name]) => name))).toBe(MOVES);
    const sent = (inOrder.at(-1)?.[0] ?? 0) - (inOrder[0]?.[0] ?? 0) + 1;
    process.stdout.write(`${sent} packets sent, ${sent - inOrder.length} lost in ${MOVES} moves\n`);
  }
  for (const family of heard) expect(changes(family)).toBe(MOVES);
  took.sort((one, other) => one - other);
  process.stdout.write(`a move takes ${took[MOVES / 2]?.toFixed(0)} ms, ${took.at(-1)?.toFixed(0)} ms at most\n`);
});

it('is whole again after a crash in the middle, whichever half was done', async () => {
  await network.reassign([withFloating(A), B]);
  const wanted = await guestsRules();
  await network.reassign([A, withFloating(B)]);
  // As a worker leaves it that has written the records and no rules.
  await new NicRecords(home, 'namespace').writeAll([withFloating(A), B]);
  const next = new NamespaceNetwork({ home });
  await next.open(POOLS);
  expect(await guestsRules()).toBe(wanted);
  await next.reassign([withFloating(A), B]);
  expect(await guestsRules()).toBe(wanted);
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
