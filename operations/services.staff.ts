import type { Service } from '@innkeeper/db/schema';
import { suspendedAccounts } from '@innkeeper/db/tables/accounts';
import { listServices as readServices } from '@innkeeper/db/tables/listed-services';
import { refuseIfLocked } from '@innkeeper/db/tables/locks';
import { childrenOf, findServices, lockServices, updateService, updateServices } from '@innkeeper/db/tables/services';
import { accountIdOf } from '@innkeeper/domain/accounts/find';
import { audit } from '@innkeeper/domain/audit';
import { complimentaryValue } from '@innkeeper/domain/endings/complimentary-value';
import { endByStaff, undoEndByStaff } from '@innkeeper/domain/endings/end-by-staff';
import { type FixedTerm, hasEnd, moveEnd } from '@innkeeper/domain/endings/move-end';
import { showCancellation } from '@innkeeper/domain/endings/show-cancellation';
import { showStaffEnds } from '@innkeeper/domain/endings/show-staff-ends';
import { suspendByStaff } from '@innkeeper/domain/endings/suspend-by-staff';
import { addMailsDue } from '@innkeeper/domain/mail/due';
import { mailedOrders } from '@innkeeper/domain/mail/left-orders';
import { ENDS_ROLES, queueTechnicalMail } from '@innkeeper/domain/mail/technical';
import type { LeftOrders } from '@innkeeper/domain/renewals/cancel-renewals';
import { mayResume, resumeService as resume } from '@innkeeper/domain/service-types/lifecycle';
import { offerOf } from '@innkeeper/domain/service-types/offers';
import { partOf } from '@innkeeper/domain/staff/list-part';
import { Failure, invalid } from '@innkeeper/model/failures';
import { type Cents, formatDecimal } from '@innkeeper/model/money/money';
import { endRefusal, postponeEnd } from '@innkeeper/model/pricing/moved-end';
import { resourceKindOf } from '@innkeeper/model/services/services';
import * as clock from '@innkeeper/model/time/clock';
import type { StaffCx, StaffInput, StaffReply } from './define.staff.ts';

/** Lists services, newest first. Includes terminated services only if requested. Throws `not_found` for an unknown account. */
export async function listServices(cx: StaffCx, input: StaffInput<'listServices'>): Promise<StaffReply<'listServices'>> {
  const { account, type, status, expires_before, ending, after, limit } = input;
  const rows = await readServices(cx.db, {
    ...{ type, status, ending, after, max: limit + 1 },
    accountId: account === undefined ? undefined : await accountIdOf(cx.db, account),
    expiresBefore: expires_before === undefined ? undefined : new Date(expires_before),
  });
  return partOf(rows, limit, (row) => ({ ...row, renew_price: formatDecimal(row.renew_price) }));
}

/**
 * Locks the service and validates the move. `gift` is the price of the added time for its owner. Throws `not_found`, `locked`, and `validation`
 * for `expiry_at`. Throws `wrong_state` for an addon, and for a service that is not in use, that has ended or that staff ends.
 */
export async function validateMove(
  cx: StaffCx,
  { service: id, expiry_at }: StaffInput<'setService'>,
): Promise<{ service: FixedTerm; until: Date; gift: Cents }> {
  const service = await requireService(cx, id);
  refuseEnding(service, `Keep it with ./innkeeper service keep ${id}.`);
  if (!hasEnd(service))
    throw new Failure('wrong_state', { message: `Service ${id} is ${service.status}, so its end cannot be moved.` });
  const until = new Date(expiry_at);
  const refusal = endRefusal({ before: service.expiry_at, end: until, now: cx.clock.now() }, cx.settings.maxEndYears);
  if (refusal !== undefined) throw invalid('expiry_at', refusal);
  return { service, until, gift: await complimentaryValue(cx, service, until) };
}

/**
 * Moves the end of a service and its addons. No money moves: added time is a gift, and the staff refunds removed time.
 *
 * Resumes a service that was suspended as unpaid and is now paid. Throws the errors of `validateMove`, and `wrong_state` while an order for
 * the service is pending.
 */
