/**
 * Writes the schema after all migrations as readable SQL: enums, tables with their columns and checks, indexes, triggers, functions.
 *
 * It reads the system catalogue, since the embedded PostgreSQL has no `pg_dump`.
 */
import type { Database } from '@innkeeper/db/schema';
import { type Kysely, type RawBuilder, sql } from 'kysely';

const HEAD = '-- Made by `npm run gen` from db/migrations: what they make together. Nobody runs it.\n';

export async function schemaSql(db: Kysely<Database>): Promise<string> {
  const parts = await Promise.all([
    textsOf(db, ENUMS),
    textsOf(db, TABLES),
    textsOf(db, VIEWS),
    textsOf(db, INDEXES),
    textsOf(db, TRIGGERS),
    textsOf(db, FUNCTIONS),
  ]);
  return `${[HEAD, ...parts.flat()].join('\n')}`;
}

async function textsOf(db: Kysely<Database>, query: RawBuilder<{ text: string }>): Promise<string[]> {
  const { rows } = await query.execute(db);
  return rows.map(({ text }) => `${text.replace(/\s+$/gm, '')}\n`);
}

/** Condition that excludes Kysely's own tables. */
const OURS = sql`class.relnamespace = 'public'::regnamespace and class.relname not like 'kysely\_%'`;

const ENUMS = sql<{ text: string }>`
  select format('create type %I as enum (%s);', typname, string_agg(quote_literal(enumlabel), ', ' order by enumsortorder)) as text
  from pg_type join pg_enum on enumtypid = pg_type.oid
  where typnamespace = 'public'::regnamespace group by typname order by typname`;

const TABLES = sql<{ text: string }>`
  with columns as (
    select attrelid, 1 as part, attnum::int as place, format('  %I %s%s%s%s', attname, format_type(atttypid, atttypmod),
      case when attnotnull then ' not null' else '' end,
      case when attidentity <> '' then ' generated always as identity'
        when attgenerated = 's' then format(' generated always as (%s) stored', pg_get_expr(adbin, adrelid))
        when adbin is not null then ' default ' || pg_get_expr(adbin, adrelid) else '' end,
      case when col_description(attrelid, attnum) is null then '' else ' /* ' || col_description(attrelid, attnum) || ' */' end) as line
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attnum > 0 and not attisdropped
    union all
    select conrelid, 2, row_number() over (partition by conrelid order by contype = 'p' desc, conname)::int,
      format('  constraint %I %s', conname, pg_get_constraintdef(oid))
    from pg_constraint where contype in ('c', 'f', 'p', 'u', 'x'))
  select format(E'%screate %stable %I (\n%s\n);', '-- ' || obj_description(class.oid, 'pg_class') || E'\n',
      case class.relpersistence when 'u' then 'unlogged ' else '' end, relname, string_agg(line, E',\n' order by part, place)) as text
  from pg_class as class join columns on columns.attrelid = class.oid
  where class.relkind = 'r' and ${OURS}
  group by class.oid, relname order by relname`;

const VIEWS = sql<{ text: string }>`
  select format(E'create view %I as\n%s', relname, pg_get_viewdef(class.oid, true)) as text
  from pg_class as class where class.relkind = 'v' and ${OURS} order by relname`;

const INDEXES = sql<{ text: string }>`
  select pg_get_indexdef(indexrelid) || ';' as text
  from pg_index join pg_class as class on class.oid = indrelid
  where ${OURS} and not exists (select 1 from pg_constraint where conindid = indexrelid)
  order by class.relname, indexrelid::regclass::text`;

const TRIGGERS = sql<{ text: string }>`
  select pg_get_triggerdef(tr.oid, true) || ';' as text
  from pg_trigger as tr join pg_class as class on class.oid = tr.tgrelid
  where ${OURS} and not tr.tgisinternal
  order by class.relname, tr.tgname`;

const FUNCTIONS = sql<{ text: string }>`
  select pg_get_functiondef(oid) || ';' as text
  from pg_proc
  where pronamespace = 'public'::regnamespace and prokind in ('f', 'p') and not exists (
    select 1 from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
  order by proname, pg_get_function_identity_arguments(oid)`;
