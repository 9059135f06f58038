import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { updateService } from '@innkeeper/db/tables/services';
import { audit } from '@innkeeper/domain/audit';
import { queueTechnicalMail } from '@innkeeper/domain/mail/technical';
import { cancelWaitingRenewals } from '@innkeeper/domain/orders/cancel-renewals';
import { suspendService as suspend } from '@innkeeper/domain/services/lifecycle';
import { offerOf } from '@innkeeper/domain/services/offers';
import { Failure } from '@innkeeper/model/failures';
import { resourceKindOf } from '@innkeeper/model/services';
import type { OperatorCx } from '../context.ts';
import { requireService, suspensionOf } from './find.ts';

/**
 * Nothing but `resumeService` undoes it, whatever is paid. Meanwhile nothing is renewed automatically, and nothing ends for lack of payment: what a job has
 * ordered for it is cancelled, and what its owner orders extends it. Its owner is told the reason. Also for what is suspended already, unpaid or cancelled.
 * Throws `not_found`, `locked`, and `wrong_state` for an addon and for what does not serve.
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
  await queueTechnicalMail(cx, { accountId, template: 'service-suspended', data: { name, reason }, once });
  return suspensionOf(cx, id);
}
