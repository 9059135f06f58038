import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { accountIdOf } from '@innkeeper/domain/accounts/find';
import { audit } from '@innkeeper/domain/audit';
import { Failure } from '@innkeeper/model/failures';
import { sql } from 'kysely';
import type { OperatorCx } from '../context.ts';
import { loadAccount } from './find.ts';

/** Limits the tokens of an account to reading and tickets (`account_suspended`). Its servers are not affected. */
export async function suspendAccount(
  cx: OperatorCx,
  { account, reason }: OperatorInput<'suspendAccount'>,
): Promise<OperatorResult<'suspendAccount'>> {
  const id = await accountIdOf(cx.db, account);
  const { numUpdatedRows } = await cx.db
    .updateTable('accounts')
    .set({ suspended_at: cx.clock.now(), suspend_reason: reason })
    .where('id', '=', id)
    .where('suspended_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Failure('wrong_state', { message: `Account ${id} is already suspended.` });
  await audit(cx, 'suspendAccount', { kind: 'account', id: id, accountId: id }, { reason });
  const { servers_running } = await cx.db
    .selectFrom('servers')
    .select(sql<number>`count(*)::int`.as('servers_running'))
    .where('account_id', '=', id)
    .where('power', '=', 'running')
    .executeTakeFirstOrThrow();
  return { ...(await loadAccount(cx.db, id)), servers_running };
}
