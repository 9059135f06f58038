import { openDatabase } from '@innkeeper/db/connect';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../lab/database.ts';
import {
  ACTIONS,
  BEGAN,
  type GivenLine,
  givenTwoAccounts,
  HOUR,
  insertLines,
  KINDS,
  readBothPages,
} from '../../../lab/given-audit-lines.ts';
import { countAuditLines, linesToCount } from './count.ts';
import { countedAuditPage } from './page.ts';
import { wrongAuditRanges } from './verify.ts';

let lab: TestDatabase;
beforeAll(async () => {
  lab = await openTestDatabase({ max: 14 });
  // While `dying` is true, a counter fails after it has written everything except the new watermark.
  await sql`create table dying (now boolean)`.execute(lab.db);
  await sql`insert into dying values (false)`.execute(lab.db);
  await sql`create function die() returns trigger language plpgsql as $$
    begin if (select now from dying) then perform pg_terminate_backend(pg_backend_pid()); end if; return new; end $$`.execute(
    lab.db,
  );
  await sql`create trigger die before update on audit_counted for each row execute function die()`.execute(lab.db);
});
afterAll(() => lab.close());

const all = { page: 1, perPage: 1_000_000, start: new Date(0) };

/** Counts with small ranges, so that few lines make many ranges, and without waiting for writers. */
const count = (batch = 7) => countAuditLines(lab.db, { range: 4, batch, waitMs: 0 });

async function countAndDie(): Promise<void> {
  const own = openDatabase({ url: lab.url, max: 1 });
  await sql`update dying set now = true`.execute(lab.db);
  try {
    await countAuditLines(own.db, { range: 4, waitMs: 0 }).catch(() => {});
  } finally {
    await sql`update dying set now = false`.execute(lab.db);
    await own.close();
  }
}

/** Lines of a step: their age in hours, account and content. */
const lines = fc.array(
  fc.record({
    hoursAgo: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: -2, max: 24 * 40 })),
    account: fc.nat(1),
    action: fc.nat(2),
    user: fc.nat(2),
    kind: fc.nat(2),
  }),
  { minLength: 1, maxLength: 12 },
);
type Lines = typeof lines extends fc.Arbitrary<infer T> ? T : never;
const acts = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ act: fc.constant('write' as const), lines }) },
    // Lines of an open transaction become visible when a step `end` commits it, or never.
    { weight: 2, arbitrary: fc.record({ act: fc.constant('begin' as const), lines }) },
    { weight: 2, arbitrary: fc.record({ act: fc.constant('end' as const), commit: fc.boolean() }) },
    { weight: 3, arbitrary: fc.record({ act: fc.constant('count' as const), batch: fc.integer({ min: 1, max: 30 }) }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('die' as const) }) },
    { weight: 2, arbitrary: fc.record({ act: fc.constant('pass' as const), hours: fc.integer({ min: 1, max: 60 }) }) },
  ),
  { minLength: 5, maxLength: 25 },
);
const questions = fc.array(
  fc.record({
    account: fc.nat(1),
    startHoursAgo: fc.integer({ min: -50, max: 24 * 60 }),
    hours: fc.option(fc.integer({ min: 0, max: 24 * 60 }), { nil: undefined }),
    action: fc.option(fc.nat(3), { nil: undefined }),
    user: fc.option(fc.nat(1), { nil: undefined }),
    kind: fc.option(fc.nat(1), { nil: undefined }),
    page: fc.integer({ min: 1, max: 6 }),
    perPage: fc.integer({ min: 1, max: 9 }),
  }),
  { minLength: 20, maxLength: 40 },
);

