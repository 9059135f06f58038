/**
 * Fills every table with at least one row, made from the catalogue: of each type a value, of each foreign key a row that exists, of each
 * list of words its first. For tests of what carries whole tables; the rows mean nothing.
 */
import type { Database } from '@innkeeper/db/schema';
import { type Kysely, sql } from 'kysely';

interface Column {
  name: string;
  type: string;
  optional: boolean;
  /** `table.column` that it refers to. */
  refers: string | null;
  /** First word of its check constraint. */
  word: string | null;
}

/** Expressions for columns whose constraints want something else; `null` leaves the column out. */
const VALUES: Readonly<Record<string, string | null>> = {
  'address_traffic.step_seconds': '60',
  'audit_log.actor_name': null,
  'bank_statement_lines.booked_on': "'2026-11-24'",
  'bank_statement_lines.closed_by': null,
  'bank_statement_lines.returned_on': null,
  'canned_replies.key': "'given'",
  'console_tickets.session_id': null,
  'disk_rooms.kind': "'iso'",
  'identity_domains.name': "'given.example'",
  'identity_domains.token': "repeat('a', 32)",
  'identity_providers.sign_in_key': "repeat('a', 22)",
  'nodes.drains_live': 'false',
  'node_links.certificate': "repeat('ab', 32)",
  'invoice_corrections.gross': '2',
  'mails.failed_at': null,
  'mails.language': "'en'",
  'referrals.account_id': '(select max(id) from accounts)',
  'service_periods.period_to': "timestamptz '2026-12-24 03:15Z'",
  'service_periods.paid_at': null,
  'sign_on_requests.session_id': null,
  'staff_identity_provider.trusted_amr': "'{otp}'",
};

/** Values by the name of a column and its type, for checks that many tables have. */
const BY_NAME: readonly (readonly [RegExp, RegExp, string])[] = [
  [/email|^address$|^sender$|^recipient$/, /^text/, 'given@example.net'],
  [/sha256|fingerprint|browser_hash|_hash$|^hash$/, /^text/, 'ab'.repeat(32)],
  [/sha256|fingerprint|hash/, /^bytea/, `\\x${'ab'.repeat(32)}`],
  [/secret|sealed|nonce/, /^bytea/, `\\x${'ab'.repeat(48)}`],
  [/^currency$/, /^text/, 'EUR'],
  [/country|language/, /^text/, 'AT'],
  [/^key$/, /^text/, `${'ab'.repeat(32)}-${'cd'.repeat(8)}`],
  [/last4/, /^text/, '4242'],
  [/url/, /^text/, 'https://example.net/'],
  [/version$/, /^(smallint|integer)/, '4'],
  [/reason/, /^text/, 'Given for a test.'],
  [/expires_at|ends_at|until|closes_at/, /^timestamp/, '2026-11-24T03:45:00Z'],
];

const BY_TYPE: readonly (readonly [RegExp, string])[] = [
  [/\[\]$/, '{}'],
  [/^(smallint|integer|bigint|numeric|xid8)/, '1'],
  [/^(text|character)/, 'given'],
  [/^boolean/, 'true'],
  [/^timestamp/, '2026-11-24T03:15:00Z'],
  [/^date/, '2026-11-24'],
  [/^jsonb?/, '{}'],
  [/^inet/, '192.0.2.7'],
  [/^cidr/, '192.0.2.0/24'],
  [/^bytea/, '\\x00ff'],
  [/^uuid/, '00000000-0000-4000-8000-000000000001'],
  [/^interval/, '1 hour'],
  [/^server_status/, 'active'],
];

/** `db`: of a superuser, since triggers are not to fire. Returns sentences about tables that it could not fill. */
export async function fillTables(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p' order by 1`.execute(db);
  let failed = new Map<string, string>(rows.map(({ name }) => [name, '']));
  // A table whose foreign keys lead to an empty one waits for the next round.
  for (let before = 0; failed.size !== before; ) {
    before = failed.size;
    const again = new Map<string, string>();
    for (const table of failed.keys()) {
      const problem = await fillTable(db, table);
      if (problem) again.set(table, problem);
    }
    failed = again;
  }
  return [...failed].map(([table, problem]) => `${table}: ${problem}`);
}

/** Returns the problem, or `null` if the table has a row now. */
async function fillTable(db: Kysely<Database>, table: string): Promise<string | null> {
  const { rows } = await sql`select from ${sql.id(table)} limit 1`.execute(db);
  if (rows.length > 0) return null;
  const columns = await columnsOf(db, table);
  let problem = '';
  // First a row with all that a table can have, then one with what it must have.
  for (const chosen of [columns, columns.filter(({ optional }) => !optional)]) {
    try {
      await insertRow(db, table, chosen);
      return null;
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
    }
  }
  return problem;
}

async function insertRow(db: Kysely<Database>, table: string, columns: readonly Column[]): Promise<void> {
  const given = columns.filter(({ name }) => VALUES[`${table}.${name}`] !== null);
  const names = given.map(({ name }) => sql.id(name));
  const values = given.map((column) => expressionOf(table, column));
  await db.connection().execute(async (connection) => {
    await sql`set session_replication_role = replica`.execute(connection);
    try {
      const row = given.length > 0 ? sql`(${sql.join(names)}) values (${sql.join(values)})` : sql`default values`;
      await sql`insert into ${sql.id(table)} ${row}`.execute(connection);
    } finally {
      await sql`reset session_replication_role`.execute(connection);
    }
  });
}

function expressionOf(table: string, { name, type, refers, word }: Column) {
  const own = VALUES[`${table}.${name}`];
  if (typeof own === 'string') return sql.raw(own);
  if (refers !== null) {
    const [other = '', column = ''] = refers.split('.');
    return sql`(select ${sql.id(column)} from ${sql.id(other)} order by 1 limit 1)`;
  }
  const value =
    word ??
    BY_NAME.find(([names, types]) => names.test(name) && types.test(type))?.[2] ??
    BY_TYPE.find(([pattern]) => pattern.test(type))?.[1];
  if (value === undefined) throw new Error(`no value of type ${type} for ${table}.${name}`);
  return sql`${value}::text::${sql.raw(type)}`;
}

async function columnsOf(db: Kysely<Database>, table: string): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select a.attname::text as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull or a.atthasdef as optional,
      (select c.confrelid::regclass || '.' || f.attname from pg_constraint c join pg_attribute f on f.attrelid = c.confrelid and f.attnum = c.confkey[1]
        where c.conrelid = a.attrelid and c.contype = 'f' and c.conkey = array[a.attnum] limit 1) as refers,
      (select (regexp_match(pg_get_constraintdef(c.oid), '''([^'']+)''::text'))[1] from pg_constraint c
        where c.conrelid = a.attrelid and c.contype = 'c' and c.conkey = array[a.attnum] and pg_get_constraintdef(c.oid) like '%ARRAY[%' limit 1) as word
    from pg_attribute a
    where a.attrelid = ${`public.${table}`}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
    order by a.attnum`.execute(db);
  return rows;
}
