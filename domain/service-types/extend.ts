import type { Service, ServiceLine } from '@innkeeper/db/schema';
import { isLocked } from '@innkeeper/db/tables/locks';
import { deletePeriods } from '@innkeeper/db/tables/service-periods';
import { lockServices, setExpiry, updateService } from '@innkeeper/db/tables/services';
import { Failure } from '@innkeeper/model/failures';
import { endedBeforePaid } from '@innkeeper/model/services/refund-reasons';
import { resourceKindOf } from '@innkeeper/model/services/services';
import type { MutatingCx } from '../context.ts';
import { addMailsDue } from '../mail/due.ts';
import { payPeriods } from '../services/periods.ts';
import { refundLine } from '../services/refund-line.ts';
import { mayResume, resumeService } from './lifecycle.ts';

/**
 * Renews the services of paid lines. Each is extended by the months of its line, counted from its anchor, and resumed if it is suspended. A
 * locked service is resumed later by a job (jobs/expire-services.ts).
 *
 * A service may end while a card is charged for its renewal. Its line is then refunded to the balance, as if the end had come after the
 * payment. Throws `wrong_state` if all services have ended and the balance would pay for them.
 */
export async function extendServices(cx: MutatingCx, lines: readonly ServiceLine[]): Promise<void> {
  const services = await lockServices(
    cx.db,
    lines.map(({ service_id }) => service_id),
  );
  const found = new Map(services.map((service) => [service.id, service]));
  const paid: { line: ServiceLine; service: RenewableService }[] = [];
  for (const line of lines) {
    const service = found.get(line.service_id);
    if (isRenewable(service)) paid.push({ line, service });
    else await refundEndedLine(cx, line);
  }
  if (paid.length === 0) return refuseFromBalance(cx, lines);
  const ends = await payPeriods(cx, paid);
  await setExpiry(
    cx.db,
    paid.map(({ service: { id } }, i) => ({ id, expiry_at: ends[i] as Date })),
  );
  for (const [i, { service, line }] of paid.entries())
    if (line.discount > 0n) await updateService(cx.db, service.id, discountsWith(cx, service, line, ends[i] as Date));
  const resumed: Service[] = [];
  for (const [i, { service }] of paid.entries())
    if (await resumeIfPaid(cx, { ...service, expiry_at: ends[i] as Date })) resumed.push(service);
  await addMailsDue(
    cx,
    ...resumed.map(({ id, account_id: accountId }) => ({ kind: 'services-resumed' as const, accountId, ids: [id] })),
  );
}

interface RenewableService extends Service {
  expiry_at: Date;
  billing_anchor: Date;
}

function isRenewable(service: Service | undefined): service is RenewableService {
  return service?.expiry_at != null && service.billing_anchor !== null && service.status !== 'terminated';
}

/** Throws `wrong_state` for an order that is paid from the balance. Money that a gateway has received must be accepted instead. */
async function refuseFromBalance({ db }: MutatingCx, [line]: readonly ServiceLine[]): Promise<void> {
  if (!line) return;
  const order = await db.selectFrom('orders').select('from_balance').where('id', '=', line.order_id).executeTakeFirstOrThrow();
  if (order.from_balance > 0n) throw new Failure('wrong_state', { message: `${line.label} has ended and cannot be renewed.` });
}

async function refundEndedLine(cx: MutatingCx, { id, order_id, label }: ServiceLine): Promise<void> {
  await deletePeriods(cx.db, [id]);
  await refundLine(cx, { orderId: order_id, lineId: id, reason: endedBeforePaid(label) });
}

/** Resumes a service that is suspended as unpaid. Returns whether it did. */
async function resumeIfPaid(cx: MutatingCx, service: Service): Promise<boolean> {
  if (
    service.status !== 'suspended' ||
    service.parent_id !== null ||
    (await isLocked(cx.db, resourceKindOf(service.type), service.id)) ||
    !(await mayResume(cx, service))
  )
    return false;
  await resumeService(cx, service);
  return true;
}

/**
 * Returns the discounts of a service and the discount of this line. A discount is kept until its period ends, so that it is not refunded.
 */
function discountsWith(
  { clock }: Pick<MutatingCx, 'clock'>,
  { discounts, expiry_at: from }: Service,
  { discount }: ServiceLine,
  to: Date,
): { discounts: string } {
  const standing = discounts.filter((one) => new Date(one.to) > clock.now());
  const more = { net: String(discount), from: (from ?? to).toISOString(), to: to.toISOString() };
  return { discounts: JSON.stringify([...standing, more]) };
}
