/** Reads names of an account's servers with the `ServersVersion` of the read: all names, or the names of servers with later events. */
import { type NamedServer, STATUSES } from '@innkeeper/model/server-search/chunks';
import type { ServerStatus } from '@innkeeper/model/states/server';
import { CompiledQuery, type Kysely, sql } from 'kysely';
import type { Database } from '../../schema.ts';
import {
  type ChangesQuery,
  type ServersVersion,
  type ServersVersionValues,
  serversVersionSql,
  toServersVersion,
} from './version.ts';

/** Number of names per statement. PostgreSQL takes about 3 ms for it. */
const BATCH_SIZE = 2_000;

type NameValues = [id: number, createdAt: number, status: ServerStatus, names: string];

const VALUES = `json_build_array(
  server_id, (extract(epoch from created_at) * 1000000)::bigint, status, convert_from(names, 'UTF8'))`;

/**
 * Reads all names in pieces, oldest server first. Each piece has its own snapshot. Returns the moment before the first piece, so that
 * changes during the read are later reported again. Stops early if `onPiece` returns false.
 */
export async function readServerNames(
  db: Kysely<Database>,
  accountId: number,
  onPiece: (piece: NamedServer[]) => boolean,
): Promise<ServersVersion> {
  const { rows } = await db.executeQuery(
    CompiledQuery.raw(NOW, [accountId, AFTER_ALL_EVENTS]) as CompiledQuery<{ moment: ServersVersionValues }>,
  );
  const { moment } = onlyRow(rows);
  let after: Pick<NamedServer, 'createdAt' | 'id'> = { createdAt: 0, id: 0 };
  for (;;) {
    const piece = await readPiece(db, accountId, after);
    const last = piece.at(-1);
    if (!onPiece(piece) || piece.length < BATCH_SIZE || !last) return toServersVersion(moment);
    after = last;
  }
}

/**
 * Reads one piece. Each status is an ordered range of the index. `offset 0` makes PostgreSQL merge the ranges as rows are taken
 * (`search.ts`).
 */
async function readPiece(
  db: Kysely<Database>,
  accountId: number,
  after: Pick<NamedServer, 'createdAt' | 'id'>,
): Promise<NamedServer[]> {
  const at = sql`to_timestamp(0) + ${after.createdAt}::bigint * interval '1 microsecond'`;
  const range = (status: ServerStatus) => sql`
    (select server_id, created_at, status, names from server_search
      where account_id = ${accountId} and status = ${status} and (created_at, server_id) > (${at}, ${after.id}::int)
      order by created_at, server_id offset 0)`;
  const { rows } = await sql<{ values: NameValues[] }>`
    select coalesce(json_agg(${sql.raw(VALUES)} order by created_at, server_id), '[]') as values from (
      select * from (${sql.join(STATUSES.map(range), sql` union all `)}) as ranges
      order by created_at, server_id limit ${sql.lit(BATCH_SIZE)}) as piece`.execute(db);
  return onlyRow(rows).values.map(serverIn);
}

/** Reads the current names of the servers with events after `since`. Returns no names if the moment does not list the servers. */
export async function readChangedNames(
  db: Kysely<Database>,
  { accountId, lastEvent }: ChangesQuery,
): Promise<{ servers: NamedServer[]; moment: ServersVersion }> {
  const query = CompiledQuery.raw(CHANGED, [accountId, lastEvent]) as CompiledQuery<{
    moment: ServersVersionValues;
    values: NameValues[];
  }>;
  const { rows } = await db.executeQuery(query);
  const { moment, values } = onlyRow(rows);
  return { servers: values.map(serverIn), moment: toServersVersion(moment) };
}

/** Number after every event, which requests no changes. */
const AFTER_ALL_EVENTS = Number.MAX_SAFE_INTEGER;

const VERSION = serversVersionSql('$1::int', '$2::bigint');

const NOW = `select ${VERSION} as moment`;

const CHANGED = `
  with now as materialized (select ${VERSION} as moment)
  select moment, (
    select coalesce(json_agg(${VALUES}), '[]') from server_search where account_id = $1 and server_id = any(array(
      select value::int from json_array_elements_text(case json_typeof(moment -> 3) when 'array' then moment -> 3 else '[]' end)))
  ) as values from now`;

const serverIn = ([id, createdAt, status, names]: NameValues): NamedServer => ({ id, createdAt, status, names });

function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (!row) throw new Error('there is one row');
  return row;
}
