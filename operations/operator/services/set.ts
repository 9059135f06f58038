import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { audit } from '@innkeeper/domain/audit';
import { mayResume } from '@innkeeper/domain/services/cancellation';
import { giftOf } from '@innkeeper/domain/services/gift';
import { resumeService } from '@innkeeper/domain/services/lifecycle';
import { hasEnd, type Lasting, moveEnd } from '@innkeeper/domain/services/move-end';
import { Failure, invalid } from '@innkeeper/model/failures';
import { type Cents, decimal } from '@innkeeper/model/money';
import { endRefusal } from '@innkeeper/model/pricing/moved-end';
import { resourceKindOf } from '@innkeeper/model/services';
import type { OperatorCx } from '../context.ts';
import { requireService, suspensionOf } from './find.ts';

/**
 * Who is to be moved where, and what its owner would have paid for the time that is given. Throws `not_found`, `locked`, `validation` under
 * `expiry_at`, and `wrong_state` for an addon, and for what does not serve or has ended.
 */
export async function judgeMove(
  cx: OperatorCx,
  { service: id, expiry_at }: OperatorInput<'setService'>,
): Promise<{ service: Lasting; until: Date; gift: Cents }> {
  const service = await requireService(cx, id);
  if (!hasEnd(service))
    throw new Failure('wrong_state', { message: `Service ${id} is ${service.status}, so its end cannot be moved.` });
  const until = new Date(expiry_at);
  const refusal = endRefusal({ before: service.expiry_at, wanted: until, now: cx.clock.now() }, cx.settings.farthestEndYears);
  if (refusal !== undefined) throw invalid('expiry_at', refusal);
  return { service, until, gift: await giftOf(cx, service, until) };
}

/**
 * Moves its end, with that of its addons. No money moves: what is given is a gift, and for what is taken the staff refunds. What was suspended unpaid
 * and is paid by that serves again. Throws what `judgeMove` throws, and `wrong_state` while an order for it waits.
 */
export async function setService(cx: OperatorCx, input: OperatorInput<'setService'>): Promise<OperatorResult<'setService'>> {
  const { service, until, gift } = await judgeMove(cx, input);
  const { id, account_id: accountId, type, expiry_at: before } = service;
  const { reason } = input;
  const moved = await moveEnd(cx, service, { until, reason });
  if (await mayResume(cx, moved)) await resumeService(cx, moved);
  const given: Record<string, string> = gift > 0n ? { amount: decimal(gift) } : {};
  const details = { from: before.toISOString(), until: until.toISOString(), reason, ...given };
  await audit(cx, 'setService', { kind: resourceKindOf(type), id, accountId }, details);
  return { ...(await suspensionOf(cx, id)), before };
}
