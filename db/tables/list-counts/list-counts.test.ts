import { givenAccount } from '@innkeeper/lab/given';
import { givenTaxJson } from '@innkeeper/lab/given-tax';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../lab/database.ts';
import { loseRaceOnce } from '../../../lab/lose-race.ts';
import { compactListCounts } from './compact.ts';
import { COUNTED_LISTS, ORDERS, SERVERS } from './lists.ts';
import { countedPage, countedTotal } from './page.ts';
import { verifyListCounts, wrongCounts } from './verify.ts';

const STATUSES = ['awaiting_payment', 'processing', 'active', 'suspended', 'terminated'] as const;
type Status = (typeof STATUSES)[number];

let lab: TestDatabase;
beforeAll(async () => {
  lab = await openTestDatabase({ max: 12 });
});
afterAll(() => lab.close());

/** Inserts services without server details, which the list does not contain. Times are in minutes. */
async function insertServices(accountId: number, rows: readonly { minute: number; status: Status }[]): Promise<void> {
  const at = rows.map(({ minute }) => new Date(Date.UTC(2026, 0, 1, 0, minute)));
  await sql`
    insert into services (type, account_id, status, billing_cycle, renew_price, created_at)
    select 'server', ${accountId}, status, 1, 100, at
    from unnest(${at}::timestamptz[], ${rows.map(({ status }) => status)}::text[]) as given (at, status)`.execute(lab.db);
}

interface Asked {
  page: number;
  perPage: number;
  statuses: readonly Status[];
  direction: 'asc' | 'desc';
}

/** Returns the same page by a plain order and offset over all rows. */
async function plainPage(accountId: number, { page, perPage, statuses, direction }: Asked) {
  const all = lab.db
    .selectFrom('services')
    .select('id')
    .where('account_id', '=', accountId)
    .where('status', 'in', [...statuses])
    .orderBy('created_at', direction)
    .orderBy('id', direction);
  const ids = (await all.execute()).map(({ id }) => id);
  return { ids: ids.slice((page - 1) * perPage, page * perPage), total: ids.length };
}

const someStatuses = fc.subarray([...STATUSES], { minLength: 1 });
const aService = fc.record({
  // Few minutes, so that many rows share one, with empty days in between.
  minute: fc.oneof(
    fc.nat(5),
    fc.nat(5).map((n) => n + 5_000),
    fc.nat(5).map((n) => n + 100_000),
  ),
  status: fc.constantFrom(...STATUSES),
});
const anAsk = fc.record<Asked>({
  page: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constant(1_000_000_000)),
  perPage: fc.integer({ min: 1, max: 50 }),
  statuses: someStatuses,
  direction: fc.constantFrom('asc', 'desc'),
});

describe('pages of a counted list', () => {
  it('equal a plain order and offset, whatever part is counted', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(aService, { maxLength: 40 }), { minLength: 1, maxLength: 4 }),
        fc.array(anAsk, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 8 }),
        async (batches, asks, range) => {
          const { accountId } = await givenAccount(lab.db);
          for (const batch of batches) {
            await compactListCounts(lab.db, { range });
            await insertServices(accountId, batch);
            const changed = batch.slice(0, 5).map(({ minute }) => new Date(Date.UTC(2026, 0, 1, 0, minute)));
            await sql`update services set status = 'terminated' where account_id = ${accountId} and id % 3 = 0
              and created_at = any(${changed}::timestamptz[])`.execute(lab.db);
            await sql`delete from services where account_id = ${accountId} and id % 7 = 0`.execute(lab.db);
          }
          for (const asked of asks) {
            expect(await countedPage(lab.db, SERVERS, { accountId, ...asked })).toEqual(await plainPage(accountId, asked));
          }
          expect(await wrongCounts(lab.db, SERVERS, accountId)).toBe(0);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('can start within many rows of one moment, with moves in time and between accounts', async () => {
    const [one, other] = [await givenAccount(lab.db), await givenAccount(lab.db)];
    await insertServices(
      one.accountId,
      Array.from({ length: 1_300 }, () => ({ minute: 7, status: 'active' })),
    );
    await compactListCounts(lab.db);
    const { rows } = await sql<{ n: number }>`
      select n from list_counts where account_id = ${one.accountId} and list = 'servers' order by from_at, from_id`.execute(
      lab.db,
    );
    expect(rows.map(({ n }) => n)).toEqual([512, 512, 276]);
    await sql`update services set created_at = created_at - interval '1 day' where account_id = ${one.accountId} and id % 5 = 0`.execute(
      lab.db,
    );
    await sql`update services set account_id = ${other.accountId} where account_id = ${one.accountId} and id % 5 = 1`.execute(
      lab.db,
    );
    for (const accountId of [one.accountId, other.accountId]) {
      for (const page of [1, 3, 20, 21]) {
        const asked: Asked = { page, perPage: 50, statuses: ['active'], direction: 'desc' };
        expect(await countedPage(lab.db, SERVERS, { accountId, ...asked })).toEqual(await plainPage(accountId, asked));
      }
    }
  });
});

