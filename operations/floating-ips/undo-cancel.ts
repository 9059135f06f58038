import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { requireFloatingIpServices } from '@innkeeper/domain/floating-ips/named';
import { withdrawCancellation } from '@innkeeper/domain/services/cancellation';

/** Withdraws the cancellation of floating IPs, all or none. Throws `validation` with the place, `not_yours`, `locked`, `wrong_state`. */
export async function undoCancelFloatingIps(cx: MutatingCx<Customer>, { ids }: { ids: readonly number[] }): Promise<void> {
  for (const service of await requireFloatingIpServices(cx, ids)) {
    await withdrawCancellation(cx, service);
    await audit(cx, 'undoCancelFloatingIps', { kind: 'floating_ip', id: service.id });
  }
}
