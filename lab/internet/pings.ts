/** Pings that go on all the time, with the numbers that were answered. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Netns } from '@innkeeper/engine/network/netns';

export interface Pings {
  /** Interval in milliseconds. */
  readonly intervalMs: number;
  /** Time of each answer in milliseconds, by the number of its ping. */
  readonly answered: ReadonlyMap<number, number>;
  stop(): void;
}

/** Pings an address from a namespace until `stop`. */
export function startPings(from: Netns, to: string, intervalMs: number): Pings {
  const command = ['netns', 'exec', from.name ?? '', 'ping', '-n', '-D', '-i', String(intervalMs / 1_000), to];
  const child: ChildProcess = spawn('ip', command, { stdio: ['ignore', 'pipe', 'inherit'] });
  const answered = new Map<number, number>();
  if (child.stdout !== null)
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, at, number] = /^\[(\d+\.\d+)\].* icmp_seq=(\d+) (?:hlim|ttl)/.exec(line) ?? [];
      if (number !== undefined) answered.set(Number(number), Number(at) * 1_000);
    });
  return { intervalMs, answered, stop: () => void child.kill('SIGKILL') };
}

/** Returns the number of the last answered ping, or 0. */
export const lastAnswered = ({ answered }: Pings): number => Math.max(0, ...answered.keys());

/** Lists the pings of a range that were not answered. */
export function unanswered({ answered }: Pings, first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i).filter((number) => !answered.has(number));
}

/** Returns the longest time in milliseconds between the answers of a range of pings. */
export function longestGapMs({ answered }: Pings, first: number, last: number): number {
  const times = [...answered].filter(([number]) => number >= first && number <= last).map(([, at]) => at);
  const inOrder = times.sort((one, other) => one - other);
  return Math.max(0, ...inOrder.slice(1).map((at, i) => at - (inOrder[i] ?? at)));
}
