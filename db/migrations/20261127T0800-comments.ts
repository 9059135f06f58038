/**
 * Stores the comments of the earlier migrations in existing databases, which have the wording of the time when those migrations ran.
 *
 * A new database already has the current comments, so only comments that differ are written. Tables and columns that no longer exist are
 * skipped. A comment blocks neither reads nor writes of its table.
 */
import { type Kysely, sql } from 'kysely';
import { THEMES } from './20261121T1500-start.ts';
import { RECOVERING } from './20261127T0100-recovering.ts';
import { ALERT_NOTICES } from './20261127T0110-alert-notices.ts';
import { FENCES } from './20261127T0130-fences.ts';
import { storedComments } from './start/documented.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ table: string; column: string | null; text: string | null }>`
    select relname::text as table, null as column, obj_description(oid, 'pg_class') as text
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
    union all
    select relname::text, attname::text, col_description(oid, attnum)
    from pg_class join pg_attribute on attrelid = oid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped`.execute(db);
  const textOf = new Map(rows.map(({ table, column, text }) => [keyOf(table, column), text]));
  const latest = new Map(
    [...THEMES, RECOVERING, ALERT_NOTICES, FENCES]
      .flatMap(storedComments)
      .map((comment) => [keyOf(comment.table, comment.column), comment]),
  );
  const changed = [...latest].filter(([key, { text }]) => textOf.has(key) && textOf.get(key) !== text);
  if (changed.length > 0) await sql.raw(changed.map(([, { statement }]) => statement).join('\n')).execute(db);
}

const keyOf = (table: string, column: string | null): string => (column === null ? table : `${table}.${column}`);
