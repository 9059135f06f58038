import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { deposit } from '@innkeeper/db/ledger';
import { accountIdOf } from '@innkeeper/domain/accounts/find';
import { audit } from '@innkeeper/domain/audit';
import { formatDecimal, parseDecimal } from '@innkeeper/model/money';
import type { OperatorCx } from '../context.ts';
import { loadAccount } from './find.ts';

/** Posts a deposit to an account. */
export async function fundAccount(
  cx: OperatorCx,
  { account, amount: text, reason }: OperatorInput<'fundAccount'>,
): Promise<OperatorResult<'fundAccount'>> {
  const accountId = await accountIdOf(cx.db, account);
  const amount = parseDecimal(text);
  const now = cx.clock.now();
  const entry = await deposit(cx.db, {
    accountId,
    amount,
    gateway: 'operator',
    paymentMethod: 'operator',
    description: reason,
    now,
  });
  await audit(cx, 'fundAccount', { kind: 'account', id: accountId, accountId }, { amount: formatDecimal(amount), reason, entry });
  return loadAccount(cx.db, accountId);
}
