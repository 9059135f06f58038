import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { type Cancellation, refuseCancellation, requestCancellation } from '@innkeeper/domain/endings/cancellation';
import { endEarly } from '@innkeeper/domain/endings/end-early';
import { requireFloatingIpServices } from '@innkeeper/domain/floating-ips/named';

/**
 * Cancels all the floating IPs or none. They end immediately with a refund of the remaining paid time, or at their expiry. Throws
 * `validation` with the index of an invalid id, `not_yours`, `locked` and `wrong_state`.
 */
export async function cancelFloatingIps(
  cx: MutatingCx<Customer>,
  { ids, now, reason }: { ids: readonly number[] } & Cancellation,
): Promise<void> {
  for (const service of await requireFloatingIpServices(cx, ids)) {
    if (now) {
      await refuseCancellation(cx, service);
      await endEarly(cx, service, 'floating IP');
    } else await requestCancellation(cx, service, { now, reason });
    await audit(cx, 'cancelFloatingIps', { kind: 'floating_ip', id: service.id }, { now });
  }
}
