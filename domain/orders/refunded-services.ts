/** The services of refunded lines: which lines staff may refund, and how later refunds of the service count it. */
import type { OrderLine, Service } from '@innkeeper/db/schema';
import { refundableLines } from '@innkeeper/db/tables/orders';
import { findServices, lockServices, updateService } from '@innkeeper/db/tables/services';
import { Failure } from '@innkeeper/model/failures';
import type { RefundPart } from '@innkeeper/model/pricing/refund';
import { discountsOfRefund } from '@innkeeper/model/pricing/refunded-part';
import { sql } from 'kysely';
import type { MutatingCx } from '../context.ts';

/** Reasons of locks whose workflows move money themselves. */
const MONEY_MOVING_LOCKS = ['deploy', 'scale', 'scale-addons', 'terminate'];

/** Locks the services of the lines, and the servers of addons. */
export async function lockServicesOfLines(cx: MutatingCx, lines: readonly OrderLine[]): Promise<Service[]> {
  const ids = [...new Set(lines.flatMap(({ service_id }) => service_id ?? []))];
  const parents = (await findServices(cx.db, ids)).flatMap(({ parent_id }) => parent_id ?? []);
  return lockServices(cx.db, [...ids, ...parents]);
}

/**
 * Throws `wrong_state` for a line whose service is not delivered, and `locked` while a workflow moves money of a service itself. `services`
 * are those that `lockServicesOfLines` has locked.
 */
export async function refuseUnrefundable(
  cx: MutatingCx,
  lines: readonly OrderLine[],
  services: readonly Service[],
): Promise<void> {
  for (const { id, label, service_id } of lines) {
    const status = services.find((one) => one.id === service_id)?.status;
    if (status === 'awaiting_payment' || status === 'processing')
      throw new Failure('wrong_state', { message: `Line ${id} cannot be refunded, because ${label} is not delivered yet.` });
  }
  await refuseMoneyMovingLocks(cx, services);
}

async function refuseMoneyMovingLocks({ db }: MutatingCx, services: readonly Service[]): Promise<void> {
  const lock = await db
    .selectFrom('locks')
    .select(['reason', 'locked_at'])
    .where('kind', '=', 'server')
    .where('resource_id', '=', sql<number>`any(${services.map(({ id }) => id)}::int[])`)
    .where('reason', 'in', MONEY_MOVING_LOCKS)
    .executeTakeFirst();
  if (lock) throw new Failure('locked', { lockReason: lock.reason, lockedAt: lock.locked_at, retryAfter: RETRY_AFTER_SECONDS });
}

const RETRY_AFTER_SECONDS = 60;

/**
 * Counts a part that is about to be refunded as a discount of its service, so that no later refund returns the same money. Does nothing for
 * a service that has ended, because nothing more of it is refunded by itself. The caller has locked the service.
 */
export async function countAsDiscount(cx: MutatingCx, { line_id: lineId, net }: RefundPart): Promise<void> {
  const [service] = await servicesOfLine(cx, lineId);
  if (!service || service.ended_at || service.end_steps) return;
  const { billing_anchor: anchor, billing_cycle: months, expiry_at: expiresAt, renew_price: price } = service;
  const now = cx.clock.now();
  if (!anchor || !expiresAt || expiresAt <= now) return;
  const discounts = service.discounts.filter((one) => new Date(one.to) > now);
  const lines = await refundableLines(cx.db, service.id);
  const more = discountsOfRefund({ price, discounts, term: { anchor, months, expiresAt }, now, lines, lineId, net });
  if (more.length > 0) await updateService(cx.db, service.id, { discounts: JSON.stringify([...discounts, ...more]) });
}

async function servicesOfLine({ db }: MutatingCx, lineId: number): Promise<Service[]> {
  return db
    .selectFrom('services as s')
    .innerJoin('order_lines as l', (join) => join.onRef('s.id', '=', 'l.service_id').onRef('s.type', '=', 'l.service_type'))
    .selectAll('s')
    .where('l.id', '=', lineId)
    .execute();
}
