/**
 * Moves a real guest between two hosts by the staff's command. Two workers have a link over TLS, two networks and one pool on a shared link.
 * A client outside pings the guest over both families all the time. `lab/live-move-deaths.qemu.test.ts` kills what a move needs.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastAnswered, longestGapMs, type Pings, startPings, unanswered } from './internet/pings.ts';
import { openRealHosts, type RealHost, type RealHosts } from './real-hosts/open.ts';
import {
  countDouble,
  givenRealServer,
  type Move,
  type RealServer,
  reachesPort,
  startMove,
  wasTooBusy,
} from './real-hosts/server.ts';

const INTERVAL_MS = 20;
/** Time in which router and guest learn where the other is, in milliseconds, beside the pause. */
const LEARNING_MS = 1_000;
const BLOCKED = 8080;
/** Time limit in milliseconds. A move takes some seconds, and minutes on a host with ten busy processes for each core. */
const TIME_LIMIT_MS = 1_800_000;
/** Repetitions of a move that busy hosts have undone. */
const MAX_REPEATED = 5;

let hosts: RealHosts;
let server: RealServer;
const pings: Pings[] = [];
const figures: object[] = [];

beforeAll(async () => {
  hosts = await openRealHosts();
  server = await givenRealServer(hosts);
  const serve = `mkdir -p /tmp/w; echo hello > /tmp/w/index.html; httpd -p ${BLOCKED} -h /tmp/w`;
  expect(await server.inside(`${serve}; wget -q -O - http://127.0.0.1:${BLOCKED}/index.html`)).toBe('hello');
  for (const address of [server.address4, server.address6]) pings.push(startPings(hosts.internet.client, address, INTERVAL_MS));
}, TIME_LIMIT_MS);
afterAll(async () => {
  for (const one of pings) one.stop();
  await hosts?.close();
  for (const one of figures) console.log(JSON.stringify(one));
});

const limitsOn = (host: RealHost) => host.ask(server.machineId, 'qom-get', { path: '/objects/limits', property: 'limits' });

/** Waits for the end, and returns the last answered pings from before the step `switch`. */
async function untilEnd(move: Move): Promise<{ before: number[]; state: string; error: unknown }> {
  let before = pings.map(lastAnswered);
  const ended = move.end();
  let isCopying = true;
  const stop = () => {
    isCopying = false;
  };
  ended.then(stop, stop);
  while (isCopying) {
    const answered = pings.map(lastAnswered);
    if (!['check', 'receive', 'copy-disk'].includes((await move.step()) ?? 'check')) break;
    before = answered;
  }
  const { state, error } = await ended;
  return { before, state, error };
}

test(
  'a guest moves three times under load, with its data, limits and firewall, and is hardly missed',
  async () => {
    const { machineId } = server;
    await expect.poll(() => pings.map(lastAnswered).every((last) => last > 20), { timeout: 60_000 }).toBe(true);
    const [blob, bootId] = [await server.checksum(), await server.inside('cat /proc/sys/kernel/random/boot_id')];
    const limits = await limitsOn(hosts.a);
    expect(limits).toMatchObject({ 'iops-total': expect.any(Number) });
    expect(await reachesPort(hosts, server, BLOCKED)).toBe(false);
    const { a, b } = hosts;
    for (const [from, to] of [
      [a, b],
      [b, a],
      [a, b],
    ] as const) {
      const counted = await server.counter();
      let first = pings.map(lastAnswered);
      const move = async () => untilEnd(await startMove(hosts, server, to));
      let [ended, double] = await countDouble(hosts, machineId, move);
      for (let repeated = 0; wasTooBusy(ended) && repeated < MAX_REPEATED; repeated += 1) {
        await server.writes();
        first = pings.map(lastAnswered);
        let more: number;
        [ended, more] = await countDouble(hosts, machineId, move);
        double += more;
      }
      const { before, state, error } = ended;
      expect(state, JSON.stringify(error)).toBe('done');
      expect(double).toBe(0);
      expect(await to.statusOf(machineId)).toBe('running');
      expect(await from.statusOf(machineId)).toBe('gone');
      await server.writes();
      expect(await server.counter()).toBeGreaterThan(counted);
      expect(await server.checksum()).toBe(blob);
      expect(await server.inside('cat /proc/sys/kernel/random/boot_id')).toBe(bootId);
      expect(await server.troubles()).toBe(0);
      expect(await limitsOn(to)).toEqual(limits);
      expect(await reachesPort(hosts, server, BLOCKED)).toBe(false);
      const { details } = await hosts.db
        .selectFrom('audit_log')
        .select('details')
        .where('action', '=', 'server.moved')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      const { pause_ms: pauseMs, ...rest } = details as { pause_ms: number };
      const last = pings.map((one, i) => lastAnswered(one) - (before[i] ?? 0));
      expect(Math.min(...last)).toBeGreaterThan(10);
      const seen = pings.map((one, i) => {
        const [start, copied, end] = [first[i] ?? 0, before[i] ?? 0, lastAnswered(one)];
        return {
          lostWhileCopied: unanswered(one, start, copied).length,
          lost: unanswered(one, copied, end).length,
          gapMs: Math.round(longestGapMs(one, start, end)),
        };
      });
      figures.push({ ...rest, pauseMs, seen });
      for (const { lostWhileCopied, lost } of seen) {
        expect(lostWhileCopied).toBe(0);
        expect(lost * INTERVAL_MS).toBeLessThanOrEqual(pauseMs + LEARNING_MS);
      }
    }
  },
  TIME_LIMIT_MS,
);
