import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../lab/database.ts';
import { givenAccount } from '../../lab/given.ts';
import { type OpenDatabase, openDatabase } from '../connect.ts';
import { API_ROLE, asRole, OPERATOR_ROLE, OWNER_ROLE, WORKER_ROLE } from '../roles.ts';
import type { Database } from '../schema.ts';
import { sqlState } from '../transaction.ts';
import { applyGrants, GRANTS } from './grants.ts';

let lab: TestDatabase;
const handles: OpenDatabase[] = [];
const as = (role: string): Kysely<Database> => {
  const handle = openDatabase({ url: asRole(lab.url, role), max: 2 });
  handles.push(handle);
  return handle.db;
};
let [api, worker, owner] = [] as Kysely<Database>[];
beforeAll(async () => {
  lab = await openTestDatabase();
  [api, worker, owner] = [as(API_ROLE), as(WORKER_ROLE), as(OWNER_ROLE)];
});
afterAll(async () => {
  for (const { close } of handles) await close();
  await lab.close();
});

/** Runs a statement. Returns `ok`, or the SQLSTATE of the error. */
async function said(db: Kysely<Database> | undefined, statement: string): Promise<string | undefined> {
  try {
    await sql.raw(statement).execute(db ?? expect.fail('no such role'));
    return 'ok';
  } catch (error) {
    return sqlState(error);
  }
}
const DENIED = '42501';

test('db/roles/grants.ts lists the privileges of every table, so that new ones are considered', async () => {
  const { rows } = await sql<{ name: string }>`
    select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')`.execute(
    lab.db,
  );
  expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(GRANTS).sort());
});

test("everything belongs to the owner role, which is no superuser and neither the API's nor the worker's role", async () => {
  const { rows } = await sql<{ owner: string }>`
    select distinct relowner::regrole::text as owner from pg_class where relnamespace = 'public'::regnamespace
    union select distinct proowner::regrole::text from pg_proc where pronamespace = 'public'::regnamespace`.execute(lab.db);
  expect(rows).toEqual([{ owner: OWNER_ROLE }]);
  const roles = await sql`select rolname::text, rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication from pg_roles
    where rolname like 'innkeeper\\_%' order by 1`.execute(lab.db);
  const nothing = { rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false, rolreplication: false };
  expect(roles.rows).toEqual([API_ROLE, OPERATOR_ROLE, OWNER_ROLE, WORKER_ROLE].map((rolname) => ({ rolname, ...nothing })));
});

describe.each([
  ['the API', () => api],
  ['the worker', () => worker],
])('%s', (_who, db) => {
  test.each([
    'drop table tickets',
    'truncate tickets',
    'alter table tickets add column more text',
    'create table more (id integer)',
    'create or replace function copy_restored_since(copy integer) returns timestamptz language sql as $$ select now() $$',
    'alter table servers disable trigger all',
    `set role ${OWNER_ROLE}`,
    'create role another',
    "select pg_read_file('/etc/passwd')",
    "copy tickets to program 'true'",
    'select * from kysely_migration',
    'update plans set price = 0',
    'update accounts set name = name',
    'update users set suspended_at = null',
    'update memberships set user_id = 1',
    'update ledger_postings set amount = 0',
    'update ledger_accounts set monthly_cap = null',
    'update ledger_accounts set credit_limit = 1',
    'update access_tokens set monthly_cap = null',
    'delete from ledger_entries',
    'delete from ledger_accounts',
    'delete from audit_log',
    'update audit_log set action = action',
    'delete from server_details',
  ])('denies: %s', async (statement) => {
    expect(await said(db(), statement)).toBe(DENIED);
  });
});

test('the API can neither read the contents of workflows, nor delete them', async () => {
  const statements = ['select input from workflows', 'select memory from workflows', 'select * from workflows'];
  for (const statement of [...statements, 'select error from workflows', 'delete from workflows', 'delete from operator_alerts'])
    expect([statement, await said(api, statement)]).toEqual([statement, DENIED]);
  for (const statement of [
    'select id, shown_state from workflows',
    'select copy_restored_since(1)',
    'listen events',
    "notify events, '1'",
  ])
    expect([statement, await said(api, statement)]).toEqual([statement, 'ok']);
  await givenAccount(lab.db);
  expect(await said(api, 'select id from accounts for no key update')).toBe('ok');
});

test('the worker can park accounts and read mail recipients', async () => {
  for (const statement of ['update accounts set billing_parked_at = null', 'select email, language from users'])
    expect([await said(worker, statement), await said(api, 'update accounts set billing_parked_at = null')]).toEqual([
      'ok',
      DENIED,
    ]);
});

test('the worker reads of approvals the mail about their expiry, and changes nothing else of them', async () => {
  expect(await said(worker, 'select id, operation, outcome, expires_at, expiry_mail from staff_approvals for update')).toBe('ok');
  expect(await said(worker, 'update staff_approvals set expiry_mail = null')).toBe('ok');
  for (const column of ['input', 'requested_by', 'amount', 'account_id'])
    expect(await said(worker, `select ${column} from staff_approvals`)).toBe(DENIED);
  expect(await said(worker, 'update staff_approvals set expires_at = now()')).toBe(DENIED);
  expect(await said(worker, 'select email from staff')).toBe(DENIED);
  expect(await said(api, 'select expiry_mail from staff_approvals')).toBe(DENIED);
});

test('the worker has the privileges that its runner needs', async () => {
  for (const statement of [
    "select count(*) from pg_locks where locktype = 'advisory'",
    'select pg_try_advisory_lock(1, 2)',
    'listen workflows',
  ])
    expect(await said(worker, statement)).toBe('ok');
});

test('an unlisted table works for both roles, and manually added privileges are revoked', async () => {
  await sql`create table later (id integer)`.execute(owner ?? expect.fail('no owner'));
  for (const db of [api, worker]) expect(await said(db, 'insert into later select id from later')).toBe('ok');
  await sql`grant all on plans to ${sql.id(API_ROLE)}; grant select (input) on workflows to ${sql.id(API_ROLE)}`.execute(lab.db);
  expect(await said(api, 'update plans set price = price')).toBe('ok');
  await applyGrants(owner ?? expect.fail('no owner'));
  for (const statement of ['update plans set price = 0', 'select input from workflows'])
    expect(await said(api, statement)).toBe(DENIED);
});
