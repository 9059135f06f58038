/** Changes each column of a table's rows and restores it, for tests of code that must follow every change. */
import type { Database } from '@innkeeper/db/schema';
import { type Kysely, sql } from 'kysely';

const WORDS = ['suspended', 'active', 'paid', 'stopped', 'running', 'combined', 'mime', 'x'].map((word) => `'${word}'`);
/** Candidate values by type. The first one that the table accepts is used. */
const OTHERS: Record<string, (column: string) => string[]> = {
  integer: (column) => [`${column} + 1`, `${column} - 1`, 'null', '7'],
  bigint: (column) => [`${column} + 1`, '7'],
  text: (column) => [`coalesce(${column}, '') || 'x'`, ...WORDS, `repeat('b:', 15) || 'bb'`, 'null'],
  boolean: (column) => [`not ${column}`],
  'timestamp with time zone': (column) => [`coalesce(${column}, now()) + interval '1 hour'`, 'null'],
  jsonb: () => [`'[{"net": "1"}]'`, `'{"a": 1}'`],
  inet: (column) => [`${column} + 1`],
};

/**
 * Changes each column except those of the primary key. `where` is a condition that selects rows. `state` is called before and after each
 * change and returns the observed text. Returns the columns whose change appeared in that text.
 */
export async function changeColumns(
  db: Kysely<Database>,
  table: string,
  where: string,
  state: () => Promise<string>,
): Promise<string[]> {
  const columns = await sql<{ name: string; type: string }>`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and not exists (
      select from information_schema.table_constraints c join information_schema.key_column_usage k using (constraint_schema, constraint_name)
      where c.constraint_type = 'PRIMARY KEY' and c.table_name = columns.table_name and k.column_name = columns.column_name)
    order by ordinal_position`.execute(db);
  const seen = new Set<string>();
  for (const { name, type } of columns.rows) {
    let taken = false;
    for (const other of OTHERS[type]?.(name) ?? []) {
      if (taken) break;
      const { rows: found } = await sql<{ ctid: string }>`select ctid::text from ${sql.raw(`${table} where ${where}`)}`.execute(
        db,
      );
      for (const { ctid } of found) {
        const before = await state();
        // The row is restored through its new ctid. Values that the table rejects are skipped.
        const { rows: changed } = await sql<{ ctid: string; old: unknown }>`
          update ${sql.raw(table)} as t set ${sql.raw(`${name} = ${other.replaceAll(name, `t.${name}`)}`)}
          from (select ctid, to_jsonb(b) -> ${name} as old from ${sql.raw(table)} b where ctid = ${ctid}::tid) was
          where t.ctid = was.ctid returning t.ctid::text, was.old`
          .execute(db)
          .catch(() => ({ rows: [] }));
        if ((await state()) !== before) seen.add(name);
        for (const one of changed) {
          taken = true;
          await sql`update ${sql.raw(table)} as t set ${sql.raw(name)} = p.${sql.raw(name)}
            from jsonb_populate_record(null::${sql.raw(table)}, jsonb_build_object(${name}::text, ${JSON.stringify(one.old)}::jsonb)) p
            where t.ctid = ${one.ctid}::tid`
            .execute(db)
            .catch(() => {});
          await state();
        }
      }
    }
  }
  return [...seen];
}
