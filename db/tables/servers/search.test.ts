import { givenAccount, givenServer } from '@innkeeper/lab/given';
import type { ServerStatus } from '@innkeeper/model/states/server';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../lab/database.ts';
import { updateServer } from '../servers.ts';
import type { ServerSort, ServersQuery } from './list.ts';
import { searchServers } from './search.ts';

const STATUSES = ['awaiting_payment', 'processing', 'active', 'suspended', 'terminated'] as const;
const LABELS = ['web', 'WEB-1', 'db', 'a', '10', '1.2', 'x-7', 'example.com', 'Mail.Example.COM', 'fd00', 'c0de', 'cafe'];
const SEED = 7;

const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n));

describe('a search for servers', () => {
  let lab: TestDatabase;
  let accounts: number[];
  /** Servers of all accounts, with their addresses. */
  let servers: Known[];

  beforeAll(async () => {
    lab = await openTestDatabase();
    await sql`insert into ip_pools (name, cidr, gateway, version) values ('six', 'fd00::/64', 'fe80::1', 6)`.execute(lab.db);
    accounts = [(await givenAccount(lab.db)).accountId, (await givenAccount(lab.db)).accountId];
    const random = fc.sample(fc.tuple(hostname, fc.constantFrom(...STATUSES), fc.nat(4), fc.option(fc.nat(4)), hostname), {
      seed: SEED,
      numRuns: 60,
    });
    for (const [i, [name, status, created, expiry, renamed]] of random.entries()) {
      const id = await givenServer(lab.db, {
        accountId: accounts[i % 3 === 0 ? 1 : 0] ?? 0,
        hostname: name,
        created_at: day(created),
        expiry_at: expiry === null ? null : day(expiry),
        billing_anchor: expiry === null ? null : day(expiry),
        address: i % 4 !== 0,
      });
      if (i % 3 === 1) await giveAddress(lab, id, `fd00::${i.toString(16)}:c0de:0:${i}`);
      if (i % 5 === 1) await giveAddress(lab, id, `198.51.100.${i}`);
      if (i % 6 === 1) await updateServer(lab.db, id, { hostname: renamed });
      await updateServer(lab.db, id, { status, ...(status === 'terminated' ? { holds_capacity: false } : {}) });
    }
    servers = await known(lab);
  }, 60_000);
  afterAll(() => lab.close());

  it('finds all servers with the text in hostname or address, combined with any other filter', async () => {
    const query = fc.record({
      search: fc.oneof(
        { weight: 4, arbitrary: partOf(servers.flatMap(({ hostname, addresses }) => [hostname, ...addresses])) },
        {
          weight: 1,
          arbitrary: fc.constantFrom('', '%', '_', '\\', '%_%', '\\%', "'", 'é', '1', '.', '1.', ':', '::', 'A', '-'),
        },
        { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(...'%_\\.:-aZ019'), maxLength: 4 }) },
      ),
      statuses: fc.subarray([...STATUSES], { minLength: 1 }),
      page: fc.integer({ min: 1, max: 5 }),
      perPage: fc.integer({ min: 1, max: 9 }),
      sort: fc.option(
        fc.record<ServerSort>({ by: fc.constantFrom('created_at', 'expiry_at'), direction: fc.constantFrom('asc', 'desc') }),
        {
          nil: undefined,
        },
      ),
      accountId: fc.constantFrom(...accounts),
    });
    await fc.assert(
      fc.asyncProperty(query, async (asked) => {
        expect(await searchServers(lab.db, asked)).toEqual(naively(servers, asked));
      }),
      { seed: SEED, numRuns: 400 },
    );
  });

  it('finds a server by one of its addresses, and no server of another account', async () => {
    for (const { accountId, status, addresses } of servers) {
      for (const ip of addresses) {
        for (const asker of accounts) {
          for (const search of [undefined, ip.slice(1).toUpperCase(), 'x']) {
            const asked = { accountId: asker, statuses: [status], ip, search, page: 1, perPage: 5 };
            expect(await searchServers(lab.db, asked)).toEqual(naively(servers, asked));
            expect(asker === accountId || naively(servers, asked).total === 0).toBe(true);
          }
        }
      }
    }
    const [one] = servers.filter(({ addresses, status }) => addresses.length > 0 && status === 'active');
    const asked = { accountId: one?.accountId ?? 0, ip: one?.addresses[0], page: 2, perPage: 5 };
    expect(await searchServers(lab.db, { ...asked, statuses: ['active'] })).toEqual({ ids: [], total: 1 });
    expect(await searchServers(lab.db, { ...asked, statuses: ['suspended'] })).toEqual({ ids: [], total: 0 });
  });

  it('finds a server by an address that the creating statement assigned', async () => {
    const { accountId } = await givenAccount(lab.db);
    const model = await givenServer(lab.db, { accountId, holds_capacity: false });
    const own = JSON.stringify({ id: 1_000_000, hostname: 'at-once' });
    await sql`
      with service as (
        insert into services overriding system value select (jsonb_populate_record(v, ${own}::jsonb)).* from services v where id = ${model}),
      address as (update ip_addresses set server_id = 1000000 where server_id = ${model} returning address)
      insert into server_details select (jsonb_populate_record(d, ${own}::jsonb)).* from server_details d, address where d.id = ${model}`.execute(
      lab.db,
    );
    const { rows } = await sql<{ ip: string }>`select host(address) as ip from ip_addresses where server_id = 1000000`.execute(
      lab.db,
    );
    for (const search of ['at-once', rows[0]?.ip]) {
      const asked = { accountId, statuses: ['active'] as ServerStatus[], search, page: 1, perPage: 5 };
      expect(await searchServers(lab.db, asked)).toEqual({ ids: [1_000_000], total: 1 });
    }
  });

  it('follows a hostname and addresses that concurrent transactions change', async () => {
    const { accountId } = await givenAccount(lab.db);
    const id = await givenServer(lab.db, { accountId, hostname: 'before', address: false });
    const totals = () =>
      Promise.all(
        ['before', 'after', '203.0.113.1', '203.0.113.2'].map(async (search) => {
          const { total } = await searchServers(lab.db, { accountId, statuses: ['active'], search, page: 1, perPage: 5 });
          return total;
        }),
      );
    await giveAddress(lab, id, '203.0.113.1');
    expect(await totals()).toEqual([1, 0, 1, 0]);

    let readdressed: Promise<unknown> | undefined;
    await lab.db.transaction().execute(async (trx) => {
      await updateServer(trx, id, { hostname: 'after' });
      readdressed = sql`update ip_addresses set address = '203.0.113.2' where server_id = ${id}`.execute(lab.db);
      await waiting(lab);
    });
    await readdressed;

    expect(await totals()).toEqual([0, 1, 0, 1]);
    await sql`delete from ip_addresses where server_id = ${id}`.execute(lab.db);
    expect(await totals()).toEqual([0, 1, 0, 0]);
  });
});

