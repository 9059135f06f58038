/**
 * Moves the end of a service on behalf of staff (model/pricing/moved-end.ts): its periods, its addons, and its renewals ordered by a job.
 */
import type { Service } from '@innkeeper/db/schema';
import { childrenOf, lockServices, updateService } from '@innkeeper/db/tables/services';
import { insertTermChange, truncatePaidPeriods, waitingOrderFor } from '@innkeeper/db/tables/term-changes';
import { Failure } from '@innkeeper/model/failures';
import { addonEnd, anchorOf, discountsAfterMove } from '@innkeeper/model/pricing/moved-end';
import { VOID_REASONS } from '@innkeeper/model/services/void-reasons';
import type { MutatingCx } from '../context.ts';
import { mailedOrders } from '../mail/left-orders.ts';
import { queueMail } from '../mail/queue.ts';
import { type LeftOrders, leaveWaitingRenewals } from '../renewals/cancel-renewals.ts';
import { offerOf } from '../service-types/offers.ts';

export type FixedTerm = Service & { expiry_at: Date; billing_anchor: Date };

/** Returns whether a service has an end that can be moved: the service is active or suspended. */
export function hasEnd(service: Service): service is FixedTerm {
  const { status, expiry_at, billing_anchor } = service;
  return (status === 'active' || status === 'suspended') && expiry_at !== null && billing_anchor !== null;
}

export interface EndMove {
  service: FixedTerm;
  until: Date;
  anchor: Date;
}

/** Returns the new ends of a service and of its addons that have one. The service comes first. */
export function endMovesOf(service: FixedTerm, addons: readonly Service[], until: Date): EndMove[] {
  const anchor = anchorOf(service.billing_anchor, until);
  const moved = { before: service.expiry_at, after: until, anchor };
  return [
    { service, until, anchor },
    ...addons.filter(hasEnd).map((addon) => ({ service: addon, until: addonEnd(addon.expiry_at, moved), anchor })),
  ];
}

/**
 * Moves the end of a service and its addons, and mails the owner. Returns the changed service, and the unpaid orders that it has left. No
 * money moves, and nothing is resumed. The caller has locked `service`, which must not be a child service.
 *
 * The service and its addons are taken out of renewals ordered by a job, and are ordered again from the new end. Throws `wrong_state` while
 * another order for the service is unpaid or being paid.
 */
export async function moveEnd(
  cx: MutatingCx,
  service: FixedTerm,
  { until, reason }: { until: Date; reason: string },
): Promise<{ moved: FixedTerm; left: LeftOrders }> {
  const now = cx.clock.now();
  const addons = await lockServices(
    cx.db,
    (await childrenOf(cx.db, service.id)).map(({ id }) => id),
  );
  const ids = [service, ...addons].map(({ id }) => id);
  const left = await leaveWaitingRenewals(cx, ids, {
    reason: VOID_REASONS.end_moved,
    automatic: true,
  });
  await refuseWhileOrdered(cx, ids);
  const moves = endMovesOf(service, addons, until);
  for (const move of moves) await moveOne(cx, move, now);
  const { label: name } = await offerOf(cx.db, service);
  const accountId = service.account_id;
  await queueMail(cx, {
    accountId,
    template: 'service-end-moved',
    data: {
      name,
      before: service.expiry_at.getTime(),
      until: until.getTime(),
      reason,
      ...(await mailedOrders(cx, accountId, left)),
    },
    dedupeKey: `end-moved:${service.id}:${now.getTime()}:${until.getTime()}`,
  });
  return { moved: { ...service, expiry_at: until, billing_anchor: anchorOf(service.billing_anchor, until) }, left };
}

/** Throws `wrong_state` while an order is unpaid, because the order was made for the old term and would pay for a different one. */
async function refuseWhileOrdered(cx: MutatingCx, ids: readonly number[]): Promise<void> {
  const order = await waitingOrderFor(cx.db, ids);
  if (order === undefined) return;
  throw new Failure('wrong_state', {
    message: `Order ${order} for this service is not paid yet. Try again when the order is paid or deleted.`,
  });
}

async function moveOne(cx: MutatingCx, { service, until, anchor }: EndMove, now: Date): Promise<void> {
  const { id, expiry_at: before, billing_anchor, billing_cycle: months, renew_price: price, discounts } = service;
  const [old, after] = [
    { anchor: billing_anchor, months, expiresAt: before },
    { anchor, months, expiresAt: until },
  ];
  const cut = until < before ? await truncatePaidPeriods(cx.db, id, until) : [];
  await insertTermChange(cx.db, {
    service_id: id,
    changed_at: now,
    anchor_before: billing_anchor,
    expiry_before: before,
    expiry_after: until,
    cut: JSON.stringify(cut),
  });
  await updateService(cx.db, id, {
    expiry_at: until,
    billing_anchor: anchor,
    discounts: JSON.stringify(discountsAfterMove({ price, discounts, before: old, after, now })),
    // The days of grace applied to the later end.
    ...(until < before ? { suspend_after: null } : {}),
  });
}