describe('totals and pages', () => {
  it('equal a plain query, despite late commits, open transactions, counting, kills and queries', {
    timeout: 300_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(acts, questions, async (steps, asked) => {
        const { accountIds, userIds } = await givenTwoAccounts(lab.db);
        let now = BEGAN;
        let turn = 0;
        const given = (some: Lines): GivenLine[] =>
          some.map(({ hoursAgo, account, action, user, kind }) => ({
            accountId: accountIds[account] as number,
            at: new Date(now - hoursAgo * HOUR),
            action: ACTIONS[action] as string,
            userId: userIds[user] ?? null,
            kind: KINDS[kind] ?? null,
          }));
        const open: { end(commit: boolean): Promise<void> }[] = [];
        const begin = async (some: Lines): Promise<void> => {
          const trx = await lab.db.startTransaction().execute();
          await insertLines(trx, given(some));
          open.push({ end: async (commit) => void (await (commit ? trx.commit() : trx.rollback()).execute()) });
        };
        const check = async (): Promise<void> => {
          for (const one of asked.slice(turn, turn + 4)) {
            const start = new Date(now - one.startHoursAgo * HOUR);
            const end = one.hours === undefined ? undefined : new Date(start.getTime() + one.hours * HOUR);
            const action = one.action === undefined ? undefined : (ACTIONS[one.action] ?? 'never');
            const filters = { action, userId: one.user === undefined ? undefined : (userIds[one.user] ?? 0) };
            const resourceKind = one.kind === undefined ? undefined : (KINDS[one.kind] ?? undefined);
            const paged = { page: one.page, perPage: one.perPage, accountId: accountIds[one.account] as number };
            const [counted, plain] = await readBothPages(lab.db, { ...paged, ...filters, start, end, resourceKind });
            expect(counted).toEqual(plain);
          }
          turn = (turn + 4) % asked.length;
        };
        try {
          for (const step of steps) {
            if (step.act === 'write') await insertLines(lab.db, given(step.lines));
            else if (step.act === 'begin') await (open.length < 5 ? begin(step.lines) : undefined);
            else if (step.act === 'end') await open.shift()?.end(step.commit);
            else if (step.act === 'count') await count(step.batch);
            else if (step.act === 'die') await countAndDie();
            else now += step.hours * HOUR;
            await check();
          }
        } finally {
          for (const one of open) await one.end(true);
        }
        await check();
        await count();
        await check();
      }),
      { numRuns: 20, endOnFailure: true },
    );
  });

  it('are consistent while many write and two count', { timeout: 120_000 }, async () => {
    const { accountIds, userIds } = await givenTwoAccounts(lab.db);
    let turns = 0;
    const act = async (turn: number): Promise<void> => {
      const line = (n: number): GivenLine => ({
        accountId: accountIds[turn % 2] as number,
        at: new Date(BEGAN + (turn % 7 === n ? -30 : turn) * HOUR),
        action: ACTIONS[(turn + n) % 3] as string,
        userId: userIds[turn % 3] ?? null,
        kind: KINDS[n % 3] ?? null,
      });
      const trx = await lab.db.startTransaction().execute();
      await insertLines(trx, [0, 1, 2].map(line));
      await sql`select pg_sleep(${(turn % 5) / 500})`.execute(trx);
      await insertLines(trx, [line(3)]);
      await (turn % 6 === 0 ? trx.rollback() : trx.commit()).execute();
    };
    const writers = Array.from({ length: 6 }, async () => {
      while (turns < 400) await act(turns++);
    });
    const counters = [1, 2].map(async () => {
      while (turns < 400) await countAuditLines(lab.db, { range: 10, batch: 50 });
    });
    const readers = accountIds.map(async (accountId) => {
      while (turns < 400) {
        const filters = [{}, { action: ACTIONS[0] }, { start: new Date(BEGAN + (turns - 40) * HOUR) }];
        for (const filter of filters) {
          const [counted, plain] = await readBothPages(lab.db, { ...all, ...filter, accountId });
          expect(counted).toEqual(plain);
        }
      }
    });
    await Promise.all([...writers, ...counters, ...readers]);
    await countAuditLines(lab.db, { range: 10 });
    const uncounted = sql<{ n: number }>`select count(*)::int as n from audit_log where id > (select id from audit_counted)`;
    expect((await uncounted.execute(lab.db)).rows).toEqual([{ n: 0 }]);
    for (const accountId of accountIds) {
      const [counted, plain] = await readBothPages(lab.db, { ...all, accountId });
      expect(counted).toEqual(plain);
      const { rows } = await sql<{ n: number }>`
        select sum(n)::int as n from audit_counts where account_id = ${accountId} and action = '' having max(n) < 20`.execute(
        lab.db,
      );
      expect(rows).toEqual([{ n: plain.total }]);
    }
  });
});