export async function setService(cx: StaffCx, input: StaffInput<'setService'>): Promise<StaffReply<'setService'>> {
  const { service, until, gift } = await validateMove(cx, input);
  const { id, account_id: accountId, type, expiry_at: before } = service;
  const { reason } = input;
  const { moved, left } = await moveEnd(cx, service, { until, reason });
  if (await mayResume(cx, moved)) await resume(cx, moved);
  const given: Record<string, string> = gift > 0n ? { amount: formatDecimal(gift) } : {};
  const details = { from: before.toISOString(), until: until.toISOString(), reason, ...given };
  await audit(cx, 'setService', { kind: resourceKindOf(type), id, accountId }, details);
  return { ...(await suspensionOf(cx, id)), before, ...presentLeft(left) };
}

/**
 * Postpones the suspension of a service, counted from its due time, or from now if that is later. The paid period does not change. Its owner
 * reads the new time by mail, and not the reason. Throws
 * `not_found`, and `wrong_state` for an inactive service, an addon, a service that staff ends, or a time beyond `maxPostponeMs`.
 */
export async function postponeService(
  cx: StaffCx,
  { service: id, days, reason }: StaffInput<'postponeService'>,
): Promise<StaffReply<'postponeService'>> {
  const [service] = await lockServices(cx.db, [id]);
  if (!service) throw new Failure('not_found', { message: `Service ${id} does not exist.` });
  const { expiry_at, suspend_after, status, parent_id, account_id, type } = service;
  if (parent_id !== null)
    throw new Failure('wrong_state', { message: `Service ${id} is an addon. Name its server instead: ${parent_id}.` });
  refuseEnding(service, `Keep it with ./innkeeper service keep ${id}.`);
  if (status !== 'active' || !expiry_at)
    throw new Failure('wrong_state', { message: `Service ${id} is ${status}. Only an active service can be postponed.` });
  const from = Math.max(cx.clock.now().getTime(), expiry_at.getTime(), suspend_after?.getTime() ?? 0);
  const until = new Date(from + clock.days(days));
  const maxDays = Math.floor(cx.settings.maxPostponeMs / clock.days(1));
  if (until.getTime() - expiry_at.getTime() > cx.settings.maxPostponeMs)
    throw new Failure('wrong_state', {
      message: `Service ${id} is paid until ${expiry_at.toISOString()}. It can be postponed by at most ${maxDays} days after that.`,
    });
  const addons = (await childrenOf(cx.db, id)).filter((addon) => addon.status === 'active');
  await updateServices(cx.db, [id, ...addons.map((addon) => addon.id)], { suspend_after: until });
  const resource = { kind: resourceKindOf(type), id, accountId: account_id };
  await audit(cx, 'postponeService', resource, { until: until.toISOString(), reason });
  await addMailsDue(cx, { kind: 'services-postponed', accountId: account_id, ids: [id] });
  return { id, account: account_id, type, expiry_at, suspend_after: until };
}

/**
 * Ends a suspension by the staff. A service that is paid, and not cancelled with immediate effect, resumes. For any other
 * service the grace period begins now, and it resumes after payment or the withdrawal of its cancellation.
 *
 * `extend` adds the time of the suspension to the service, as far as it was paid. Throws `not_found` and `locked`. Throws
 * `wrong_state` for a service that staff has not suspended or that staff ends, and while a pending order forbids to extend it.
 */
export async function resumeService(
  cx: StaffCx,
  { service: id, extend }: StaffInput<'resumeService'>,
): Promise<StaffReply<'resumeService'>> {
  const service = await requireService(cx, id);
  const { account_id: accountId, type, staff_suspended_at: since } = service;
  refuseEnding(service, `Keep it with ./innkeeper service keep ${id}.`);
  if (!since || service.status !== 'suspended')
    throw new Failure('wrong_state', { message: `Service ${id} is not suspended by the staff.` });
  const now = cx.clock.now();
  const extended = extend ? await extendBySuspension(cx, service, since) : service;
  const lifted = { staff_suspended_at: null, staff_suspend_reason: null, suspended_at: now };
  await updateService(cx.db, id, lifted);
  const isResumed = await mayResume(cx, { ...extended, ...lifted });
  if (isResumed) await resume(cx, { ...extended, ...lifted });
  const details = { until: extended.expiry_at?.toISOString() ?? null };
  await audit(cx, 'resumeService', { kind: resourceKindOf(type), id, accountId }, extended === service ? {} : details);
  const account_suspended = await isAccountSuspended(cx, accountId);
  await mailResumed(cx, service, { isResumed, isSuspended: account_suspended });
  return { ...(await suspensionOf(cx, id)), account_suspended };
}

