import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { audit } from '@innkeeper/domain/audit';
import { complimentaryValue } from '@innkeeper/domain/endings/complimentary-value';
import { type FixedTerm, hasEnd, moveEnd } from '@innkeeper/domain/endings/move-end';
import { mayResume, resumeService } from '@innkeeper/domain/service-types/lifecycle';
import { Failure, invalid } from '@innkeeper/model/failures';
import { type Cents, formatDecimal } from '@innkeeper/model/money';
import { endRefusal } from '@innkeeper/model/pricing/moved-end';
import { resourceKindOf } from '@innkeeper/model/services';
import type { OperatorCx } from '../context.ts';
import { requireService, suspensionOf } from './find.ts';

/**
 * Locks the service and validates the move. `gift` is the price of the added time for its owner. Throws `not_found`, `locked`, `validation`
 * for `expiry_at`, and `wrong_state` for an addon, and for a service that is not in use or has ended.
 */
export async function validateMove(
  cx: OperatorCx,
  { service: id, expiry_at }: OperatorInput<'setService'>,
): Promise<{ service: FixedTerm; until: Date; gift: Cents }> {
  const service = await requireService(cx, id);
  if (!hasEnd(service))
    throw new Failure('wrong_state', { message: `Service ${id} is ${service.status}, so its end cannot be moved.` });
  const until = new Date(expiry_at);
  const refusal = endRefusal({ before: service.expiry_at, end: until, now: cx.clock.now() }, cx.settings.maxEndYears);
  if (refusal !== undefined) throw invalid('expiry_at', refusal);
  return { service, until, gift: await complimentaryValue(cx, service, until) };
}

/**
 * Moves the end of a service and its addons. No money moves: added time is a gift, and the staff refunds removed time.
 *
 * Resumes a service that was suspended as unpaid and is now paid. Throws the errors of `validateMove`, and `wrong_state` while an order for
 * the service is pending.
 */
export async function setService(cx: OperatorCx, input: OperatorInput<'setService'>): Promise<OperatorResult<'setService'>> {
  const { service, until, gift } = await validateMove(cx, input);
  const { id, account_id: accountId, type, expiry_at: before } = service;
  const { reason } = input;
  const moved = await moveEnd(cx, service, { until, reason });
  if (await mayResume(cx, moved)) await resumeService(cx, moved);
  const given: Record<string, string> = gift > 0n ? { amount: formatDecimal(gift) } : {};
  const details = { from: before.toISOString(), until: until.toISOString(), reason, ...given };
  await audit(cx, 'setService', { kind: resourceKindOf(type), id, accountId }, details);
  return { ...(await suspensionOf(cx, id)), before };
}
