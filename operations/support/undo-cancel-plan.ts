import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { revokeCancellation } from '@innkeeper/domain/endings/cancellation';
import { requireSupportPlan } from '@innkeeper/domain/support-plans/check';

/** Withdraws the cancellation of the support plan. Throws `not_found` and `wrong_state`. */
export async function undoCancelSupportPlan(cx: MutatingCx<Customer>): Promise<void> {
  const service = await requireSupportPlan(cx);
  await revokeCancellation(cx, service);
  await audit(cx, 'undoCancelSupportPlan', { kind: 'support_plan', id: service.id });
}