/** Returns the extended service, or the unchanged service if none of that time was paid. */
async function extendBySuspension(cx: StaffCx, service: Service, since: Date): Promise<Service> {
  if (!hasEnd(service)) return service;
  const until = postponeEnd({ end: service.expiry_at, since, now: cx.clock.now() });
  if (!until) return service;
  return (await moveEnd(cx, service, { until, reason: 'The time of the suspension by our staff is added.' })).moved;
}

/**
 * Suspends a service until `resumeService`, whatever is paid, and mails the reason to its owner. A service that is suspended as unpaid or
 * cancelled can be suspended by the staff, too.
 *
 * During the suspension, nothing is renewed automatically, and nothing ends for lack of payment. Automatic orders for the service are
 * cancelled, and orders of its owner extend it.
 *
 * Throws `not_found` and `locked`. Throws `wrong_state` for an addon, for a service that is not in use, and if the staff already suspended
 * it or ends it.
 */
export async function suspendService(
  cx: StaffCx,
  { service: id, reason }: StaffInput<'suspendService'>,
): Promise<StaffReply<'suspendService'>> {
  const service = await requireService(cx, id);
  const { status } = service;
  refuseEnding(service, 'It stays suspended until then.');
  if (service.staff_suspended_at)
    throw new Failure('wrong_state', {
      message: `Service ${id} is already suspended by the staff: ${service.staff_suspend_reason}`,
    });
  if (status !== 'active' && status !== 'suspended')
    throw new Failure('wrong_state', { message: `Service ${id} is ${status}, so it cannot be suspended.` });
  const left = await suspendByStaff(cx, [service], reason);
  await mailSuspended(cx, service, { reason, left });
  return { ...(await suspensionOf(cx, id)), ...presentLeft(left) };
}

/**
 * Locks the service of an end. Throws `not_found`, `locked`, and `wrong_state` for an addon, and for a service that is not in use or that
 * staff ends already.
 */
export async function validateEnd(cx: StaffCx, { service: id }: Pick<StaffInput<'endService'>, 'service'>): Promise<Service> {
  const service = await requireService(cx, id);
  const { status } = service;
  if (status !== 'active' && status !== 'suspended')
    throw new Failure('wrong_state', {
      message: `Service ${id} is ${status}. Only an active or suspended service can be ended.`,
    });
  refuseEnding(service, `Keep it with ./innkeeper service keep ${id}.`);
  return service;
}

/** Suspends a service and ends it later. Only somebody at the host needs no approval. Throws the errors of `validateEnd`. */
export function endService(cx: StaffCx, input: StaffInput<'endService'>): Promise<StaffReply<'endService'>> {
  return endServiceFor(cx, input, null);
}

/** Ends a service as `endService`, on request of a member of the staff. The hours count from now. */
export async function endServiceFor(
  cx: StaffCx,
  input: StaffInput<'endService'>,
  requestedBy: number | null,
): Promise<StaffReply<'endService'>> {
  const service = await validateEnd(cx, input);
  const endsAt = new Date(cx.clock.now().getTime() + clock.hours(input.after));
  await endByStaff(cx, [service], { reason: input.reason, endsAt, requestedBy });
  const [end] = await showStaffEnds(cx, [service.id]);
  if (!end) throw new Failure('internal', { internal: `service ${service.id} has no end` });
  return end;
}

/**
 * Undoes the end of a service. A paid service that staff had not suspended before resumes, and an unpaid one gets a new grace period. Throws
 * `not_found`, `locked`, and `wrong_state` for a service that staff does not end, or that has ended.
 */
