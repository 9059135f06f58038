import { currentUsage, dayOf, metricDays, trafficDays } from '@innkeeper/db/tables/metrics';
import type { MachineUsage } from '@innkeeper/engine/compute/port';
import type { Engine } from '@innkeeper/engine/open';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount, givenNode, givenServer } from '@innkeeper/lab/given';
import { givenJobCx } from '@innkeeper/lab/given-cx';
import { MAX_UNSAVED_BYTES } from '@innkeeper/model/net/traffic';
import { machineIdOf, serverIdOf } from '@innkeeper/model/servers/machine-names';
import { type Bucket, unpackDay } from '@innkeeper/model/servers/metrics';
import { cycleStart } from '@innkeeper/model/servers/usage';
import { hours, minutes, seconds } from '@innkeeper/model/time/clock';
import type { LastSamples } from '@innkeeper/workflows/steps/last-samples';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldMetrics } from '../fold-metrics.ts';
import { sampleUsage } from './sample-usage.ts';

let database: TestDatabase;
let accountId: number;
beforeAll(async () => {
  database = await openTestDatabase();
  await givenNode(database.db);
  ({ accountId } = await givenAccount(database.db));
});
afterAll(() => database.close());

const BORN = new Date('2026-01-31T09:00:00Z');
const FIRST = '2026-01-01';
const LAST = '2026-12-31';

/** Creates servers on an engine whose counters the test sets, with a clock that the test moves. */
async function givenGuests(count: number, from: string) {
  const { db } = database;
  // Excludes the servers of earlier tests.
  await db.updateTable('server_details').set({ power: 'absent' }).execute();
  const ids: number[] = [];
  for (let i = 0; i < count; i++) {
    const unplaced = { address: false, holds_capacity: false };
    ids.push(await givenServer(db, { accountId, ...unplaced, created_at: BORN, activated_at: BORN }));
  }
  let now = new Date(from);
  const counters = new Map(ids.map((id) => [id, { in: 0, out: 0, off: false }]));
  const measure = async (machineId: string): Promise<MachineUsage | null> => {
    const seen = counters.get(serverIdOf(machineId) ?? 0);
    if (!seen) throw new Error(`${machineId} is unknown`);
    const disk = { diskBytes: 1 << 20, diskReadBytes: 0, diskWrittenBytes: 0 };
    return seen.off ? null : { cpuSeconds: now.getTime() / 4_000, ...disk, netInBytes: seen.in, netOutBytes: seen.out };
  };
  const engine = { compute: { measure } } as unknown as Engine;
  const warned: object[] = [];
  const log = { debug() {}, info() {}, error() {}, warn: (fields: object) => void warned.push(fields) };
  const lastSamples: LastSamples = new Map();
  const cx = { ...givenJobCx(db, { clock: { now: () => now } }), engine, log, lastSamples };
  return {
    cx,
    warned,
    ids,
    counters,
    now: () => now,
    pass(ms: number): void {
      now = new Date(now.getTime() + ms);
    },
    async look(afterMs: number): Promise<void> {
      now = new Date(now.getTime() + afterMs);
      await sampleUsage(cx);
    },
    fold: () => foldMetrics(cx),
    crash: () => sql`truncate server_samples`.execute(db),
    /** Simulates a new worker process. */
    restart: () => lastSamples.clear(),
    traffic: (serverId: number) => trafficDays(db, { serverId, first: FIRST, last: LAST }),
    async buckets(serverId: number): Promise<Bucket[]> {
      const days = await metricDays(db, { serverId, first: FIRST, last: LAST });
      return days.flatMap(({ day, buckets }) => unpackDay(new Date(day), buckets));
    },
  };
}

type Guests = Awaited<ReturnType<typeof givenGuests>>;
const seenBy = ({ counters }: Guests, id: number) => {
  const seen = counters.get(id);
  if (!seen) throw new Error(`no counters of ${id}`);
  return seen;
};
const sumOf = (days: { in_bytes: bigint; out_bytes: bigint }[]) =>
  days.reduce((sum, { in_bytes, out_bytes }) => sum + in_bytes + out_bytes, 0n);

const GUESTS = 12;
const bytes = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 1, max: 200_000_000 }));
const turn = fc.record({
  in: bytes,
  out: bytes,
  what: fc.oneof({ weight: 8, arbitrary: fc.constant('grows') }, fc.constantFrom('restarts', 'goes off', 'comes back')),
});
const looks = fc.array(
  fc.record({
    afterMs: fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: seconds(5), max: minutes(3) }) },
      fc.integer({ min: minutes(3), max: hours(30) }),
    ),
    turns: fc.array(turn, { minLength: GUESTS, maxLength: GUESTS }),
    ends: fc.oneof({ weight: 8, arbitrary: fc.constant('nothing') }, fc.constantFrom('fold', 'crash', 'restart')),
  }),
  { minLength: 20, maxLength: 30 },
);

