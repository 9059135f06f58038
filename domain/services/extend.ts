import type { Service, ServiceLine } from '@innkeeper/db/schema';
import { isLocked } from '@innkeeper/db/tables/locks';
import { setOrderLinePeriod } from '@innkeeper/db/tables/orders';
import { lockServices, updateService } from '@innkeeper/db/tables/services';
import { Failure } from '@innkeeper/model/failures';
import { extended } from '@innkeeper/model/pricing/period';
import type { MutatingCx } from '../context.ts';
import { mayResume } from './cancellation.ts';
import { resumeService } from './lifecycle.ts';

/**
 * A line of a renewal is paid: the service lasts as many months longer, counted from its anchor, and is resumed if it is
 * suspended. One that is locked at the moment is resumed by a job later (jobs/cancel-services.ts). Throws `wrong_state` for one
 * that has ended.
 */
export async function extendService(cx: MutatingCx, line: ServiceLine): Promise<void> {
  const [service] = await lockServices(cx.db, [line.service_id]);
  const { expiry_at: from, billing_anchor: anchor } = service ?? {};
  if (!service || !from || !anchor || service.status === 'terminated')
    throw new Failure('wrong_state', { message: `${line.label} is terminated and cannot be renewed.` });
  const to = extended(anchor, from, line.billing_cycle);
  await updateService(cx.db, service.id, { expiry_at: to, ...discountsWith(service, line, from, to) });
  await setOrderLinePeriod(cx.db, line.id, from, to);
  if (service.parent_id !== null || (await isLocked(cx.db, service.type, service.id))) return;
  if (await mayResume(cx, { ...service, expiry_at: to })) await resumeService(cx, service);
}

/** What a promo code took off of it is remembered for as long as the time lasts, so that it is not refunded. */
function discountsWith({ discounts }: Service, { discount }: ServiceLine, from: Date, to: Date): { discounts?: string } {
  if (discount === 0n) return {};
  const more = { net: String(discount), from: from.toISOString(), to: to.toISOString() };
  return { discounts: JSON.stringify([...discounts.filter((one) => new Date(one.to) > from), more]) };
}
