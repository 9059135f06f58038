import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import type { Service } from '@innkeeper/db/schema';
import { updateService } from '@innkeeper/db/tables/services';
import { audit } from '@innkeeper/domain/audit';
import { hasEnd, moveEnd } from '@innkeeper/domain/endings/move-end';
import { queueTechnicalMail } from '@innkeeper/domain/mail/technical';
import { mayResume, resumeService as resume } from '@innkeeper/domain/service-types/lifecycle';
import { offerOf } from '@innkeeper/domain/service-types/offers';
import { Failure } from '@innkeeper/model/failures';
import { postponeEnd } from '@innkeeper/model/pricing/moved-end';
import { resourceKindOf } from '@innkeeper/model/services';
import type { OperatorCx } from '../context.ts';
import { requireService, suspensionOf } from './find.ts';

/**
 * Ends a suspension by the staff. A service that is paid and not cancelled resumes. For any other service the grace period begins now, and
 * it resumes after payment or the withdrawal of its cancellation.
 *
 * `extend` adds the time of the suspension to the service, as far as it was paid. Throws `not_found`, `locked`, and `wrong_state` for a
 * service that is not suspended by the staff, or that cannot be extended because of a pending order.
 */
export async function resumeService(
  cx: OperatorCx,
  { service: id, extend }: OperatorInput<'resumeService'>,
): Promise<OperatorResult<'resumeService'>> {
  const service = await requireService(cx, id);
  const { account_id: accountId, type, staff_suspended_at: since } = service;
  if (!since || service.status !== 'suspended')
    throw new Failure('wrong_state', { message: `Service ${id} is not suspended by the staff.` });
  const now = cx.clock.now();
  const extended = extend ? await extendBySuspension(cx, service, since) : service;
  const lifted = { staff_suspended_at: null, staff_suspend_reason: null, suspended_at: now };
  await updateService(cx.db, id, lifted);
  const isResumed = await mayResume(cx, { ...extended, ...lifted });
  if (isResumed) await resume(cx, { ...extended, ...lifted });
  const details = { until: extended.expiry_at?.toISOString() ?? null };
  await audit(cx, 'resumeService', { kind: resourceKindOf(type), id, accountId }, extended === service ? {} : details);
  const { label: name } = await offerOf(cx.db, service);
  const until = isResumed ? null : now.getTime() + cx.settings.cancelGraceMs;
  const once = `resumed-by-staff:${id}:${now.getTime()}`;
  await queueTechnicalMail(cx, { accountId, template: 'service-resumed', data: { name, until }, dedupeKey: once });
  return suspensionOf(cx, id);
}

/** Returns the extended service, or the unchanged service if none of that time was paid. */
async function extendBySuspension(cx: OperatorCx, service: Service, since: Date): Promise<Service> {
  if (!hasEnd(service)) return service;
  const until = postponeEnd({ end: service.expiry_at, since, now: cx.clock.now() });
  return until ? moveEnd(cx, service, { until, reason: 'The time of the suspension by our staff is added.' }) : service;
}