test.each([[[]], [['crash']]])(
  'days and cycle are the sums of the traffic across restarts, outages and months %j',
  async (accidents: string[]) => {
    await fc.assert(
      fc.asyncProperty(looks, async (script) => {
        const guests = await givenGuests(GUESTS, '2026-02-27T22:00:00Z');
        const expected = guests.ids.map(() => ({ days: new Map<string, bigint>(), cycle: 0, cycleBytes: 0n, crashed: false }));
        let crashedJustNow = false;
        for (const { afterMs, turns, ends: drawn } of script) {
          const ends = drawn === 'crash' && !accidents.includes('crash') ? 'nothing' : drawn;
          for (const [i, id] of guests.ids.entries()) {
            const [seen, { in: grownIn, out: grownOut, what }] = [seenBy(guests, id), turns[i] ?? { in: 0, out: 0, what: '' }];
            if (what === 'goes off') seen.off = true;
            if (what === 'comes back') seen.off = false;
            // A restart is detected only if the counter is lower at the next sample, despite its growth until then.
            const falls = !seen.off && !crashedJustNow && seen.in > grownIn && seen.out > grownOut;
            if (what === 'restarts' && falls) Object.assign(seen, { in: 0, out: 0 });
            seen.in += seen.off ? 0 : grownIn;
            seen.out += seen.off ? 0 : grownOut;
          }
          await guests.look(afterMs);
          const [day, cycle] = [
            dayOf(guests.now()),
            cycleStart({ activated_at: BORN, created_at: BORN }, guests.now()).getTime(),
          ];
          for (const [i, sums] of expected.entries()) {
            const { in: grownIn = 0, out: grownOut = 0 } = turns[i] ?? {};
            const moved = seenBy(guests, guests.ids[i] ?? 0).off ? 0n : BigInt(grownIn + grownOut);
            sums.days.set(day, (sums.days.get(day) ?? 0n) + moved);
            sums.cycleBytes = (sums.cycle === cycle ? sums.cycleBytes : 0n) + moved;
            sums.cycle = cycle;
          }
          crashedJustNow = ends === 'crash';
          if (ends === 'fold') await guests.fold();
          if (ends === 'restart') guests.restart();
          if (ends === 'crash') {
            await guests.crash();
            // The next sample counts the unsaved traffic again, under its own day.
            for (const sums of expected) sums.crashed = true;
          }
        }
        // The traffic of a guest that went off right after a crash is counted when the guest is back.
        for (const id of guests.ids) seenBy(guests, id).off = false;
        await guests.look(0);
        for (const [i, id] of guests.ids.entries()) {
          const [days, usage, sums] = [await guests.traffic(id), await currentUsage(database.db, id), expected[i]];
          expect(sumOf(days)).toBe([...(sums?.days.values() ?? [])].reduce((sum, one) => sum + one, 0n));
          if (sums?.crashed) continue;
          expect(new Map(days.map((one) => [one.day, one.in_bytes + one.out_bytes]))).toEqual(
            new Map([...(sums?.days ?? [])].filter(([, moved]) => moved > 0n)),
          );
          expect(usage?.cycle_bytes).toBe(sums?.cycleBytes);
        }
      }),
      { numRuns: 3, endOnFailure: true },
    );
  },
);

test('after a crash of PostgreSQL traffic is complete, closed buckets remain, and the open one restarts', async () => {
  const guests = await givenGuests(1, '2026-06-10T10:00:00Z');
  const [id = 0] = guests.ids;
  const seen = seenBy(guests, id);
  const move = async (amount: number, afterMs: number) => {
    seen.in += amount;
    await guests.look(afterMs);
  };
  await move(1_000, 0);
  await move(60_000, minutes(1));
  await move(240_000, minutes(4));
  const closed = await guests.buckets(id);
  expect(closed.map(({ at, netIn }) => [at.toISOString(), netIn])).toEqual([
    ['2026-06-10T10:00:00.000Z', Math.fround(61_000 / 60)],
  ]);
  await move(5_000, minutes(1));
  await guests.crash();
  expect(await currentUsage(database.db, id)).toMatchObject({ cycle_bytes: 1_000n });
  await move(7_000, minutes(1));
  await move(60_000, minutes(1));
  await move(1, minutes(2));
  expect(sumOf(await guests.traffic(id))).toBe(BigInt(seen.in));
  expect(await currentUsage(database.db, id)).toMatchObject({ cycle_bytes: BigInt(seen.in) });
  const after = await guests.buckets(id);
  expect(after.slice(0, 1)).toEqual(closed);
  expect(after.slice(1)).toMatchObject([{ at: new Date('2026-06-10T10:05:00Z'), running: true, cpu: 25, netIn: 1_000 }]);
});

