/** Starts the term of services that are active as soon as their order is paid, because nothing has to be built. */
import type { ServiceLine } from '@innkeeper/db/schema';
import { setPeriodOfLines } from '@innkeeper/db/tables/orders';
import { insertPeriods } from '@innkeeper/db/tables/service-periods';
import { lockServices, updateServices } from '@innkeeper/db/tables/services';
import { Failure } from '@innkeeper/model/failures';
import { boundary } from '@innkeeper/model/pricing/period';
import { serviceLifecycle } from '@innkeeper/model/states/server';
import type { MutatingCx } from '../context.ts';

export type FirstLine = Pick<ServiceLine, 'id' | 'service_id' | 'billing_cycle'>;

/**
 * Activates the services of one order, which all have the same number of months. `noun` is used in messages: `Floating IP`. Throws
 * `wrong_state` if one of the services has ended.
 */
export async function beginTerm(cx: MutatingCx, lines: readonly FirstLine[], noun: string): Promise<void> {
  const ids = lines.map(({ service_id }) => service_id);
  const services = await lockServices(cx.db, ids);
  for (const { id, status } of services) {
    if (status === 'terminated') throw new Failure('wrong_state', { message: `${noun} ${id} is terminated.` });
    serviceLifecycle.next(status === 'processing' ? status : serviceLifecycle.next(status, 'pay'), 'activate');
  }
  const now = cx.clock.now();
  const until = boundary(now, lines[0]?.billing_cycle ?? 1);
  await updateServices(cx.db, ids, { status: 'active', activated_at: now, billing_anchor: now, expiry_at: until });
  await setPeriodOfLines(
    cx.db,
    lines.map(({ id }) => id),
    { from: now, to: until },
  );
  const period = { period_from: now, period_to: until, state: 'paid', created_at: now, paid_at: now } as const;
  await insertPeriods(
    cx.db,
    lines.map(({ id, service_id }) => ({ ...period, service_id, order_line_id: id })),
  );
}
