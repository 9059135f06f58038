/** Ends of services, which concern those who pay for them and those who run them. */
import { isSuspensionUntold, suspendedAccounts } from '@innkeeper/db/tables/accounts';
import {
  announcedEnds,
  copiesKeptUntil,
  isEndingMore,
  type MailedServiceRow,
  mailedServices,
} from '@innkeeper/db/tables/mailed-services';
import { findServiceEnds } from '@innkeeper/db/tables/service-ends';
import { takeVoidOrders } from '@innkeeper/db/tables/void-orders';
import type { KeptService, MailData } from '@innkeeper/model/mail/templates';
import { hours } from '@innkeeper/model/time/clock';
import type { MutatingCx } from '../../context.ts';
import { mailAccountSuspended } from '../account-suspension.ts';
import { bounded, type Composer, pageOf, SUPPORT_PAGE } from '../composer.ts';
import { addMailsDue } from '../due.ts';
import { ENDS_ROLES, queueTechnicalMail } from '../technical.ts';

/** Longest time in milliseconds that a mail waits for the other ends of its account. */
const MAX_WAIT_MS = hours(1);

/**
 * Tells of ends by staff that are ahead, which services are off already, and which unpaid orders are void. Leaves out services that are kept
 * by now, and ends whose time has come: the mail that they have ended follows. Void orders without such a mail have their own
 * (order-void.ts). If all are kept, tells of the account that the end has suspended.
 */
export const composeServiceEnding: Composer = async (cx, { id, account_id: accountId, ids }) => {
  const now = cx.clock.now();
  const ends = new Map((await findServiceEnds(cx.db, ids)).map((end) => [end.service_id, end]));
  const groups = new Map<string, { at: number; reason: string; services: number[]; off: string[]; on: string[] }>();
  for (const service of await mailedServices(cx.db, ids)) {
    const end = ends.get(service.id);
    if (!end || service.status === 'terminated') continue;
    const [at, { reason }] = [end.ends_at.getTime(), end];
    if (at <= now.getTime()) continue;
    const key = `${at} ${reason}`;
    const group = groups.get(key) ?? { at, reason, services: [], off: [], on: [] };
    groups.set(key, group);
    group.services.push(service.id);
    // A service that is locked or not built is not switched off yet.
    (service.status === 'suspended' ? group.off : group.on).push(service.name);
  }
  if (groups.size === 0) {
    const isUntold = ends.size === 0 && (await isSuspensionUntold(cx.db, accountId));
    return isUntold ? mailAccountSuspended(cx, accountId, { suspended: [], voidOrders: [], reason: null }) : undefined;
  }
  const orders = await takeVoidOrders(cx.db, accountId);
  const isSuspended = (await suspendedAccounts(cx.db, [accountId])).has(accountId);
  for (const [n, { services, off, on, at, reason }] of [...groups.values()].entries()) {
    const { listed: names, more } = bounded(off);
    const { listed, more: moreOn } = bounded(on);
    await queueToAll(cx, {
      ...{ accountId, template: 'service-ending', dedupeKey: `service-ending:${id}:${n}` },
      data: {
        ...{ names, more, on: listed, moreOn, orders: n === 0 ? orders : [], ids: services, at, reason },
        ...{ isSuspended, page: pageOf(cx, SUPPORT_PAGE) },
      },
    });
  }
};

/**
 * Tells of services that staff does not end after all. Leaves out services that have ended or that staff ends again, and those whose end
 * no mail has announced: their owner has nothing to learn.
 */
export const composeServiceKept: Composer = async (cx, { id, account_id: accountId, ids }) => {
  const ending = new Set((await findServiceEnds(cx.db, ids)).map((end) => end.service_id));
  const announced = await announcedEnds(cx.db, accountId, ids);
  const kept = (await mailedServices(cx.db, ids)).filter(
    (service) => service.status !== 'terminated' && !ending.has(service.id) && announced.has(service.id),
  );
  if (kept.length === 0) return;
  const { listed: services, more } = bounded(kept.map((service) => keptService(service, cx.settings.cancelGraceMs)));
  const isSuspended = (await suspendedAccounts(cx.db, [accountId])).has(accountId);
  await queueToAll(cx, {
    ...{ accountId, template: 'service-kept', dedupeKey: `service-kept:${id}` },
    data: { services, more, ids: kept.map((service) => service.id), isSuspended, page: pageOf(cx, SUPPORT_PAGE) },
  });
};

