import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { childrenOf, lockServices, updateServices } from '@innkeeper/db/tables/services';
import { audit } from '@innkeeper/domain/audit';
import * as clock from '@innkeeper/model/clock';
import { Failure } from '@innkeeper/model/failures';
import { resourceKindOf } from '@innkeeper/model/services';
import type { OperatorCx } from '../context.ts';

/**
 * Postpones the suspension of a service, counted from its due time, or from now if that is later. The paid period does not change. Throws
 * `not_found`, and `wrong_state` for an inactive service, an addon, or a time beyond `maxPostponeMs`.
 */
export async function postponeService(
  cx: OperatorCx,
  { service: id, days, reason }: OperatorInput<'postponeService'>,
): Promise<OperatorResult<'postponeService'>> {
  const [service] = await lockServices(cx.db, [id]);
  if (!service) throw new Failure('not_found', { message: `Service ${id} does not exist.` });
  const { expiry_at, suspend_after, status, parent_id, account_id, type } = service;
  if (parent_id !== null)
    throw new Failure('wrong_state', { message: `Service ${id} is an addon. Name its server instead: ${parent_id}.` });
  if (status !== 'active' || !expiry_at)
    throw new Failure('wrong_state', { message: `Service ${id} is ${status}. Only an active service can be postponed.` });
  const from = Math.max(cx.clock.now().getTime(), expiry_at.getTime(), suspend_after?.getTime() ?? 0);
  const until = new Date(from + clock.days(days));
  const maxDays = Math.floor(cx.settings.maxPostponeMs / clock.days(1));
  if (until.getTime() - expiry_at.getTime() > cx.settings.maxPostponeMs)
    throw new Failure('wrong_state', {
      message: `Service ${id} is paid until ${expiry_at.toISOString()}. It can be postponed by at most ${maxDays} days after that.`,
    });
  const addons = (await childrenOf(cx.db, id)).filter((addon) => addon.status === 'active');
  await updateServices(cx.db, [id, ...addons.map((addon) => addon.id)], { suspend_after: until });
  const resource = { kind: resourceKindOf(type), id, accountId: account_id };
  await audit(cx, 'postponeService', resource, { until: until.toISOString(), reason });
  return { id, account: account_id, type, expiry_at, suspend_after: until };
}