describe('counts of lists', () => {
  it('equal the rows after many concurrent transactions, some of them rolled back', { timeout: 120_000 }, async () => {
    const accounts = [await givenAccount(lab.db), await givenAccount(lab.db)].map(({ accountId }) => accountId);
    const act = async (turn: number): Promise<void> => {
      const accountId = accounts[turn % 2] as number;
      await lab.db
        .transaction()
        .execute(async (trx) => {
          await sql`
            insert into services (type, account_id, status, billing_cycle, renew_price, created_at)
            select 'server', ${accountId}, 'awaiting_payment', 1, 100, now() - n * ${turn % 13} * interval '1 hour'
            from generate_series(1, 3) as n`.execute(trx);
          await sql`
            insert into orders (account_id, type, status, tax, net, vat, gross, payment_method)
            values (${accountId}, 'deploy', 'awaiting_payment', ${givenTaxJson(0)}, 1, 0, 1, 'balance')`.execute(trx);
          await sql`
            update services set status = ${STATUSES[turn % 5]} where id in (
              select id from services where account_id = ${accountId} and id % 10 = ${turn % 10} order by id for update skip locked)`.execute(
            trx,
          );
          await sql`update orders set status = 'paid' where account_id = ${accountId} and id % 4 = 0 and id in (
            select id from orders where account_id = ${accountId} order by id for update skip locked)`.execute(trx);
          await sql`
            delete from services where id in (
              select id from services where account_id = ${accountId} and id % 11 = ${turn % 11} order by id for update skip locked)`.execute(
            trx,
          );
          if (turn % 4 === 3) throw new Error('comes to nothing');
        })
        .catch((error: Error) => {
          if (error.message !== 'comes to nothing') throw error;
        });
    };
    let turns = 0;
    const actors = Array.from({ length: 8 }, async () => {
      while (turns < 400) await act(turns++);
    });
    // Two concurrent counters, as with two workers.
    const counters = [1, 2].map(async () => {
      while (turns < 400) await compactListCounts(lab.db, { range: 10 });
    });
    const readers = accounts.map(async (accountId) => {
      while (turns < 400) {
        const { ids, total } = await countedPage(lab.db, SERVERS, { accountId, statuses: STATUSES, page: 1, perPage: 1_000_000 });
        expect(ids.length).toBe(total);
        for (const list of COUNTED_LISTS) expect(await wrongCounts(lab.db, list, accountId)).toBe(0);
      }
    });
    await Promise.all([...actors, ...counters, ...readers]);

    await compactListCounts(lab.db);
    for (const accountId of accounts) {
      for (const list of [SERVERS, ORDERS]) expect(await wrongCounts(lab.db, list, accountId)).toBe(0);
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from services where account_id = ${accountId} and status = 'active'`.execute(lab.db);
      const query = { accountId, statuses: ['active'] };
      expect(await sql`select ${countedTotal(SERVERS, query)} as n`.execute(lab.db)).toMatchObject({ rows });
    }
    expect(await lab.db.selectFrom('list_changes').selectAll().execute()).toEqual([]);
  });

  it.each([
    ['a count', (id: number) => sql`update list_counts set n = n + 1 where account_id = ${id} and status = 'active'`],
    ['a count that is not there', (id: number) => sql`delete from list_counts where account_id = ${id} and status = 'suspended'`],
    [
      'a range',
      (id: number) =>
        sql`update list_counts set from_at = from_at + interval '1 minute' where account_id = ${id} and from_id > 0`,
    ],
    ['a change', (id: number) => sql`insert into list_changes values (${id}, 'servers', now(), 1, null, 'active')`],
  ])('that are wrong (%s) are found and repaired', async (_what, breakIt) => {
    const { accountId } = await givenAccount(lab.db);
    const statusOf = (minute: number): Status => (minute % 2 === 0 ? 'active' : 'suspended');
    await insertServices(
      accountId,
      Array.from({ length: 100 }, (_, minute) => ({ minute, status: statusOf(minute) })),
    );
    await compactListCounts(lab.db, { range: 10 });
    expect(await verifyListCounts(lab.db, SERVERS, accountId)).toBe(0);

    await breakIt(accountId).execute(lab.db);

    expect(await verifyListCounts(lab.db, SERVERS, accountId)).toBeGreaterThan(0);
    expect(await verifyListCounts(lab.db, SERVERS, accountId)).toBe(0);
    const asked: Asked = { page: 3, perPage: 20, statuses: ['active', 'suspended'], direction: 'desc' };
    expect(await countedPage(lab.db, SERVERS, { accountId, ...asked })).toEqual(await plainPage(accountId, asked));
  });
});

it('a count that loses a race is repeated', async () => {
  const { accountId } = await givenAccount(lab.db);
  await insertServices(accountId, [{ minute: 1, status: 'active' }]);
  const met = await loseRaceOnce(lab.db, 'list_counts');
  await compactListCounts(lab.db);
  expect(await wrongCounts(lab.db, SERVERS, accountId)).toBe(0);
  expect(await met()).toBeGreaterThan(1);
});
