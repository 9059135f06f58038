import { isMutation } from '@innkeeper/contract/define';
import { openDatabase } from '@innkeeper/db/connect';
import { API_ROLE, asRole } from '@innkeeper/db/roles';
import { sqlState } from '@innkeeper/db/transaction';
import { rowsFor } from '@innkeeper/http/run/rows';
import type { ResourceKind } from '@innkeeper/model/requests/path-resources';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asMutation } from '../given-cx.ts';
import { openSetup, operations, paramsOf, requestFor, type Setup } from './setup.ts';

let setup: Setup;
/** Connection with the database role of the API, to test that its rights suffice for locking. */
let api: ReturnType<typeof openDatabase>;
beforeAll(async () => {
  setup = await openSetup();
  api = openDatabase({ url: asRole(setup.lab.url, API_ROLE) });
});
afterAll(async () => {
  await api.close();
  await setup.lab.close();
});

/** Table of each kind of resource that a path names. */
const TABLES: Partial<Record<ResourceKind, string>> = {
  server: 'services',
  ssh_key: 'ssh_keys',
  order: 'orders',
  snapshot: 'copies',
  backup: 'copies',
  iso: 'isos',
  firewall: 'firewalls',
  ticket: 'tickets',
  ip_address: 'ip_addresses',
  addon: 'services',
  token: 'access_tokens',
  member: 'memberships',
  invitation: 'invitations',
  webhook: 'webhooks',
  support_grant: 'support_grants',
  passkey: 'user_passkeys',
  payment_card: 'saved_cards',
};

/** A service is a line of the order in the same path, and a delivery belongs to its webhook. They are locked with it. */
const UNDER_ANOTHER: readonly ResourceKind[] = ['service', 'event_delivery'];

const naming = operations(
  (operation) => isMutation(operation) && (operation.resources ?? []).length > 0 && operation.rowLock !== 'by use case',
);

it.each(naming)('$name locks the rows that its path names', async ({ operation }) => {
  const { me, lab } = setup;
  const named = (operation.resources ?? []).filter(({ kind }) => !UNDER_ANOTHER.includes(kind));
  const held: ResourceKind[] = [];
  await asMutation(api.db, me, async (cx) => {
    // A state is checked after the row is locked.
    await rowsFor(cx, { ...operation, requires: undefined } as never, paramsOf(operation, me));
    for (const { kind } of named) {
      const table = sql.table(TABLES[kind] ?? expect.fail(`${kind} has no table here`));
      const taken = sql`select from ${table} where id = ${me.has[kind]} for update nowait`.execute(lab.db);
      if ((await taken.catch(sqlState)) === LOCK_NOT_AVAILABLE) held.push(kind);
    }
  });
  expect(held).toEqual(named.map(({ kind }) => kind));
});

const LOCK_NOT_AVAILABLE = '55P03';

it.each([
  ['resolveTicket', 'tickets', 'ticket', 'resolved', 'This ticket is already resolved.'],
  ['cancelServerAddon', 'services', 'addon', 'terminated', 'This addon is terminated.'],
] as const)('%s is refused in the wrong state', async (name, table, kind, status, message) => {
  const { me, lab, send } = setup;
  const resolved = { waiting_since: null, resolved_at: new Date() };
  const change = { status, ...(table === 'tickets' && resolved) };
  await lab.db.updateTable(table).set(change).where('id', '=', me.has[kind]).execute();
  expect(await send(requestFor(name, me))).toMatchObject({ status: 422, body: { code: 'wrong_state', message } });
});