interface Known {
  id: number;
  accountId: number;
  hostname: string;
  status: ServerStatus;
  addresses: string[];
  created_at: Date;
  expiry_at: Date | null;
}

const hostname = fc.array(fc.constantFrom(...LABELS), { minLength: 1, maxLength: 3 }).map((labels) => labels.join('.'));

/** Generates a part of one of the texts, as a user types it. */
function partOf(texts: string[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...texts), fc.nat(20), fc.integer({ min: 1, max: 8 }), fc.boolean())
    .map(([text, from, length, upper]) => {
      const start = from % text.length;
      const part = text.slice(start, start + length);
      return upper ? part.toUpperCase() : part;
    });
}

/** Computes a page by its definition. */
function naively(servers: Known[], { accountId, statuses, search = '', ip, sort, page, perPage }: ServersQuery) {
  const { by, direction } = sort ?? { by: 'created_at', direction: 'desc' };
  const matches = (text: string) => text.toLowerCase().includes(search.toLowerCase());
  const found = servers
    .filter((server) => server.accountId === accountId && statuses.includes(server.status))
    .filter((server) => ip === undefined || server.addresses.includes(ip))
    .filter((server) => [server.hostname, ...server.addresses].some(matches));
  // Servers without an expiry come after all others.
  const at = (server: Known) => server[by]?.getTime() ?? Number.MAX_SAFE_INTEGER;
  found.sort((a, b) => at(a) - at(b) || a.id - b.id);
  if (direction === 'desc') found.reverse();
  return { ids: found.slice((page - 1) * perPage, page * perPage).map(({ id }) => id), total: found.length };
}

async function known({ db }: TestDatabase): Promise<Known[]> {
  const { rows } = await sql<Known>`
    select id, account_id as "accountId", hostname, status, created_at, expiry_at,
      array(select host(address) from ip_addresses where server_id = servers.id) as addresses
    from servers`.execute(db);
  return rows;
}

async function giveAddress({ db }: TestDatabase, serverId: number, address: string): Promise<void> {
  await sql`
    insert into ip_addresses (pool_id, address, prefix, version, gateway, account_id, server_id)
    select p.id, ${address}::inet, masklen(${address}::inet), family(${address}::inet), p.gateway, s.account_id, s.id
    from servers s, ip_pools p where s.id = ${serverId} and p.version = family(${address}::inet)
    order by p.id limit 1`.execute(db);
}

/** Waits until a session of this database waits for a lock. */
async function waiting({ db }: TestDatabase): Promise<void> {
  for (;;) {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    if (rows.length > 0) return;
  }
}
