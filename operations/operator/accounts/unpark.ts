import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { resolveAlerts } from '@innkeeper/db/tables/alerts';
import { giveTime } from '@innkeeper/db/tables/services';
import { audit } from '@innkeeper/domain/audit';
import { Failure } from '@innkeeper/model/failures';
import type { OperatorCx } from '../context.ts';
import { accountIdOf, loadAccount } from './find.ts';

/** Ends what `jobs/renew-services.ts` began when the charges of a service looked odd. Throws `wrong_state` for one that is not parked. */
export async function unparkAccount(
  cx: OperatorCx,
  { account }: OperatorInput<'unparkAccount'>,
): Promise<OperatorResult<'unparkAccount'>> {
  const id = await accountIdOf(cx.db, account);
  const now = cx.clock.now();
  const { numUpdatedRows } = await cx.db
    .updateTable('accounts')
    .set({ billing_parked_at: null, billing_parked_reason: null })
    .where('id', '=', id)
    .where('billing_parked_at', 'is not', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Failure('wrong_state', { message: `Account ${id} is not parked.` });
  // Services that expired meanwhile may still be paid.
  await giveTime(cx.db, id, new Date(now.getTime() + cx.settings.timeToPayMs));
  await resolveAlerts(cx.db, { kind: 'account_parked', key: `account:${id}` }, now);
  await audit(cx, 'unparkAccount', { kind: 'account', id, accountId: id });
  return loadAccount(cx.db, id);
}