function keptService(service: MailedServiceRow, graceMs: number): KeptService {
  const { name, status, staff_suspended_at, staff_suspend_reason: reason, suspended_at, expiry_at, is_cancelled } = service;
  const kept = { name, cancelled: is_cancelled };
  if (status === 'active' && !service.has_no_machine) {
    // The cancellation of an active service takes effect at the end of the paid term.
    return is_cancelled && expiry_at ? { name, state: 'active-until', until: expiry_at.getTime() } : { name, state: 'active' };
  }
  if (status !== 'suspended') return { ...kept, state: 'unchanged' };
  if (staff_suspended_at) return { ...kept, state: 'paused', reason: reason ?? '' };
  // Undoing the end has restarted the grace period.
  return { ...kept, state: 'unpaid', until: (suspended_at?.getTime() ?? 0) + graceMs };
}

/**
 * Tells of services that were removed, by staff or because they were not paid, and until when their copies are kept. Waits while other
 * services of the account are ending, so that they share a mail.
 */
export const composeServicesEnded: Composer = async (cx, { id, account_id: accountId, ids, created_at }) => {
  const now = cx.clock.now();
  if (now.getTime() - created_at.getTime() < MAX_WAIT_MS && (await isEndingMore(cx.db, accountId, now)))
    return addMailsDue(cx, { kind: 'services-ended', accountId, ids, at: created_at });
  const reasons = new Map((await findServiceEnds(cx.db, ids)).map(({ service_id, reason }) => [service_id, reason]));
  const groups = new Map<
    string,
    { reason: string | null; isAddons: boolean; ended: { id: number; name: string; at: number }[] }
  >();
  for (const service of await mailedServices(cx.db, ids)) {
    const { ended_at, expiry_at, status_reason } = service;
    if (service.status !== 'terminated' || !ended_at) continue;
    // A paid service without an end by staff was lost with its host. Its reason was written by staff.
    const isUnpaid = expiry_at === null || expiry_at <= ended_at;
    const reason = reasons.get(service.id) ?? (isUnpaid ? null : status_reason);
    const isAddons = service.parent_id !== null;
    const key = `${isAddons} ${reason}`;
    const group = groups.get(key) ?? { reason, isAddons, ended: [] };
    groups.set(key, group);
    group.ended.push({ id: service.id, name: service.name, at: ended_at.getTime() });
  }
  const isSuspended = (await suspendedAccounts(cx.db, [accountId])).has(accountId);
  for (const [n, { reason, isAddons, ended }] of [...groups.values()].entries()) {
    const { listed, more } = bounded(ended);
    const kept = await copiesKeptUntil(
      cx.db,
      ended.map((service) => service.id),
      cx.settings.copyRetentionMs,
    );
    await queueToAll(cx, {
      ...{ accountId, template: 'services-ended', dedupeKey: `services-ended:${id}:${n}` },
      data: {
        names: listed.map(({ name }) => name),
        ...{ more, at: Math.max(...ended.map(({ at }) => at)), reason, copiesUntil: kept?.getTime() ?? null },
        ...(isAddons && { isAddons }),
        ...{ isSuspended, page: pageOf(cx, SUPPORT_PAGE) },
      },
    });
  }
};

const queueToAll = <Name extends 'service-ending' | 'service-kept' | 'services-ended'>(
  cx: MutatingCx,
  mail: { accountId: number; template: Name; data: MailData[Name]; dedupeKey: string },
): Promise<void> => queueTechnicalMail(cx, mail, ENDS_ROLES);
