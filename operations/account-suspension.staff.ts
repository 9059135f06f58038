/** Suspensions of accounts, and the end of all services of an account. */
import type { Database } from '@innkeeper/db/schema';
import { listLocked } from '@innkeeper/db/tables/locks';
import { lockServicesInUse, lockServicesToEnd } from '@innkeeper/db/tables/service-ends';
import { accountIdOf } from '@innkeeper/domain/accounts/find';
import { audit } from '@innkeeper/domain/audit';
import { endByStaff } from '@innkeeper/domain/endings/end-by-staff';
import { showStaffEnds } from '@innkeeper/domain/endings/show-staff-ends';
import { suspendByStaff } from '@innkeeper/domain/endings/suspend-by-staff';
import { Failure } from '@innkeeper/model/failures';
import { hours } from '@innkeeper/model/time/clock';
import { type Kysely, sql } from 'kysely';
import { loadAccount } from './accounts.staff.ts';
import type { StaffCx, StaffInput, StaffReply } from './define.staff.ts';
import { peopleOf } from './services.staff.ts';

/**
 * Limits the tokens of an account to reading and tickets (`account_suspended`). Its servers are not affected, unless `services_reason` is
 * given. It then suspends all services in use, but those that a workflow locks. Throws `not_found` and `wrong_state`.
 */
export async function suspendAccount(
  cx: StaffCx,
  { account, reason, services_reason }: StaffInput<'suspendAccount'>,
): Promise<StaffReply<'suspendAccount'>> {
  const id = await accountIdOf(cx.db, account);
  if (!(await suspend(cx, id, reason))) throw new Failure('wrong_state', { message: `Account ${id} is already suspended.` });
  const services = services_reason === undefined ? [] : await lockServicesInUse(cx.db, id);
  const locked = await listLocked(cx.db, services);
  const suspended = services.filter((service) => !locked.has(service.id));
  if (services_reason !== undefined) await suspendByStaff(cx, suspended, services_reason);
  const details = { reason, ...(services_reason !== undefined && { services_reason, services: suspended.length }) };
  await audit(cx, 'suspendAccount', { kind: 'account', id: id, accountId: id }, details);
  return {
    ...(await loadAccount(cx.db, id)),
    servers_running: await countRunningServers(cx.db, id),
    services: suspended.length,
    locked: [...locked],
  };
}

/** Suspends an account. Returns false for an account that is suspended already. */
async function suspend(cx: StaffCx, id: number, reason: string): Promise<boolean> {
  const { numUpdatedRows } = await cx.db
    .updateTable('accounts')
    .set({ suspended_at: cx.clock.now(), suspend_reason: reason })
    .where('id', '=', id)
    .where('suspended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function countRunningServers(db: Kysely<Database>, accountId: number): Promise<number> {
  const { running } = await db
    .selectFrom('servers')
    .select(sql<number>`count(*)::int`.as('running'))
    .where('account_id', '=', accountId)
    .where('power', '=', 'running')
    .executeTakeFirstOrThrow();
  return running;
}

/** Throws `not_found`, and `wrong_state` if the account has no service that could end. Returns the id of the account. */
export async function validateEndOfAccount(cx: StaffCx, { account }: Pick<StaffInput<'endAccount'>, 'account'>): Promise<number> {
  const id = await accountIdOf(cx.db, account);
  if ((await lockServicesToEnd(cx.db, id)).length === 0)
    throw new Failure('wrong_state', { message: `Account ${id} has no service to end.` });
  return id;
}

/** Suspends an account and ends all its services later. Only somebody at the host needs no approval. Throws `not_found` and `wrong_state`. */
export function endAccount(cx: StaffCx, input: StaffInput<'endAccount'>): Promise<StaffReply<'endAccount'>> {
  return endAccountFor(cx, input, null);
}

/**
 * Ends the services as `endAccount`, on request of a member of the staff. The hours count from now. Services that a workflow locks, or that
 * are not built yet, are suspended later by a job.
 */
export async function endAccountFor(
  cx: StaffCx,
  input: StaffInput<'endAccount'>,
  requestedBy: number | null,
): Promise<StaffReply<'endAccount'>> {
  const account = await validateEndOfAccount(cx, input);
  const { reason, after } = input;
  await suspend(cx, account, reason);
  const services = await lockServicesToEnd(cx.db, account);
  const endsAt = new Date(cx.clock.now().getTime() + hours(after));
  const end = { reason, endsAt, ...peopleOf(cx, requestedBy) };
  await endByStaff(cx, services, end, await listLocked(cx.db, services));
  const details = { until: endsAt.toISOString(), reason, services: services.length };
  await audit(cx, 'endAccount', { kind: 'account', id: account, accountId: account }, details);
  const ids = services.map(({ id }) => id);
  return { account, ends: await showStaffEnds(cx, ids) };
}
