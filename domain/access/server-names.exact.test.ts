/** A search over cached names finds the same as PostgreSQL after any change of a column, and after inserts and deletes. */
import { idsOfServers, type ServersQuery } from '@innkeeper/db/tables/servers';
import { changeColumns } from '@innkeeper/lab/change-columns';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount, givenServer } from '@innkeeper/lab/given';
import { givenExtraAddress } from '@innkeeper/lab/given-addresses';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openServerNames, type ServerNames } from './server-names.ts';
import { openServersVersions } from './servers-versions.ts';

let lab: TestDatabase;
let names: ServerNames;
let filling: Promise<unknown> = Promise.resolve();
let account: number;
let other: number;
let ids: number[];
/** Addresses of the first server. */
let addresses: string[];

const run = (text: string) => sql.raw(text).execute(lab.db);
const STATUSES = ['awaiting_payment', 'processing', 'active', 'suspended', 'terminated'] as const;

beforeAll(async () => {
  lab = await openTestDatabase();
  const background = {
    run: (_what: string, work: Promise<unknown>) => {
      filling = work;
    },
  };
  names = openServerNames({ db: lab.db, readVersion: openServersVersions(lab.pool), background, maxBytes: 32_000_000 });
  names.setEnabled(true);
});
beforeEach(async () => {
  ({ accountId: account } = await givenAccount(lab.db));
  ({ accountId: other } = await givenAccount(lab.db));
  const server = (hostname: string, accountId = account) => givenServer(lab.db, { accountId, hostname });
  ids = [await server('one.example'), await server('two.example'), await server('three')];
  await server('one.other', other);
  await givenExtraAddress(lab.db, { serverId: ids[0] ?? 0 });
  const held = await sql<{ ip: string }>`select host(address) as ip from ip_addresses where server_id = ${ids[0]}`.execute(
    lab.db,
  );
  addresses = held.rows.map(({ ip }) => ip);
  await foundAsRead();
});
afterAll(() => lab.close());

/** Asserts that cached searches find the same as PostgreSQL, and returns the result as text. */
async function foundAsRead(): Promise<string> {
  const found: unknown[] = [];
  const all = { accountId: account, statuses: STATUSES, page: 1, perPage: 10 };
  const searches: ServersQuery[] = [
    ...['ex', '99.99', ...addresses].map((search) => ({ ...all, search })),
    { ...all, search: 'EXAMPLE', statuses: ['active'], sort: { by: 'created_at', direction: 'asc' } },
    { ...all, search: 'o', accountId: other },
  ];
  for (const query of searches) {
    const read = await idsOfServers(lab.db, query);
    expect(await names.idsOf(query)).toEqual(read);
    await filling;
    found.push(read);
  }
  return JSON.stringify(found);
}

test.each([
  ['services', () => `id = any(array[${ids.join()}])`, ['account_id', 'created_at', 'status']],
  ['server_details', () => `id = any(array[${ids.join()}])`, ['hostname']],
  ['ip_addresses', () => `account_id = ${account}`, ['server_id']],
])(
  'after a change of a row of %s',
  async (table, where, seen) => {
    expect(await changeColumns(lab.db, table, where(), foundAsRead)).toEqual(expect.arrayContaining(seen));
  },
  120_000,
);

test.each<[string, () => string]>([
  [
    'an address, to another server',
    () => `update ip_addresses set server_id = ${ids[1]} where server_id = ${ids[0]} and not main`,
  ],
  [
    'an address, back to its pool',
    () =>
      `update ip_addresses set server_id = null, main = false, account_id = null, addon_id = null where server_id = ${ids[0]}`,
  ],
  ['an address, from its pool', () => `delete from ip_addresses where server_id = ${ids[0]}`],
  ['another address', () => `update ip_addresses set address = '10.99.99.2' where server_id = ${ids[0]} and main`],
  [
    'an address that was in no pool',
    () => `insert into ip_addresses (pool_id, address, prefix, version, gateway, account_id, server_id)
      select id, '10.99.99.1', 24, 4, gateway, ${account}, ${ids[2]} from ip_pools where version = 4 order by id limit 1`,
  ],
  [
    'a server, out of the database',
    () => `update ip_addresses set server_id = null, main = false, account_id = null, addon_id = null where server_id = ${ids[1]};
      delete from server_details where id = ${ids[1]};
      delete from services where id = ${ids[1]}`,
  ],
  [
    'an end',
    () => `update server_details set holds_capacity = false where id = ${ids[1]};
      update services set status = 'terminated' where id = ${ids[1]}`,
  ],
])('after %s was inserted or deleted', async (_what, act) => {
  const before = await foundAsRead();
  await run(act());
  expect(await foundAsRead()).not.toBe(before);
});

test('after new servers', async () => {
  for (const hostname of ['four.example', 'six.example']) {
    const before = await foundAsRead();
    await givenServer(lab.db, { accountId: account, hostname });
    expect(await foundAsRead()).not.toBe(before);
  }
});
