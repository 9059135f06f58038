import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { revokeCancellation } from '@innkeeper/domain/endings/cancellation';
import { requireFloatingIpServices } from '@innkeeper/domain/floating-ips/named';

/**
 * Withdraws the cancellation of all the floating IPs or of none. Throws `validation` with the index of an invalid id, `not_yours`, `locked`
 * and `wrong_state`.
 */
export async function undoCancelFloatingIps(cx: MutatingCx<Customer>, { ids }: { ids: readonly number[] }): Promise<void> {
  for (const service of await requireFloatingIpServices(cx, ids)) {
    await revokeCancellation(cx, service);
    await audit(cx, 'undoCancelFloatingIps', { kind: 'floating_ip', id: service.id });
  }
}
