import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { resolveAlerts } from '@innkeeper/db/tables/alerts';
import { postponeSuspension } from '@innkeeper/db/tables/services';
import { accountIdOf } from '@innkeeper/domain/accounts/find';
import { audit } from '@innkeeper/domain/audit';
import { Failure } from '@innkeeper/model/failures';
import type { OperatorCx } from '../context.ts';
import { loadAccount } from './find.ts';

/**
 * Resumes the automatic charges of a parked account. Accounts are parked after too many charges of a service in a day
 * (jobs/renew-services.ts), or after a restore (domain/recovery/finish.ts). Throws `wrong_state` for an account that is not parked.
 */
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
  // Postpone the suspension of services that expired in the meantime, so that they can be paid.
  await postponeSuspension(cx.db, id, new Date(now.getTime() + cx.settings.timeToPayMs));
  await resolveAlerts(cx.db, { kind: 'account_parked', key: `account:${id}` }, now);
  await audit(cx, 'unparkAccount', { kind: 'account', id, accountId: id });
  return loadAccount(cx.db, id);
}
