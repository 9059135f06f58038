/**
 * Moves addresses between two machines under traffic. A client calls them constantly. Both machines have them configured, answer on them
 * and send from them, whichever holds them.
 *
 * Packets reach machines, and come from them, in one recorded order. Each packet to or from the wrong machine therefore adds a change of
 * machine beyond the number of moves.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Netns } from '@innkeeper/engine/network/netns';

/** An address that moves. `client` is the client's own address in the same family. */
export interface MovingAddress {
  address: string;
  client: string;
}

export interface MovedAddress {
  /** Packets of the client that reached a machine after already reaching one. */
  twice: number;
  /**
   * `reached` counts how often the client's packets reached another machine than before. `heard` counts how often the client received
   * packets from another machine than before.
   */
  reached: number;
  heard: number;
  /** Packets of the client, from the first to the last that reached a machine. */
  sent: number;
  /** Sent packets that reached no machine. Packets that a machine received and was too slow to read do not count. */
  lost: number;
}

type Machine = 'a' | 'b';
const TIME_LIMIT_MS = 20_000;

/**
 * Moves addresses, which `a` holds at first. `move` assigns them to the holder. Throws if the client does not reach the new holder, or
 * receives nothing from it, within 20 s.
 */
export async function moveUnderTraffic(
  guests: Readonly<Record<Machine | 'client', Netns>>,
  addresses: readonly MovingAddress[],
  moves: number,
  move: (holder: Machine) => Promise<void>,
): Promise<MovedAddress[]> {
  const peers: ChildProcess[] = [];
  /** Starts a fake peer in a guest and calls `onLine` for each line that it prints. */
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
      // Before the next move, the holder receives a packet sent after the other's last, and the client receives it. Lines of the other machine
      // may be read late.
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

/** Counts the datagrams that the kernel dropped because a receiver's buffer was full, by family. */
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

/** Counts how often a name differs from the previous one. */
const changes = (names: readonly string[]): number => names.filter((name, i) => i > 0 && name !== names[i - 1]).length;