it('an empty log is counted up to line zero', async () => {
  const empty = await openTestDatabase();
  try {
    await countAuditLines(empty.db);
    expect(await empty.db.selectFrom('audit_counted').select('id').executeTakeFirst()).toEqual({ id: 0n });
  } finally {
    await empty.close();
  }
});

describe('counting', () => {
  const yesterday = (accountId: number): GivenLine => ({
    ...{ accountId, at: new Date(BEGAN - 24 * HOUR), action: 'stopServer', userId: null, kind: null },
  });

  it('waits for a transaction with lines of yesterday, and counts lines added in the meantime next time', async () => {
    const { accountIds } = await givenTwoAccounts(lab.db);
    const [accountId] = accountIds;
    await countAuditLines(lab.db);
    const trx = await lab.db.startTransaction().execute();
    await insertLines(trx, [yesterday(accountId)]);
    await insertLines(lab.db, [yesterday(accountId), yesterday(accountId)]);
    const total = async () => (await countedAuditPage(lab.db, { ...all, accountId })).total;
    const countedLines = async () =>
      (
        await sql<{ n: number }>`
          select coalesce(sum(n), 0)::int as n from audit_counts where account_id = ${accountId} and action = ''`.execute(lab.db)
      ).rows[0]?.n;
    await count();
    expect([await countedLines(), await total()]).toEqual([0, 2]);
    const counting = countAuditLines(lab.db);
    await insertLines(lab.db, [yesterday(accountId)]);
    expect(await total()).toBe(3);
    await trx.commit().execute();
    await counting;
    expect(await total()).toBe(4);
    await countAuditLines(lab.db);
    expect([await countedLines(), await total()]).toEqual([4, 4]);
  });

  it('counts nothing twice if another process has counted further since', async () => {
    const { accountIds } = await givenTwoAccounts(lab.db);
    const [accountId] = accountIds;
    await countAuditLines(lab.db);
    await insertLines(
      lab.db,
      Array.from({ length: 10 }, () => yesterday(accountId)),
    );
    const waiting = async (): Promise<number> => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        lab.db,
      );
      return rows[0]?.n ?? 0;
    };
    const holder = await lab.db.startTransaction().execute();
    await sql`select from audit_counted for update`.execute(holder);
    // No range is split, because a split would count it again.
    const further = countAuditLines(lab.db);
    await expect.poll(waiting).toBe(1);
    const behind = countAuditLines(lab.db, { batch: 3 });
    await expect.poll(waiting).toBe(2);
    await holder.commit().execute();
    await Promise.all([further, behind]);
    expect(await wrongAuditRanges(lab.db, accountId)).toEqual([]);
  });

  it('is due when more than a thousand lines are uncounted', async () => {
    const { accountIds } = await givenTwoAccounts(lab.db);
    const [accountId] = accountIds;
    const due = async () => (await sql<{ due: boolean | null }>`select ${linesToCount()} as due`.execute(lab.db)).rows[0]?.due;
    await countAuditLines(lab.db);
    await insertLines(lab.db, [yesterday(accountId)]);
    expect(await due()).toBe(false);
    const many = Array.from({ length: 1_000 }, () => yesterday(accountId));
    await insertLines(lab.db, many);
    expect(await due()).toBe(true);
    await countAuditLines(lab.db);
    expect(await due()).toBe(false);
  });
});
