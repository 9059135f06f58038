/** The names of an account's servers, with the moment that they are of: all of them, or those of the servers that events tell of since. */
import { type NamedServer, STATUSES } from '@innkeeper/model/server-search/chunks';
import type { ServerStatus } from '@innkeeper/model/states/server';
import { CompiledQuery, type Kysely, sql } from 'kysely';
import type { Database } from '../../schema.ts';
import { type MomentValues, momentIn, momentOf, type ServersMoment, type Since } from './changes.ts';

/** It takes PostgreSQL some 3 ms to read as many. */
const PIECE = 2_000;

type NameValues = [id: number, createdAt: number, status: ServerStatus, names: string];

const VALUES = `json_build_array(
  server_id, (extract(epoch from created_at) * 1000000)::bigint, status, convert_from(names, 'UTF8'))`;

/**
 * Oldest first, in pieces, each of its own moment. Returns the moment before the first: whatever has changed since is told of as
 * changed since then. Ends early where `take` returns false.
 */
export async function readServerNames(
  db: Kysely<Database>,
  accountId: number,
  take: (piece: NamedServer[]) => boolean,
): Promise<ServersMoment> {
  const { rows } = await db.executeQuery(
    CompiledQuery.raw(NOW, [accountId, NOTHING_SINCE]) as CompiledQuery<{ moment: MomentValues }>,
  );
  const { moment } = onlyRow(rows);
  let after: Pick<NamedServer, 'createdAt' | 'id'> = { createdAt: 0, id: 0 };
  for (;;) {
    const piece = await readPiece(db, accountId, after);
    const last = piece.at(-1);
    if (!take(piece) || piece.length < PIECE || !last) return momentIn(moment);
    after = last;
  }
}

/** Each status is a range of the index that is in order; \`offset 0\` has PostgreSQL merge them as rows are taken (\`search.ts\`). */
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
      order by created_at, server_id limit ${sql.lit(PIECE)}) as piece`.execute(db);
  return onlyRow(rows).values.map(serverIn);
}

/** Those that events after \`since\` are of, as they are now; none where the moment does not say which. */
export async function readChangedNames(
  db: Kysely<Database>,
  { accountId, lastEvent }: Since,
): Promise<{ servers: NamedServer[]; moment: ServersMoment }> {
  const query = CompiledQuery.raw(CHANGED, [accountId, lastEvent]) as CompiledQuery<{
    moment: MomentValues;
    values: NameValues[];
  }>;
  const { rows } = await db.executeQuery(query);
  const { moment, values } = onlyRow(rows);
  return { servers: values.map(serverIn), moment: momentIn(moment) };
}

/** After every event: nothing is asked for. */
const NOTHING_SINCE = Number.MAX_SAFE_INTEGER;

const MOMENT = momentOf('$1::int', '$2::bigint');

const NOW = `select ${MOMENT} as moment`;

const CHANGED = `
  with now as materialized (select ${MOMENT} as moment)
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
