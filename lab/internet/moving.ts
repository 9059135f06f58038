/**
 * Addresses that move between two machines under traffic: a client calls them all the time, and both machines have them configured, answer to
 * them and send from them, whoever holds them. What each packet reached, and came from, is in one order: so every packet that
 * went to the wrong machine, or came from it, is a change of the machine more than there were moves.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Netns } from '@innkeeper/engine/network/netns';

/** One of a family. `client`: the client's own. */
export interface MovingAddress {
  address: string;
  client: string;
}

export interface MovedAddress {
  /** Packets of the client that reached a machine, and another one before. */
  twice: number;
  /** How often the client's packets reached another machine than before; how often it heard another one than before. */
  reached: number;
  heard: number;
  /** Packets of the client, from the first that reached a machine to the last. */
  sent: number;
  /** Packets of these that reached no machine. Those that a machine received and was too slow to read do not count. */
  lost: number;
}

type Machine = 'a' | 'b';
const TIME_LIMIT_MS = 20_000;

/** `a` has them at first; `move` gives them to the holder. Throws when the client does not reach the new holder, or gets nothing of it, within 20 s. */
export async function moveUnderTraffic(
  guests: Readonly<Record<Machine | 'client', Netns>>,
  addresses: readonly MovingAddress[],
  moves: number,
  move: (holder: Machine) => Promise<void>,
): Promise<MovedAddress[]> {
  const peers: ChildProcess[] = [];
  /** Lines that a fake peer in a guest prints. */
  const talk = (netns: Netns, args: readonly string[], onLine: (line: string) => void = () => undefined): void => {
    const command = [
      'netns',
      'exec',
      netns.name ?? '',
      process.execPath,
      path.join(import.meta.dirname, 'fake-peer.mjs'),
      ...args,
    ];
    const peer = spawn('ip', command, { stdio: ['ignore', 'pipe', 'inherit'] });
    peers.push(peer);
    createInterface({ input: peer.stdout }).on('line', onLine);
  };
  const seen = addresses.map((one) => ({
    ...one,
    reached: new Map<number, Machine>(),
    latest: { a: 0, b: 0 },
    heard: [] as string[],
    twice: 0,
  }));
  let ready = 0;
  const orReady = (act: (line: string) => void) => (line: string) => {
    if (line === 'ready') ready += 1;
    else act(line);
  };
  const unread = () => countUnread([guests.a, guests.b]);
  const unreadBefore = await unread();
  try {
    for (const one of seen) {
      for (const machine of ['a', 'b'] as const)
        talk(
          guests[machine],
          ['receive', one.address, '7000'],
          orReady((line) => {
            const number = Number(line.split(' ')[1]);
            if (one.reached.has(number)) one.twice += 1;
            one.reached.set(number, machine);
            one.latest[machine] = Math.max(one.latest[machine], number);
          }),
        );
      talk(
        guests.client,
        ['receive', one.client, '7001'],
        orReady((line) => one.heard.push(line.split(' ')[0] ?? '')),
      );
    }
    await until(() => ready === 3 * seen.length);
    for (const { address, client } of seen) {
      talk(guests.client, ['send', client, address, '7000', 'client']);
      for (const machine of ['a', 'b'] as const) talk(guests[machine], ['send', address, client, '7001', machine]);
    }
    await until(() => seen.every(({ reached, heard }) => reached.size > 100 && heard.length > 100));
    for (let i = 0; i < moves; i += 1) {
      const [holder, other] = i % 2 === 0 ? (['b', 'a'] as const) : (['a', 'b'] as const);
      await move(holder);
      // Each holder is reached by a packet sent after the other's last, and heard, before the next move: lines of the other may be read late.
      await until(() => seen.every(({ latest, heard }) => latest[holder] > latest[other] && heard.at(-1) === holder));
      await sleep(10);
    }
  } finally {
    for (const peer of peers) peer.kill('SIGKILL');
  }
  const unreadAfter = await unread();
  return seen.map(({ address, reached, heard, twice }) => {
    const inOrder = [...reached].toSorted(([one], [other]) => one - other);
    const sent = (inOrder.at(-1)?.[0] ?? 0) - (inOrder[0]?.[0] ?? 0) + 1;
    const version = address.includes(':') ? 6 : 4;
    return {
      twice,
      sent,
      lost: Math.max(0, sent - inOrder.length - (unreadAfter[version] - unreadBefore[version])),
      reached: changes(inOrder.map(([, machine]) => machine)),
      heard: changes(heard),
    };
  });
}

/** Datagrams that the kernel dropped since a receiver's buffer was full, by family. */
async function countUnread(machines: readonly Netns[]): Promise<Record<4 | 6, number>> {
  const count = { 4: 0, 6: 0 };
  for (const machine of machines) {
    const [names = '', values = ''] = (await machine.run('grep', ['^Udp:', '/proc/net/snmp'])).split('\n');
    count[4] += Number(values.split(' ')[names.split(' ').indexOf('RcvbufErrors')]);
    count[6] += Number((await machine.run('grep', ['^Udp6RcvbufErrors', '/proc/net/snmp6'])).split(/\s+/)[1]);
  }
  return count;
}

async function until(holds: () => boolean): Promise<void> {
  for (const end = Date.now() + TIME_LIMIT_MS; !holds(); await sleep(5))
    if (Date.now() > end) throw new Error('the machine that has the address is not reached, or not heard');
}

/** How often it is another than the one before. */
const changes = (names: readonly string[]): number => names.filter((name, i) => i > 0 && name !== names[i - 1]).length;
