import type { Service, ServiceLine } from '@innkeeper/db/schema';
import { isLocked } from '@innkeeper/db/tables/locks';
import { lockServices, setExpiry, updateService } from '@innkeeper/db/tables/services';
import { Failure } from '@innkeeper/model/failures';
import { resourceKindOf } from '@innkeeper/model/services';
import type { MutatingCx } from '../context.ts';
import { mayResume } from './cancellation.ts';
import { resumeService } from './lifecycle.ts';
import { payPeriods } from './periods.ts';

/**
 * Lines of a renewal are paid: each service lasts as many months longer, counted from its anchor, and is resumed if it is suspended. One
 * that is locked at the moment is resumed by a job later (jobs/expire-services.ts). Throws `wrong_state` for one that has ended.
 */
export async function extendServices(cx: MutatingCx, lines: readonly ServiceLine[]): Promise<void> {
  const services = await lockServices(
    cx.db,
    lines.map(({ service_id }) => service_id),
  );
  const found = new Map(services.map((service) => [service.id, service]));
  const paid = lines.map((line) => ({ line, service: requirePaid(found.get(line.service_id), line) }));
  const ends = await payPeriods(cx, paid);
  await setExpiry(
    cx.db,
    paid.map(({ service: { id } }, i) => ({ id, expiry_at: ends[i] as Date })),
  );
  for (const [i, { service, line }] of paid.entries())
    if (line.discount > 0n) await updateService(cx.db, service.id, discountsWith(cx, service, line, ends[i] as Date));
  for (const [i, { service }] of paid.entries()) await resumeIfPaid(cx, { ...service, expiry_at: ends[i] as Date });
}

function requirePaid(service: Service | undefined, { label }: ServiceLine) {
  const { expiry_at, billing_anchor, status } = service ?? {};
  if (!service || !expiry_at || !billing_anchor || status === 'terminated')
    throw new Failure('wrong_state', { message: `${label} is terminated and cannot be renewed.` });
  return { ...service, expiry_at, billing_anchor };
}

async function resumeIfPaid(cx: MutatingCx, service: Service): Promise<void> {
  if (
    service.status !== 'suspended' ||
    service.parent_id !== null ||
    (await isLocked(cx.db, resourceKindOf(service.type), service.id))
  )
    return;
  if (await mayResume(cx, service)) await resumeService(cx, service);
}

/** What a promo code took off of it is remembered for as long as the time lasts, so that it is not refunded. */
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
