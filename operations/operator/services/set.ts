import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { audit } from '@innkeeper/domain/audit';
import { mayResume } from '@innkeeper/domain/services/cancellation';
import { resumeService } from '@innkeeper/domain/services/lifecycle';
import { hasEnd, moveEnd } from '@innkeeper/domain/services/move-end';
import { Failure, invalid } from '@innkeeper/model/failures';
import { endRefusal } from '@innkeeper/model/pricing/moved-end';
import { resourceKindOf } from '@innkeeper/model/services';
import type { OperatorCx } from '../context.ts';
import { requireService, suspensionOf } from './find.ts';

/**
 * Moves its end, with that of its addons. No money moves: what is given is a gift, and for what is taken the staff refunds. What was suspended unpaid
 * and is paid by that serves again. Throws `not_found`, `locked`, `validation` under `expiry_at`, and `wrong_state` for an addon, for what does not
 * serve or has ended, and while an order for it waits.
 */
export async function setService(
  cx: OperatorCx,
  { service: id, expiry_at, reason }: OperatorInput<'setService'>,
): Promise<OperatorResult<'setService'>> {
  const service = await requireService(cx, id);
  const { status, account_id: accountId, type } = service;
  if (!hasEnd(service)) throw new Failure('wrong_state', { message: `Service ${id} is ${status}, and has no end to be moved.` });
  const [before, until] = [service.expiry_at, new Date(expiry_at)];
  const refusal = endRefusal({ before, wanted: until, now: cx.clock.now() });
  if (refusal !== undefined) throw invalid('expiry_at', refusal);
  const moved = await moveEnd(cx, service, { until, reason });
  if (await mayResume(cx, moved)) await resumeService(cx, moved);
  const details = { from: before.toISOString(), until: until.toISOString(), reason };
  await audit(cx, 'setService', { kind: resourceKindOf(type), id, accountId }, details);
  return { ...(await suspensionOf(cx, id)), before };
}
