/** Reads the rows of an account for its export, one page at a time. PostgreSQL builds the JSON. */
import { columnsIn, type ExportedPart } from '@innkeeper/model/personal-data/define';
import type { ExportFile } from '@innkeeper/model/personal-data/exported';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../schema.ts';

export interface ExportedRow {
  /** Key of the row. The next page begins after this key. */
  key: bigint;
  /** A JSON object. */
  json: string;
}

export interface ExportOwner {
  accountId: number;
  userId: number;
  /** Key of the last row of the previous page, or `null` for the first page. */
  after: bigint | null;
}

/**
 * Default number of rows per statement. The limit keeps statements short even for large accounts. The largest rows are orders with all
 * their lines.
 */
const AT_A_TIME = 200;

/**
 * Returns the next page of a file's rows in ascending order of their keys. Each row contains its rows of other tables. Table and column
 * names come from the code (model/personal-data), never from users.
 */
export async function exportedRows(
  db: Kysely<Database>,
  file: ExportFile,
  { accountId, userId, after }: ExportOwner,
): Promise<ExportedRow[]> {
  const key = sql.ref(`t.${file.key ?? 'id'}`);
  const ownerCondition = file.user
    ? sql`${sql.ref(`t.${file.user}`)} = ${userId}`
    : sql`${sql.ref(`t.${file.account ?? 'account_id'}`)} = ${accountId}`;
  const fields = [...fieldsOf('t', file), ...file.parts.map((part) => sql`(${rowsOf(part)}) as ${sql.id(part.as)}`)];
  const { rows } = await sql<{ key: string; json: string }>`
    select ${key}::text as key, (select row_to_json(r) from (select ${sql.join(fields)}) as r)::text as json
    from ${sql.table(file.table)} as t
    where ${ownerCondition} and ${key} > coalesce(${after === null ? null : String(after)}::bigint, -1)
    order by ${key} limit ${limitOf(file)}`.execute(db);
  return rows.map(({ key, json }) => ({ key: BigInt(key), json }));
}

/** Returns the page size of a file. A page with fewer rows is the last one. */
export const limitOf = ({ atATime, single }: ExportFile): number => (single ? 1 : (atATime ?? AT_A_TIME));

function fieldsOf(row: 't' | 'c', { columns, instead = {} }: Pick<ExportedPart, 'columns' | 'instead'>): RawBuilder<unknown>[] {
  return columnsIn(columns).map((column) => {
    const own = instead[column];
    return sql`${own === undefined ? sql.ref(`${row}.${column}`) : sql.raw(`(${own})`)} as ${sql.id(column)}`;
  });
}

/** Returns SQL for the nested rows of a part: an array, or with `part.one` one object or null. */
function rowsOf(part: ExportedPart & { table: string }): RawBuilder<unknown> {
  const which = sql`${sql.ref(`c.${part.by}`)} = ${sql.ref(`t.${part.to ?? 'id'}`)} ${part.where ? sql.raw(`and ${part.where}`) : sql``}`;
  const rows = sql`select ${sql.join(fieldsOf('c', part))} from ${sql.table(part.table)} as c where ${which}`;
  if (part.one) return sql`select row_to_json(p) from (${rows} limit 1) as p`;
  const [first = ''] = columnsIn(part.columns);
  return sql`select coalesce(json_agg(row_to_json(p) order by p.${sql.id(first)}), '[]') from (${rows}) as p`;
}
