import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import type { Service } from '@innkeeper/db/schema';
import { updateService } from '@innkeeper/db/tables/services';
import { audit } from '@innkeeper/domain/audit';
import { queueTechnicalMail } from '@innkeeper/domain/mail/technical';
import { mayResume } from '@innkeeper/domain/services/cancellation';
import { resumeService as resume } from '@innkeeper/domain/services/lifecycle';
import { hasEnd, moveEnd } from '@innkeeper/domain/services/move-end';
import { offerOf } from '@innkeeper/domain/services/offers';
import { Failure } from '@innkeeper/model/failures';
import { endExtended } from '@innkeeper/model/pricing/moved-end';
import { resourceKindOf } from '@innkeeper/model/services';
import type { OperatorCx } from '../context.ts';
import { requireService, suspensionOf } from './find.ts';

/**
 * Undoes `suspendService`. What is paid and not cancelled serves again; of all else the grace period begins now, and it serves again when it is paid, or
 * its cancellation is withdrawn. `extend`: it lasts longer by the time that it was suspended, where that was paid. Throws `not_found`, `locked`, and
 * `wrong_state` for what is not suspended by hand, and, to extend it, while an order for it waits.
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
  const lasting = extend ? await extendBySuspension(cx, service, since) : service;
  const lifted = { staff_suspended_at: null, staff_suspend_reason: null, suspended_at: now };
  await updateService(cx.db, id, lifted);
  const serves = await mayResume(cx, { ...lasting, ...lifted });
  if (serves) await resume(cx, { ...lasting, ...lifted });
  const details = { until: lasting.expiry_at?.toISOString() ?? null };
  await audit(cx, 'resumeService', { kind: resourceKindOf(type), id, accountId }, lasting === service ? {} : details);
  const { label: name } = await offerOf(cx.db, service);
  const until = serves ? null : now.getTime() + cx.settings.cancelGraceMs;
  const once = `resumed-by-staff:${id}:${now.getTime()}`;
  await queueTechnicalMail(cx, { accountId, template: 'service-resumed', data: { name, until }, once });
  return suspensionOf(cx, id);
}

/** The same service where nothing of that time was paid. */
async function extendBySuspension(cx: OperatorCx, service: Service, since: Date): Promise<Service> {
  if (!hasEnd(service)) return service;
  const until = endExtended({ end: service.expiry_at, since, now: cx.clock.now() });
  return until ? moveEnd(cx, service, { until, reason: 'The time of the suspension by our staff is added.' }) : service;
}
