/** Lists, searches and single servers in a database of 210 000 servers. */
import type { Database } from '@innkeeper/db/schema';
import { type Kysely, sql } from 'kysely';
import { type ManyServers, manyServers } from '../fixture/fillings.ts';
import type { Ask } from '../load.ts';
import type { Options } from '../part.ts';
import { type StatementFigures, topStatements } from '../statements/top.ts';
import { measureRead, type Read, type ReadFigures, type Turns } from './measure.ts';
import { onReadPlace } from './place.ts';

export interface Known extends ManyServers {
  /** Of the account with 100 000. */
  serverIds: number[];
  /** Twenty of its addresses, far from each other: `10.64.12.3`. */
  addresses: string[];
}

export interface ReadsFigures {
  reads: ReadFigures[];
  statements: StatementFigures[];
}

/** Those whose name holds `only`, one after the other. */
export function measureReads(readsOf: (known: Known) => Read[], turns: Turns, { only, say }: Options): Promise<ReadsFigures> {
  return onReadPlace(manyServers, say, async (place) => {
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

/** A request with a token. */
export const asked = (token: string, path: string): Ask => ({
  path,
  headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
});

/** Twenty different pages of a list. */
export const pages = (token: string, from = 1, count = 20): Ask[] =>
  Array.from({ length: count }, (_, i) => asked(token, `/v1/servers?per_page=50&page=${from + i}`));

/** The newest first: long ids have many spellings (`spelled`). */
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
