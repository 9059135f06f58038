/**
 * The periods that renewals order and pay. The caller has locked the services.
 *
 * Ordered periods follow the paid periods, in the order in which they were ordered. If a later period is paid first, or a period is
 * removed, the remaining ordered periods move. No gap arises, and no month is charged twice.
 */
import type { OrderLine, Service, ServiceLine } from '@innkeeper/db/schema';
import { setOrderLinePeriod } from '@innkeeper/db/tables/orders';
import {
  deletePeriods,
  insertPeriods,
  markPaid,
  markVoid,
  type NewServicePeriod,
  type OrderedPeriod,
  orderedPeriods,
  periodsOfOrder,
} from '@innkeeper/db/tables/service-periods';
import { lockServices } from '@innkeeper/db/tables/services';
import { extendTerm } from '@innkeeper/model/pricing/period';
import { schedulePeriods } from '@innkeeper/model/pricing/periods';
import type { MutatingCx } from '../context.ts';

/** Inserts the first period of a new service, which is paid at its start. */
export function insertPaidPeriod(
  { db, clock }: Pick<MutatingCx, 'db' | 'clock'>,
  { serviceId, lineId, from, to }: { serviceId: number; lineId: number; from: Date; to: Date },
): Promise<void> {
  const [row, now] = [{ service_id: serviceId, order_line_id: lineId, period_from: from, period_to: to }, clock.now()];
  return insertPeriods(db, [{ ...row, state: 'paid', created_at: now, paid_at: now }]);
}

/** Inserts the periods that the lines of a renewal are to pay. */
export async function orderPeriods(
  { db, clock }: MutatingCx,
  lines: readonly ServiceLine[],
  { automatic }: { automatic: boolean },
): Promise<void> {
  await insertPeriods(
    db,
    lines.flatMap(({ id, service_id, period_from, period_to }) =>
      period_from && period_to
        ? { service_id, period_from, period_to, order_line_id: id, state: 'ordered', automatic, created_at: clock.now() }
        : [],
    ),
  );
}

export interface PaidTerm extends Pick<Service, 'id'> {
  expiry_at: Date;
  billing_anchor: Date;
}

/** Pays the periods of lines, and returns the new end of each service. Each service may occur in only one of the lines. */
export async function payPeriods(cx: MutatingCx, paid: readonly { service: PaidTerm; line: OrderLine }[]): Promise<Date[]> {
  const now = cx.clock.now();
  const ordered = await orderedPeriods(
    cx.db,
    paid.map(({ service }) => service.id),
  );
  const inPlace: number[] = [];
  const ends: Date[] = [];
  for (const { service, line } of paid) {
    const waiting = ordered.filter(({ service_id }) => service_id === service.id);
    const from = service.expiry_at;
    const to = extendTerm(service.billing_anchor, from, line.billing_cycle);
    ends.push(to);
    const [first] = waiting;
    if (first?.order_line_id === line.id && same(first.period_from, from) && same(first.period_to, to)) inPlace.push(line.id);
    else await payOutOfTurn(cx, { service, line, from, to, waiting }, now);
  }
  if (inPlace.length > 0) await markPaid(cx.db, inPlace, now);
  return ends;
}

interface OutOfTurn {
  service: PaidTerm;
  line: OrderLine;
  from: Date;
  to: Date;
  waiting: readonly OrderedPeriod[];
}

async function payOutOfTurn(cx: MutatingCx, { service, line, from, to, waiting }: OutOfTurn, now: Date): Promise<void> {
  const mine = waiting.find(({ order_line_id }) => order_line_id === line.id);
  const others = waiting.filter((period) => period !== mine);
  await deletePeriods(
    cx.db,
    waiting.map(({ order_line_id }) => order_line_id),
  );
  const row = { service_id: service.id, period_from: from, period_to: to, order_line_id: line.id };
  const { automatic = false, created_at = now } = mine ?? {};
  await insertPeriods(cx.db, [{ ...row, state: 'paid', automatic, created_at, paid_at: now }]);
  await setOrderLinePeriod(cx.db, line.id, from, to);
  await rescheduleOrdered(cx, { ...service, expiry_at: to }, others);
}

/** Inserts ordered periods again, from the end of the paid ones. The caller has deleted their rows. */
async function rescheduleOrdered(
  cx: MutatingCx,
  { id, expiry_at, billing_anchor }: PaidTerm,
  waiting: readonly OrderedPeriod[],
): Promise<void> {
  const schedule = schedulePeriods(
    billing_anchor,
    expiry_at,
    waiting.map(({ billing_cycle }) => billing_cycle),
  );
  const rows = waiting.flatMap(({ order_line_id, automatic, created_at }, i): NewServicePeriod[] => {
    const { from, to } = schedule[i] ?? {};
    return from && to
      ? [{ service_id: id, period_from: from, period_to: to, order_line_id, state: 'ordered', automatic, created_at }]
      : [];
  });
  await insertPeriods(cx.db, rows);
  for (const { order_line_id, period_from, period_to } of rows)
    await setOrderLinePeriod(cx.db, order_line_id, new Date(period_from), new Date(period_to));
}

/**
 * Releases the periods of a renewal order that is cancelled unpaid. Periods ordered after them move up.
 *
 * `void`: the owner cancelled the order or it expired, and the periods are not ordered automatically again. `free`: they may be ordered
 * again. `only`: lines that are taken out of the order.
 */
export async function releasePeriods(
  cx: MutatingCx,
  orderId: number,
  how: 'void' | 'free',
  only?: readonly number[],
): Promise<void> {
  const all = await periodsOfOrder(cx.db, orderId);
  const released = only ? all.filter(({ order_line_id }) => only.includes(order_line_id)) : all;
  if (released.length === 0) return;
  const lineIds = released.map(({ order_line_id }) => order_line_id);
  const services = await lockServices(
    cx.db,
    released.map(({ service_id }) => service_id),
  );
  await (how === 'void' ? markVoid : deletePeriods)(cx.db, lineIds);
  await closeGaps(cx, services);
}

/** Lays out the ordered periods again with the current months of their lines. */
export async function closeGaps(cx: MutatingCx, services: readonly Service[]): Promise<void> {
  const waiting = await orderedPeriods(
    cx.db,
    services.map(({ id }) => id),
  );
  for (const { id, expiry_at, billing_anchor } of services) {
    const own = waiting.filter(({ service_id }) => service_id === id);
    if (own.length === 0 || !expiry_at || !billing_anchor) continue;
    await deletePeriods(
      cx.db,
      own.map(({ order_line_id }) => order_line_id),
    );
    await rescheduleOrdered(cx, { id, expiry_at, billing_anchor }, own);
  }
}

const same = (one: Date, other: Date): boolean => one.getTime() === other.getTime();
