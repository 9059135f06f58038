import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { updateService } from '@innkeeper/db/tables/services';
import { audit } from '@innkeeper/domain/audit';
import { queueTechnicalMail } from '@innkeeper/domain/mail/technical';
import { mayResume } from '@innkeeper/domain/services/cancellation';
import { resumeService as resume } from '@innkeeper/domain/services/lifecycle';
import { offerOf } from '@innkeeper/domain/services/offers';
import { Failure } from '@innkeeper/model/failures';
import { resourceKindOf } from '@innkeeper/model/services';
import type { OperatorCx } from '../context.ts';
import { requireService, suspensionOf } from './find.ts';

/**
 * Undoes `suspendService`. What is paid and not cancelled serves again; of all else the grace period begins now, and it serves again when it is paid, or
 * its cancellation is withdrawn. Throws `not_found`, `locked`, and `wrong_state` for what is not suspended by hand.
 */
export async function resumeService(
  cx: OperatorCx,
  { service: id }: OperatorInput<'resumeService'>,
): Promise<OperatorResult<'resumeService'>> {
  const service = await requireService(cx, id);
  const { account_id: accountId, type } = service;
  if (!service.staff_suspended_at || service.status !== 'suspended')
    throw new Failure('wrong_state', { message: `Service ${id} is not suspended by hand.` });
  const now = cx.clock.now();
  const lifted = { staff_suspended_at: null, staff_suspend_reason: null, suspended_at: now };
  await updateService(cx.db, id, lifted);
  const serves = await mayResume(cx, { ...service, ...lifted });
  if (serves) await resume(cx, { ...service, ...lifted });
  await audit(cx, 'resumeService', { kind: resourceKindOf(type), id, accountId });
  const { label: name } = await offerOf(cx.db, service);
  const until = serves ? null : now.getTime() + cx.settings.cancelGraceMs;
  const once = `resumed-by-staff:${id}:${now.getTime()}`;
  await queueTechnicalMail(cx, { accountId, template: 'service-resumed', data: { name, until }, once });
  return suspensionOf(cx, id);
}
