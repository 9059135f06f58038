/** Reads facts about columns that their types lack: the words that a check accepts, and columns that only the database writes. */
import type { Database } from '@innkeeper/db/schema';
import { type Kysely, sql } from 'kysely';

interface Column {
  table: string;
  column: string;
  nullable: boolean;
  defaulted: boolean;
  array: boolean;
  /** Expression of a column that only the database writes. Otherwise `null`. */
  computed: string | null;
  type: string;
  /** Checks that name this column alone: `CHECK ((state = ANY (ARRAY['queued'::text, ...])))`. */
  checks: string[];
}

/** Returns TypeScript types by `table.column`: `Generated<'queued' | 'running'>`, `'local' | 's3' | null`. */
export async function columnTypes(db: Kysely<Database>): Promise<Record<string, string>> {
  const types: Record<string, string> = {};
  for (const column of await columnsOf(db)) {
    const type = typeOf(column);
    if (type) types[`${column.table}.${column.column}`] = type;
  }
  return types;
}

async function columnsOf(db: Kysely<Database>): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select class.relname as "table", attribute.attname as "column", not attribute.attnotnull as nullable,
      attribute.atthasdef as defaulted, type.typcategory = 'A' as "array", type.typname as "type",
      case when attribute.attgenerated = 's' then pg_get_expr(adbin, adrelid) end as computed,
      coalesce((select array_agg(pg_get_constraintdef(c.oid) order by c.conname) from pg_constraint as c
        where c.contype = 'c' and c.conrelid = class.oid and c.conkey = array[attribute.attnum]), '{}') as checks
    from pg_attribute as attribute
    join pg_class as class on class.oid = attribute.attrelid
    join pg_type as type on type.oid = attribute.atttypid
    left join pg_attrdef on adrelid = attribute.attrelid and adnum = attribute.attnum
    where class.relnamespace = 'public'::regnamespace and class.relkind = 'r' and attribute.attnum > 0 and not attribute.attisdropped`.execute(
    db,
  );
  return rows;
}

function typeOf(column: Column): string | undefined {
  if (column.computed !== null)
    return `ColumnType<${outcomesOf(column.computed) ?? COMPUTED[column.type] ?? 'string'}, never, never>`;
  const words = wordsOf(column);
  if (words === undefined) return undefined;
  const type = `${column.array ? `(${words})[]` : words}${column.nullable ? ' | null' : ''}`;
  return column.defaulted ? `Generated<${type}>` : type;
}

const COMPUTED: Record<string, string> = { int4: 'number', int8: 'bigint', bool: 'boolean' };

/** Returns the words of `CASE WHEN ... THEN 'done'::text ELSE 'running'::text END` as a union. */
function outcomesOf(expression: string): string | undefined {
  if (!expression.trimStart().startsWith('CASE')) return undefined;
  return union([...expression.matchAll(/(?:THEN|ELSE) '([^']*)'::text/g)]);
}

/** Returns the words of `column = ANY (ARRAY['a'::text, 'b'::text])` and `column <@ ARRAY['a'::text]` as a union. */
function wordsOf({ column, checks }: Column): string | undefined {
  for (const check of checks) {
    const pattern = new RegExp(`^CHECK \\(\\(${column} (?:= ANY|<@) \\(?ARRAY\\[((?:'[^']*'::text(?:, )?)+)\\]\\)?\\)\\)$`);
    const [, list] = pattern.exec(check) ?? [];
    if (list) return union([...list.matchAll(/'([^']*)'::text/g)]);
  }
  return undefined;
}

const union = (found: RegExpMatchArray[]): string => found.map(([, word]) => `'${word}'`).join(' | ');
