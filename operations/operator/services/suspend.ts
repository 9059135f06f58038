import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { updateService } from '@innkeeper/db/tables/services';
import { audit } from '@innkeeper/domain/audit';
import { queueTechnicalMail } from '@innkeeper/domain/mail/technical';
import { cancelWaitingRenewals } from '@innkeeper/domain/renewals/cancel-renewals';
import { suspendService as suspend } from '@innkeeper/domain/service-types/lifecycle';
import { offerOf } from '@innkeeper/domain/service-types/offers';
import { Failure } from '@innkeeper/model/failures';
import { resourceKindOf } from '@innkeeper/model/services';
import type { OperatorCx } from '../context.ts';
import { requireService, suspensionOf } from './find.ts';

/**
 * Suspends a service until `resumeService`, whatever is paid, and mails the reason to its owner. A service that is suspended as unpaid or
 * cancelled can be suspended by the staff, too.
 *
 * During the suspension, nothing is renewed automatically, and nothing ends for lack of payment. Automatic orders for the service are
 * cancelled, and orders of its owner extend it.
 *
 * Throws `not_found`, `locked`, and `wrong_state` for an addon, for a service that is not in use, and if the staff already suspended it.
 */
export async function suspendService(
  cx: OperatorCx,
  { service: id, reason }: OperatorInput<'suspendService'>,
): Promise<OperatorResult<'suspendService'>> {
  const service = await requireService(cx, id);
  const { status, account_id: accountId, type } = service;
  if (service.staff_suspended_at)
    throw new Failure('wrong_state', {
      message: `Service ${id} is already suspended by the staff: ${service.staff_suspend_reason}`,
    });
  if (status !== 'active' && status !== 'suspended')
    throw new Failure('wrong_state', { message: `Service ${id} is ${status}, so it cannot be suspended.` });
  await cancelWaitingRenewals(cx, [id], {
    reason: 'The service that this order would have renewed was suspended.',
    automatic: true,
  });
  if (status === 'active') await suspend(cx, service);
  const now = cx.clock.now();
  await updateService(cx.db, id, { staff_suspended_at: now, staff_suspend_reason: reason });
  await audit(cx, 'suspendService', { kind: resourceKindOf(type), id, accountId }, { reason });
  const { label: name } = await offerOf(cx.db, service);
  const once = `suspended-by-staff:${id}:${now.getTime()}`;
  await queueTechnicalMail(cx, { accountId, template: 'service-suspended', data: { name, reason }, dedupeKey: once });
  return suspensionOf(cx, id);
}