export async function keepService(
  cx: StaffCx,
  { service: id, reason }: StaffInput<'keepService'>,
): Promise<StaffReply<'keepService'>> {
  const service = await requireService(cx, id);
  if (!(await undoEndByStaff(cx, service))) {
    const why = service.status === 'terminated' ? 'has ended' : 'is not ended by staff';
    throw new Failure('wrong_state', { message: `Service ${id} ${why}.` });
  }
  const { type, account_id: accountId } = service;
  await audit(cx, 'keepService', { kind: resourceKindOf(type), id, accountId }, { reason });
  return { ...(await suspensionOf(cx, id)), account_suspended: await isAccountSuspended(cx, accountId) };
}

function refuseEnding({ id, status, staff_ends_at: at }: Service, hint: string): void {
  if (at === null || status === 'terminated') return;
  throw new Failure('wrong_state', { message: `Staff ends service ${id} at ${at.toISOString()}. ${hint}` });
}

const isAccountSuspended = async ({ db }: StaffCx, accountId: number): Promise<boolean> =>
  (await suspendedAccounts(db, [accountId])).has(accountId);

const presentLeft = ({ voidOrders, reducedOrders }: LeftOrders) => ({
  void_orders: voidOrders,
  reduced_orders: reducedOrders.map(({ id: order, gross }) => ({ order, gross: formatDecimal(gross) })),
});

/** Queues the mail that staff has suspended a service. Members who were asked to pay an order that it names get it too. */
async function mailSuspended(
  cx: StaffCx,
  service: Service,
  { reason, left }: { reason: string; left: LeftOrders },
): Promise<void> {
  const { id, account_id: accountId } = service;
  const { label: name } = await offerOf(cx.db, service);
  const orders = await mailedOrders(cx, accountId, left);
  const mail = {
    ...{ accountId, template: 'service-suspended' as const },
    dedupeKey: `suspended-by-staff:${id}:${cx.clock.now().getTime()}`,
  };
  const data = { name, reason, ...orders };
  if (Object.keys(orders).length === 0) await queueTechnicalMail(cx, { ...mail, data });
  else await queueTechnicalMail(cx, { ...mail, data }, ENDS_ROLES);
}

/** Queues the mail that staff no longer suspends a service. */
async function mailResumed(
  cx: StaffCx,
  service: Service,
  { isResumed, isSuspended }: { isResumed: boolean; isSuspended: boolean },
): Promise<void> {
  const { id, account_id: accountId } = service;
  const now = cx.clock.now().getTime();
  const { label: name } = await offerOf(cx.db, service);
  const until = isResumed ? null : now + cx.settings.cancelGraceMs;
  const dedupeKey = `resumed-by-staff:${id}:${now}`;
  await queueTechnicalMail(cx, { accountId, template: 'service-resumed', data: { name, until, isSuspended }, dedupeKey });
}

/** Locks and returns a service that is not an addon. Throws `not_found`, `locked`, and `wrong_state` for an addon. */
async function requireService({ db }: StaffCx, id: number): Promise<Service> {
  const [service] = await lockServices(db, [id]);
  if (!service) throw new Failure('not_found', { message: `Service ${id} does not exist.` });
  if (service.parent_id !== null)
    throw new Failure('wrong_state', { message: `Service ${id} is an addon. Name its server instead: ${service.parent_id}.` });
  await refuseIfLocked(db, resourceKindOf(service.type), id);
  return service;
}

/** Returns the current suspension of a service. */
async function suspensionOf(
  cx: StaffCx,
  id: number,
): Promise<Omit<StaffReply<'suspendService'>, 'void_orders' | 'reduced_orders'>> {
  const [service] = await findServices(cx.db, [id]);
  if (!service) throw new Failure('not_found');
  const { type, status, expiry_at, staff_suspended_at, account_id: account, staff_suspend_reason: reason } = service;
  const cancellation = await showCancellation(cx, service);
  return { id, account, type, status, expiry_at, staff_suspended_at, reason, cancellation };
}
