import { givenAccount } from '@innkeeper/lab/given';
import { givenTaxJson } from '@innkeeper/lab/given-tax';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../lab/database.ts';
import { type AccountList, type ListQuery, listPageQuery, ORDERS, pageOfList, SERVERS, totalOfList } from './account-list.ts';

const STATUSES = ['awaiting_payment', 'processing', 'active', 'suspended', 'terminated'] as const;
type Status = (typeof STATUSES)[number];

let lab: TestDatabase;
beforeAll(async () => {
  lab = await openTestDatabase();
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

const aService = fc.record({
  // Few minutes, so that many rows share one, with empty days in between.
  minute: fc.oneof(
    fc.nat(5),
    fc.nat(5).map((n) => n + 100_000),
  ),
  status: fc.constantFrom(...STATUSES),
});
const anAsk = fc.record<Asked>({
  page: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constant(1_000_000_000)),
  perPage: fc.integer({ min: 1, max: 50 }),
  statuses: fc.subarray([...STATUSES], { minLength: 1 }),
  direction: fc.constantFrom('asc', 'desc'),
});

describe('pages of a list', () => {
  it('equal a plain order and offset', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(aService, { minLength: 1, maxLength: 100 }),
        fc.array(anAsk, { minLength: 1, maxLength: 6 }),
        async (services, asks) => {
          const { accountId } = await givenAccount(lab.db);
          await insertServices(accountId, services);
          for (const asked of asks) {
            const page = await plainPage(accountId, asked);
            expect(await pageOfList(lab.db, SERVERS, { accountId, ...asked })).toEqual(page);
            const counted = await sql`select ${totalOfList(SERVERS, { accountId, ...asked })} as total`.execute(lab.db);
            expect(counted.rows).toEqual([{ total: page.total }]);
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});

const PER_PAGE = 15;

interface PlanNode {
  'Node Type': string;
  'Actual Rows': number;
  Plans?: PlanNode[];
}

/** Returns the most rows that a node of the plan sorts. */
const sortedRows = (node: PlanNode): number =>
  Math.max(/Sort$/.test(node['Node Type']) ? node['Actual Rows'] : 0, ...(node.Plans ?? []).map(sortedRows));

const literalOf = (value: unknown): string =>
  Array.isArray(value) ? `array[${value.map((one) => `'${String(one)}'`).join(', ')}]` : String(value);

/** Executes the query of a page with the plan that PostgreSQL keeps for unknown values. Returns the plan with its actual rows. */
async function genericPlan(list: AccountList, query: ListQuery): Promise<PlanNode> {
  const { sql: text, parameters } = listPageQuery(list, query).compile(lab.db);
  return lab.db.connection().execute(async (one) => {
    await sql.raw(`prepare page as ${text}`).execute(one);
    await sql`set plan_cache_mode = force_generic_plan`.execute(one);
    const explained = sql.raw<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (analyze, format json) execute page (${parameters.map(literalOf).join(', ')})`,
    );
    const { rows } = await explained.execute(one);
    await sql`deallocate page`.execute(one);
    await sql`reset plan_cache_mode`.execute(one);
    return rows[0]?.['QUERY PLAN'][0].Plan ?? expect.fail('no plan');
  });
}

describe('with the plan for unknown values', () => {
  it.each<[string, AccountList, string[]]>([
    ['servers', SERVERS, ['active', 'suspended']],
    ['orders', ORDERS, ['paid', 'awaiting_payment']],
  ])('no page of %s sorts all rows of its account', async (_name, list, statuses) => {
    const { accountId } = await givenAccount(lab.db);
    await sql`
      insert into services (type, account_id, status, billing_cycle, renew_price, created_at)
      select 'server', ${accountId}, 'active', 1, 100, now() - n * interval '1 minute' from generate_series(1, 500) as n`.execute(
      lab.db,
    );
    await sql`
      insert into orders (account_id, type, status, tax, net, vat, gross, payment_method)
      select ${accountId}, 'deploy', 'paid', ${givenTaxJson(0)}, 0, 0, 0, 'balance' from generate_series(1, 500)`.execute(lab.db);
    await sql`analyze services, orders`.execute(lab.db);
    for (const page of [1, 3]) {
      const plan = await genericPlan(list, { accountId, statuses, page, perPage: PER_PAGE });
      expect(sortedRows(plan)).toBeLessThanOrEqual(page * PER_PAGE * statuses.length);
    }
  });
});