test('a crash of the whole host loses less than 64 MB per guest, and counts nothing twice', async () => {
  const guests = await givenGuests(2, '2026-06-10T10:00:00Z');
  const [little = 0, much = 0] = guests.ids;
  await guests.look(0);
  const max = Number(MAX_UNSAVED_BYTES);
  for (const id of guests.ids) seenBy(guests, id).in = id === little ? max - 1 : max;
  await guests.look(seconds(10));
  expect(sumOf(await guests.traffic(little))).toBe(BigInt(max - 1));
  await guests.crash();
  for (const id of guests.ids) seenBy(guests, id).in = 500;
  await guests.look(minutes(2));
  expect(sumOf(await guests.traffic(little))).toBe(500n);
  expect(sumOf(await guests.traffic(much))).toBe(BigInt(max) + 500n);
});

test('saves a reset counter at once, so that a crash after it loses nothing', async () => {
  const guests = await givenGuests(1, '2026-06-10T10:00:00Z');
  const [id = 0] = guests.ids;
  seenBy(guests, id).out = 1_000;
  await guests.look(0);
  seenBy(guests, id).out = 3_000;
  await guests.look(seconds(10));
  seenBy(guests, id).out = 400;
  await guests.look(seconds(10));
  await guests.crash();
  seenBy(guests, id).out = 2_000;
  await guests.look(seconds(10));
  expect(sumOf(await guests.traffic(id))).toBe(5_000n);
});

test('saves everything of a guest that is off or off the network, since its card may change afterwards', async () => {
  const guests = await givenGuests(2, '2026-06-10T10:00:00Z');
  const [off = 0, suspended = 0] = guests.ids;
  await guests.look(0);
  for (const id of guests.ids) seenBy(guests, id).out = 2_000;
  await guests.look(seconds(10));
  seenBy(guests, off).off = true;
  await database.db.updateTable('server_details').set({ network_suspended: true }).where('id', '=', suspended).execute();
  await guests.look(seconds(10));
  await guests.crash();
  for (const id of guests.ids) Object.assign(seenBy(guests, id), { out: 700, off: false });
  await guests.look(seconds(10));
  for (const id of guests.ids) expect(sumOf(await guests.traffic(id))).toBe(2_700n);
});

test('aggregated buckets read as before, from one row per day', async () => {
  const guests = await givenGuests(3, '2026-06-10T23:48:00Z');
  for (let i = 0; i < 8; i++) await guests.look(minutes(5));
  const before = await Promise.all(guests.ids.map(guests.buckets));
  expect(before.map((buckets) => buckets.length)).toEqual([6, 6, 6]);
  await guests.look(hours(6));
  expect(await guests.fold()).toBeGreaterThan(0);
  expect(await guests.fold()).toBe(0);
  expect((await Promise.all(guests.ids.map(guests.buckets))).map((buckets) => buckets.slice(0, 6))).toEqual(before);
  const rows = await database.db.selectFrom('server_metrics').select('day').where('server_id', 'in', guests.ids).execute();
  expect(rows).toHaveLength(6);
});

test.each([1, 2, 3, 6, 7])('of six servers that are read and stored %i at a time none is skipped', async (atATime) => {
  const guests = await givenGuests(6, '2026-06-10T10:00:00Z');
  await sampleUsage(guests.cx, atATime);
  const { ids } = guests;
  const sampled = database.db.selectFrom('server_samples').select('server_id').where('server_id', 'in', ids).orderBy('server_id');
  expect((await sampled.execute()).map((row) => row.server_id)).toEqual(ids);
});

