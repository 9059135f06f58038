/** Rows of an account as they are exported: JSON that the database writes, a page at a time. */
import { columnsIn, type ExportedPart } from '@innkeeper/model/personal-data/define';
import type { ExportFile } from '@innkeeper/model/personal-data/exported';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../schema.ts';

export interface ExportedRow {
  /** Of its key: the next page begins after it. */
  key: bigint;
  /** An object. */
  json: string;
}

export interface WhoseRows {
  accountId: number;
  userId: number;
  /** The key of the last row of the page before; null: the first page. */
  after: bigint | null;
}

/** Statements are short, however much an account has; orders with all their lines are the largest. */
const AT_A_TIME = 200;

/** Rows of a file in the order of their keys, those of other tables in them. The names are of our own tables (model/personal-data). */
export async function exportedRows(
  db: Kysely<Database>,
  file: ExportFile,
  { accountId, userId, after }: WhoseRows,
): Promise<ExportedRow[]> {
  const key = sql.ref(`t.${file.key ?? 'id'}`);
  const whose = file.user
    ? sql`${sql.ref(`t.${file.user}`)} = ${userId}`
    : sql`${sql.ref(`t.${file.account ?? 'account_id'}`)} = ${accountId}`;
  const fields = [...fieldsOf('t', file), ...file.parts.map((part) => sql`(${rowsOf(part)}) as ${sql.id(part.as)}`)];
  const { rows } = await sql<{ key: string; json: string }>`
    select ${key}::text as key, (select row_to_json(r) from (select ${sql.join(fields)}) as r)::text as json
    from ${sql.table(file.table)} as t
    where ${whose} and ${key} > coalesce(${after === null ? null : String(after)}::bigint, -1)
    order by ${key} limit ${limitOf(file)}`.execute(db);
  return rows.map(({ key, json }) => ({ key: BigInt(key), json }));
}

/** Fewer rows than this are the last ones. */
export const limitOf = ({ atATime, single }: ExportFile): number => (single ? 1 : (atATime ?? AT_A_TIME));

function fieldsOf(row: 't' | 'c', { columns, instead = {} }: Pick<ExportedPart, 'columns' | 'instead'>): RawBuilder<unknown>[] {
  return columnsIn(columns).map((column) => {
    const own = instead[column];
    return sql`${own === undefined ? sql.ref(`${row}.${column}`) : sql.raw(`(${own})`)} as ${sql.id(column)}`;
  });
}

/** An object or null, or an array. */
function rowsOf(part: ExportedPart & { table: string }): RawBuilder<unknown> {
  const which = sql`${sql.ref(`c.${part.by}`)} = ${sql.ref(`t.${part.to ?? 'id'}`)} ${part.where ? sql.raw(`and ${part.where}`) : sql``}`;
  const rows = sql`select ${sql.join(fieldsOf('c', part))} from ${sql.table(part.table)} as c where ${which}`;
  if (part.one) return sql`select row_to_json(p) from (${rows} limit 1) as p`;
  const [first = ''] = columnsIn(part.columns);
  return sql`select coalesce(json_agg(row_to_json(p) order by p.${sql.id(first)}), '[]') from (${rows}) as p`;
}
