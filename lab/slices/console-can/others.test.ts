/**
 * Tests that the console's `can` matches the API in all conditions except the state and lock of a server. It covers roles, suspended or
 * closing accounts, identity providers, the lock of an address, and states of orders, tickets and addons.
 */
import type { OperationName } from '@innkeeper/contract/operations';
import type { Database } from '@innkeeper/db/schema';
import { ROLES, type Role } from '@innkeeper/model/people/roles';
import type { OrderStatus } from '@innkeeper/model/states/order';
import type { ServerStatus } from '@innkeeper/model/states/server';
import { TICKET_STATUSES } from '@innkeeper/model/states/ticket';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { givenOrder, givenResources } from '../../cross-cutting/resources.ts';
import { operations, type Setup } from '../../cross-cutting/setup.ts';
import { givenAccount } from '../../given.ts';
import { givenAddon } from '../../given-copies.ts';
import { givenTicket } from '../../given-tickets.ts';
import {
  closeAccount,
  givenCaller,
  givenCallerByProvider,
  givenLock,
  givenStated,
  ownerOf,
  suspendAccount,
} from './given-callers.ts';
import { type Caller, compare, openSetupThatStops, type Question } from './judge.ts';

type Asked = ReturnType<typeof operations>[number];

const NAMING = operations(({ resources = [] }) => resources.length > 0);

/** Excluded operations: their password or provider is checked before the transaction, or they stream without an end. */
const LEFT_OUT: readonly OperationName[] = [
  ...(['changePassword', 'confirmSession', 'confirmBySingleSignOn', 'testIdentityProvider', 'streamEvents'] as const),
];
const NAMING_NONE = operations(({ resources = [], anonymous }, name) => {
  return resources.length === 0 && !anonymous && !LEFT_OUT.includes(name);
});

let setup: Setup;
let db: Kysely<Database>;
let owner: Caller;
let suspended: Caller;
let closing: Caller;
const byRole = new Map<Role, Caller>();
const byProvider = new Map<Role, Caller>();
beforeAll(async () => {
  setup = await openSetupThatStops();
  ({ db } = setup.lab);
  owner = ownerOf(setup.me);
  suspended = await suspendAccount(db, setup.other);
  const third = await givenAccount(db, { funds: 1_000_000n });
  closing = await closeAccount(db, { ...third, has: await givenResources(db, third) });
  for (const role of ROLES) {
    byRole.set(role, role === 'owner' ? owner : await givenCaller(db, owner, role));
    if (role !== 'owner') byProvider.set(role, await givenCallerByProvider(db, owner, role));
  }
});
afterAll(() => setup.lab.close());

const SERVER = { status: 'active', power: 'running', state: ['running'], status_reason: null, lock_reason: null };

/** Returns the resource of `givenResources` as the console sees it. */
function resourceOf({ operation: { requires = {} } }: Asked): unknown {
  if (requires.order) return { status: 'awaiting_payment' };
  if (requires.ticket) return { status: 'opened' };
  return requires.addon ? { status: 'active', server: SERVER } : SERVER;
}

const questions = (asked: readonly Asked[], caller: Caller): Question[] =>
  asked.map((one) => ({ operation: one.name, caller, params: paramsOf(one, caller), resource: resourceOf(one) }));

/** Returns the id of a passkey or session of the caller, because they are not resources of the account. */
function paramsOf({ operation: { resources = [] } }: Asked, { own }: Caller): Record<string, number> {
  const [{ kind, param } = { kind: 'server', param: 'id' }] = resources;
  return own && (kind === 'passkey' || kind === 'session') ? { [param]: own[kind] } : {};
}

describe('the caller', () => {
  const all = [...NAMING, ...NAMING_NONE];

  test('is judged for each operation that names a resource', () => {
    expect(NAMING.length).toBeGreaterThan(100);
  });

  test.each(ROLES)('by token with role %s', async (role) => {
    expect(await compare(setup, questions(all, byRole.get(role) as Caller))).toEqual([]);
  });

  test.each(ROLES.filter((role) => role !== 'owner'))('by an identity provider with role %s', async (role) => {
    expect(await compare(setup, questions(all, byProvider.get(role) as Caller))).toEqual([]);
  });

  test('in an account that is suspended, or about to be closed', async () => {
    for (const caller of [suspended, closing]) expect(await compare(setup, questions(all, caller))).toEqual([]);
  });

  test('in such an account, before the role is checked', async () => {
    for (const caller of [suspended, closing]) {
      const reader = await givenCaller(db, caller, 'read-only');
      expect(await compare(setup, questions(all, reader))).toEqual([]);
    }
  });
});

