/**
 * Tests that cached reads use only tables whose changes raise a version. Other tables may change without a new version
 * (db/migrations/start/versions.ts).
 */
import { OPERATION_NAMES, type OperationName, operationOf } from '@innkeeper/contract/operations';
import { FOLLOWING, SHOWN_OF_ACCOUNT, SHOWN_TO_ALL } from '@innkeeper/db/migrations/start/versions';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSetup, requestFor, type Setup } from './setup.ts';

let setup: Setup;
const texts = new Set<string>();
beforeAll(async () => {
  setup = await openSetup();
  const { pool } = setup.lab.api;
  pool.on('acquire', (client) => {
    // A client's type has a dozen overloads of `query`. Only the passed text matters here.
    const raw = client as unknown as { query: (...args: unknown[]) => unknown; recorded?: true };
    if (raw.recorded) return;
    raw.recorded = true;
    const query = raw.query.bind(client);
    raw.query = (...args) => {
      const [given] = args;
      texts.add(typeof given === 'string' ? given : (given as { text: string }).text);
      return query(...args);
    };
  });
});
afterAll(() => setup.lab.close());

type Query = Record<string, string>;

/** Tables from which the cache reads the current version. */
const TELLING = ['catalogue_version', 'event_heads'];

/** Further queries of these operations, so that all their statements are recorded. */
const QUERIES: Partial<Record<OperationName, Query[]>> = {
  listServers: [
    { 'sort[created_at]': 'asc' },
    { 'sort[expiry_at]': 'desc' },
    { 'filter[status]': 'terminated' },
    { 'filter[search]': 'given' },
    { 'filter[search]': 'given', 'sort[expiry_at]': 'asc', page: '2' },
    { 'filter[search]': '10.0' },
    { 'filter[ip]': '10.0.0.2' },
    { page: '2' },
  ],
  listServerImages: [{ 'filter[type]': 'os' }, { 'filter[group]': 'tiny' }],
  listOrders: [{ 'filter[status]': 'paid' }],
  listBalanceTransactions: [{ 'filter[start]': '1', 'filter[end]': '2' }],
};

const CACHED_READS = OPERATION_NAMES.flatMap((name) => {
  const { cached } = operationOf(name);
  return cached ? [[name, cached] as const] : [];
});

test.each(CACHED_READS)('%s reads only tables whose changes raise a version of the %s', async (name, of) => {
  const { lab, me, send } = setup;
  const statuses = new Set<number>();
  // Cache the token first, so that its statements are not recorded.
  await send(requestFor('listPlans', me));
  texts.clear();
  for (const query of [{}, ...(QUERIES[name] ?? [])]) statuses.add((await send(requestFor(name, me, { query }))).status);
  expect([...statuses]).toEqual([200]);
  const read = new Set<string>();
  for (const text of texts) {
    if (/access_tokens|^(un)?listen/i.test(text)) continue;
    const { rows } = await sql<{ 'QUERY PLAN': unknown }>`explain (generic_plan, format json) ${sql.raw(text)}`.execute(lab.db);
    for (const table of tablesIn(rows)) read.add(table);
  }
  expect(read.size).toBeGreaterThan(0);
  const shown = [...TELLING, ...SHOWN_TO_ALL, ...(of === 'account' ? [...Object.keys(SHOWN_OF_ACCOUNT), ...FOLLOWING] : [])];
  expect([...read].filter((table) => !shown.includes(table))).toEqual([]);
});

/** Lists the tables of a query plan, in which views are resolved. */
function tablesIn(plan: unknown): string[] {
  if (typeof plan !== 'object' || plan === null) return [];
  const { 'Relation Name': table } = plan as { 'Relation Name'?: string };
  return [...(table === undefined ? [] : [table]), ...Object.values(plan).flatMap(tablesIn)];
}