test('of many servers stored in one statement, one that is refused does not block others', async () => {
  const guests = await givenGuests(5, '2026-06-10T10:00:00Z');
  await guests.look(0);
  // The server's traffic counter of this day is at its maximum, so the next sample overflows it.
  const refused = guests.ids[2] ?? 0;
  const day = { server_id: refused, day: '2026-06-10', in_bytes: 2n ** 63n - 1n, out_bytes: 0n };
  await database.db.insertInto('server_traffic').values(day).execute();
  for (const id of guests.ids) seenBy(guests, id).in = 1_000;
  await guests.look(hours(1));
  const samples = await database.db.selectFrom('server_samples').selectAll().where('server_id', 'in', guests.ids).execute();
  const counted = new Map(samples.map((one) => [one.server_id, one.net_in_bytes]));
  expect(counted).toEqual(new Map(guests.ids.map((id) => [id, id === refused ? 0n : 1_000n])));
  expect(guests.warned).toEqual([expect.objectContaining({ server: refused })]);
});

test.each(['sampled before', 'after a crash'])('of two workers that sample at the same moment one counts: %s', async (when) => {
  const guests = await givenGuests(1, '2026-06-10T10:00:00Z');
  const [id = 0] = guests.ids;
  await guests.look(0);
  if (when === 'after a crash') await guests.crash();
  guests.pass(seconds(10));
  // Traffic of this amount is saved immediately.
  seenBy(guests, id).in = 100_000_000;
  let bothHaveRead: () => void = () => {};
  const both = new Promise<void>((resolve) => {
    bothHaveRead = resolve;
  });
  let asked = 0;
  const measure = async (machineId: string) => {
    asked += 1;
    if (asked === 2) bothHaveRead();
    await both;
    return guests.cx.engine.compute.measure(machineId);
  };
  const engine = { compute: { measure } } as unknown as Engine;
  const worker = () => sampleUsage({ ...guests.cx, engine, lastSamples: new Map(guests.cx.lastSamples) });
  await Promise.all([worker(), worker()]);
  expect(sumOf(await guests.traffic(id))).toBe(100_000_000n);
  await guests.look(seconds(10));
  expect(await currentUsage(database.db, id)).toMatchObject({ cycle_bytes: 100_000_000n });
});

test('one guest that hangs does not block others', async () => {
  const guests = await givenGuests(3, '2026-06-10T10:00:00Z');
  const [hangs = 0, ...others] = guests.ids;
  const never = new Promise<null>(() => {});
  const measure = (machineId: string) => (machineId === machineIdOf(hangs) ? never : Promise.resolve(null));
  await sampleUsage({ ...guests.cx, engine: { compute: { measure } } as unknown as Engine });
  const sampled = await database.db
    .selectFrom('server_samples')
    .select('server_id')
    .where('server_id', 'in', guests.ids)
    .execute();
  expect(sampled.map((row) => row.server_id).sort((a, b) => a - b)).toEqual(others);
  expect(guests.warned).toEqual([expect.objectContaining({ server: hangs })]);
});

test('cached samples equal the rows, and concurrent changes by others count once', async () => {
  const guests = await givenGuests(3, '2026-06-10T10:00:00Z');
  const { lastSamples } = guests.cx;
  const [ours = 0, others = 0, gone = 0] = guests.ids;
  await guests.look(0);
  for (const id of guests.ids) seenBy(guests, id).in = 100_000_000;
  await guests.look(seconds(10));
  for (const id of guests.ids) seenBy(guests, id).in = 100_001_000;
  await guests.look(seconds(10));
  // The cached percentage is rounded to the precision of its column.
  const row = (id: number) => database.db.selectFrom('server_samples').selectAll().where('server_id', '=', id).executeTakeFirst();
  const usage = (id: number) => database.db.selectFrom('server_usage').selectAll().where('server_id', '=', id).executeTakeFirst();
  for (const id of guests.ids) expect(lastSamples.get(id)).toEqual({ sample: await row(id), saved: await usage(id) });

  // Another worker samples one of the servers and saves it.
  seenBy(guests, others).in = 300_000_000;
  await database.db.updateTable('server_details').set({ power: 'absent' }).where('id', 'in', [ours, gone]).execute();
  guests.pass(seconds(10));
  await sampleUsage({ ...guests.cx, lastSamples: new Map() });
  await database.db.updateTable('server_details').set({ power: 'running' }).where('id', '=', ours).execute();
  for (const id of [ours, others]) seenBy(guests, id).in += 7;
  await guests.look(seconds(10));
  expect(await currentUsage(database.db, others)).toMatchObject({ cycle_bytes: 300_000_007n });
  expect(await currentUsage(database.db, ours)).toMatchObject({ cycle_bytes: 100_001_007n });
  // The absent server is no longer sampled.
  expect([...lastSamples.keys()].sort((a, b) => a - b)).toEqual([ours, others]);
});
