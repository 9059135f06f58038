/** Measures lists, searches and single servers in a database of 210 000 servers. */
import type { Database } from '@innkeeper/db/schema';
import { type Kysely, sql } from 'kysely';
import { type ManyServers, manyServers } from '../fixture/fillings.ts';
import type { BenchRequest } from '../load.ts';
import type { Options } from '../part.ts';
import { type StatementFigures, topStatements } from '../statements/top.ts';
import { measureRead, type Read, type ReadFigures, type Repetitions } from './measure.ts';
import { withReadBench } from './read-bench.ts';

export interface ReadFixture extends ManyServers {
  /** Servers of the account with 100 000 servers. */
  serverIds: number[];
  /** Twenty distant addresses of that account, such as `10.64.12.3`. */
  addresses: string[];
}

export interface ReadsFigures {
  reads: ReadFigures[];
  statements: StatementFigures[];
}

/** Measures the reads whose name contains `only`, one after the other. */
export function measureReads(
  readsOf: (known: ReadFixture) => Read[],
  turns: Repetitions,
  { only, say }: Options,
): Promise<ReadsFigures> {
  return withReadBench(manyServers, say, async (place) => {
    const { accountId } = place.known.large;
    const known = {
      ...place.known,
      serverIds: await idsOf(place.db, accountId),
      addresses: await addressesOf(place.db, accountId),
    };
    const reads: ReadFigures[] = [];
    for (const read of readsOf(known)) {
      if (read.name.includes(only)) reads.push(await measureRead(place, read, turns, say));
    }
    return { reads, statements: await topStatements(place) };
  });
}

/** Returns a request with a token. */
export const tokenRequest = (token: string, path: string): BenchRequest => ({
  path,
  headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
});

/** Returns requests for twenty different pages of a list. */
export const pageRequests = (token: string, from = 1, count = 20): BenchRequest[] =>
  Array.from({ length: count }, (_, i) => tokenRequest(token, `/v1/servers?per_page=50&page=${from + i}`));

/** Lists ids, newest first. Long ids have many spellings (`spelled`). */
export async function idsOf(db: Kysely<Database>, accountId: number): Promise<number[]> {
  const servers = db.selectFrom('services').select('id').where('account_id', '=', accountId).where('type', '=', 'server');
  return (await servers.orderBy('id', 'desc').execute()).map(({ id }) => id);
}

async function addressesOf(db: Kysely<Database>, accountId: number): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`select host(address) as address from (
    select address, row_number() over (order by id) as n from ip_addresses where account_id = ${accountId}) a
    where n % 5000 = 17 order by n limit 20`.execute(db);
  return rows.map(({ address }) => address);
}
