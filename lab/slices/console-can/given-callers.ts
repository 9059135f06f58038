/** Inserts the accounts, members and servers that the comparison of `can` with the API needs. */
import type { ServerFacts } from '@innkeeper/console/web/rules/can';
import type { Database } from '@innkeeper/db/schema';
import { createToken } from '@innkeeper/db/tables/tokens';
import type { Role } from '@innkeeper/model/people/roles';
import type { LockReason } from '@innkeeper/model/states/workflow-words.gen';
import { statesOf } from '@innkeeper/present/server';
import type { Kysely } from 'kysely';
import type { AccountWithResources } from '../../cross-cutting/setup.ts';
import { givenAccount, givenServer } from '../../given.ts';
import { givenPasskey } from '../../given-passkeys.ts';
import { givenSession } from '../../given-sessions.ts';
import { givenIdentityProvider } from '../../given-single-sign-on.ts';
import type { Caller } from './judge.ts';

const OPEN = { suspended: false, closes_at: null };
const IN_A_WEEK = new Date(Date.now() + 7 * 86_400_000);

/** Returns the owner as a caller with a token. */
export const ownerOf = (account: AccountWithResources, standing: Caller['me']['account'] = OPEN): Caller => ({
  account,
  headers: bearer(account.token),
  me: { account: standing, role: 'owner', session: { single_sign_on: false } },
});

/** Adds a member with this role, who calls with a token. */
export async function givenCaller(db: Kysely<Database>, owner: Caller, role: Role): Promise<Caller> {
  const { accountId, userId, own } = await givenMemberOf(db, owner, role);
  const { token } = await createToken(db, { accountId, userId, name: 'given', abilities: ['write', 'account'] });
  return { ...owner, headers: bearer(token), me: { ...owner.me, role }, own };
}

/** Adds a member with this role, signed in by the identity provider of the account. */
export async function givenCallerByProvider(db: Kysely<Database>, owner: Caller, role: Role): Promise<Caller> {
  const { accountId, userId, own } = await givenMemberOf(db, owner, role);
  const provider =
    (await db.selectFrom('identity_providers').select('id').where('account_id', '=', accountId).executeTakeFirst()) ??
    (await givenIdentityProvider(db, { accountId, domain: `account-${accountId}.example` }));
  const { id, headers } = await givenSession(db, { accountId, userId });
  await db.updateTable('sessions').set({ identity_provider_id: provider.id }).where('id', '=', id).execute();
  return { ...owner, headers, me: { ...owner.me, role, session: { single_sign_on: true } }, own };
}

async function givenMemberOf(db: Kysely<Database>, { account: { accountId } }: Caller, role: Role) {
  const { userId } = await givenAccount(db);
  await db.insertInto('memberships').values({ account_id: accountId, user_id: userId, role }).execute();
  const own = { passkey: await givenPasskey(db, { userId }), session: (await givenSession(db, { accountId, userId })).id };
  return { accountId, userId, own };
}

/** Suspends an account before its first request, since tokens are cached. */
export async function suspendAccount(db: Kysely<Database>, account: AccountWithResources): Promise<Caller> {
  const suspended = { suspended_at: new Date(), suspend_reason: 'given' };
  await db.updateTable('accounts').set(suspended).where('id', '=', account.accountId).execute();
  return ownerOf(account, { suspended: true, closes_at: null });
}

/** Begins the closing of an account before its first request. */
export async function closeAccount(db: Kysely<Database>, account: AccountWithResources): Promise<Caller> {
  const closing = { closing_asked_at: new Date(), closes_at: IN_A_WEEK };
  await db.updateTable('accounts').set(closing).where('id', '=', account.accountId).execute();
  return ownerOf(account, { suspended: false, closes_at: IN_A_WEEK.toISOString() });
}

export interface StatedServer {
  id: number;
  facts: ServerFacts;
}

type ServerFields = Partial<Omit<Parameters<typeof givenServer>[1], 'accountId'>>;

/** Inserts a server in this state, without an address, and returns it as the console sees it. */
export async function givenStated(db: Kysely<Database>, { account }: Caller, fields: ServerFields = {}): Promise<StatedServer> {
  const own = { accountId: account.accountId, address: false, holds_capacity: false };
  const id = await givenServer(db, { ...own, ...fields });
  return { id, facts: await factsOf(db, id) };
}

/** Locks a server with a workflow that has begun these steps. */
export async function lockStated(
  db: Kysely<Database>,
  { id }: Pick<StatedServer, 'id'>,
  { kind, reason, steps }: { kind: string; reason: LockReason; steps: readonly string[] },
): Promise<StatedServer> {
  await givenLock(db, { kind: 'server', resourceId: id }, { kind, reason, steps });
  return { id, facts: { ...(await factsOf(db, id)), lock_reason: reason, steps } };
}

/** Inserts a workflow that holds a lock. */
export async function givenLock(
  db: Kysely<Database>,
  { kind: resource, resourceId }: { kind: 'server' | 'floating_ip'; resourceId: number },
  { kind, reason, steps }: { kind: string; reason: LockReason; steps: readonly string[] },
): Promise<void> {
  const { id } = await db
    .insertInto('workflows')
    .values({ kind, input: '{}', state: 'running' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const held = { locked_at: new Date(), deadline_at: IN_A_WEEK, workflow_id: id, reason };
  await db
    .insertInto('locks')
    .values({ kind: resource, resource_id: resourceId, ...held })
    .execute();
  const begun = steps.map((step) => ({ workflow_id: id, step, direction: 'forward' }) as const);
  if (begun.length > 0) await db.insertInto('workflow_steps').values(begun).execute();
}

async function factsOf(db: Kysely<Database>, id: number): Promise<ServerFacts> {
  const row = await db.selectFrom('servers').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const { status, power, shown_reason } = row;
  return { status, power, state: statesOf(row, false), status_reason: shown_reason, lock_reason: null };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