describe('the resource', () => {
  const naming = (kind: string) => NAMING.filter(({ operation }) => operation.resources?.at(-1)?.kind === kind);

  test('an order, in each state', async () => {
    const statuses: readonly OrderStatus[] = ['awaiting_payment', 'processing', 'paid', 'cancelled'];
    const asked: Question[] = [];
    for (const status of statuses) {
      const { id, server } = await givenOrder(db, owner.account.accountId);
      await db.updateTable('orders').set({ status }).where('id', '=', id).execute();
      const ofOrder = NAMING.filter(({ operation }) => operation.resources?.[0]?.kind === 'order');
      const params = { id, service_id: server };
      asked.push(...ofOrder.map(({ name }) => ({ operation: name, caller: owner, params, resource: { status } })));
    }
    expect(asked.length).toBeGreaterThan(16);
    expect(await compare(setup, asked)).toEqual([]);
  });

  test('a ticket, in each state', async () => {
    const asked: Question[] = [];
    for (const status of TICKET_STATUSES) {
      const id = await givenTicket(db, { accountId: owner.account.accountId });
      const isWaiting = status === 'opened' || status === 'customer-reply';
      const times = { waiting_since: isWaiting ? new Date() : null, resolved_at: status === 'resolved' ? new Date() : null };
      await db
        .updateTable('tickets')
        .set({ status, ...times })
        .where('id', '=', id)
        .execute();
      asked.push(
        ...naming('ticket').map(({ name }) => ({ operation: name, caller: owner, params: { id }, resource: { status } })),
      );
    }
    expect(await compare(setup, asked)).toEqual([]);
  });

  test('an addon and its server, in each state, and under a lock', async () => {
    const statuses: readonly ServerStatus[] = ['awaiting_payment', 'processing', 'active', 'suspended', 'terminated'];
    const asked: Question[] = [];
    const ask = async (ofServer: ServerStatus, status: ServerStatus, isLocked = false) => {
      const { id, facts } = await givenStated(db, owner, { status: ofServer });
      const addon_id = await givenAddon(db, { serverId: id, key: 'backups' });
      await db.updateTable('services').set({ status }).where('id', '=', addon_id).execute();
      const lock = { kind: 'server.scale', reason: 'scale', steps: [] } as const;
      if (isLocked) await givenLock(db, { kind: 'server', resourceId: id }, lock);
      const server = { ...facts, lock_reason: isLocked ? 'scale' : null };
      const resource = { status, server };
      asked.push(...naming('addon').map(({ name }) => ({ operation: name, caller: owner, params: { id, addon_id }, resource })));
    };
    for (const ofServer of statuses) for (const status of statuses) await ask(ofServer, status);
    await ask('active', 'terminated', true);
    expect(await compare(setup, asked)).toEqual([]);
  });

  test('an address, under the lock of its server or floating IP', async () => {
    const { server, ip_address, floating_ip } = owner.account.has;
    const floating = await db
      .selectFrom('ip_addresses')
      .select('id')
      .where('floating_ip_id', '=', floating_ip)
      .executeTakeFirstOrThrow();
    const ask = (id: number, lock_reason: string | null): Question[] =>
      naming('ip_address').map(({ name }) => ({ operation: name, caller: owner, params: { id }, resource: { lock_reason } }));
    expect(await compare(setup, [...ask(ip_address, null), ...ask(floating.id, null)])).toEqual([]);
    await givenLock(db, { kind: 'server', resourceId: server }, { kind: 'server.scale', reason: 'scale', steps: [] });
    const attach = { kind: 'floating-ip.attach', reason: 'floating-ip-attach', steps: [] } as const;
    await givenLock(db, { kind: 'floating_ip', resourceId: floating_ip }, attach);
    expect(await compare(setup, [...ask(ip_address, 'scale'), ...ask(floating.id, 'floating-ip-attach')])).toEqual([]);
    await db.deleteFrom('locks').where('resource_id', 'in', [server, floating_ip]).execute();
  });
});
