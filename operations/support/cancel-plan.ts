import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { type Cancellation, refuseCancellation, requestCancellation } from '@innkeeper/domain/endings/cancellation';
import { endEarly } from '@innkeeper/domain/endings/end-early';
import { requireSupportPlan } from '@innkeeper/domain/support-plans/check';

/**
 * Cancels the caller's support plan. It ends now with a refund of the remaining paid time, or at the end of that time. Throws `not_found`
 * and `wrong_state`.
 */
export async function cancelSupportPlan(cx: MutatingCx<Customer>, { now, reason }: Cancellation): Promise<void> {
  const service = await requireSupportPlan(cx);
  if (now) {
    await refuseCancellation(cx, service);
    await endEarly(cx, service, 'support plan');
  } else await requestCancellation(cx, service, { now, reason });
  await audit(cx, 'cancelSupportPlan', { kind: 'support_plan', id: service.id }, { now });
}
