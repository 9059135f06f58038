/** Takes back what staff have credited to an account. */
import { lockBalance, withdraw } from '@innkeeper/db/ledger';
import { sumOfGateway } from '@innkeeper/db/ledger/gateways';
import { Failure } from '@innkeeper/model/failures';
import { type Cents, formatDecimal } from '@innkeeper/model/money/money';
import type { MutatingCx } from '../context.ts';

export interface Charge {
  accountId: number;
  amount: Cents;
}

/** Charges an account. The customer reads the reason. Returns the entry's id. Throws the errors of `validateCharge`. */
export async function chargeAccount(cx: MutatingCx, { reason, ...charge }: Charge & { reason: string }): Promise<number> {
  await validateCharge(cx, charge);
  const money = { ...charge, gateway: 'operator', paymentMethod: 'operator' } as const;
  return withdraw(cx.db, { ...money, description: reason, now: cx.clock.now() });
}

/**
 * Locks the balance and validates a charge: at most what staff have credited, and the balance. A credit limit does not count, because the
 * charge would be a loan of ours. Throws `wrong_state` for more than staff have credited, and `insufficient_funds`.
 */
export async function validateCharge({ db }: Pick<MutatingCx, 'db'>, { accountId, amount }: Charge): Promise<void> {
  // The lock comes first: a concurrent charge would read the sum without this one.
  const { balance } = await lockBalance(db, accountId);
  const credited = await sumOfGateway(db, accountId, 'operator');
  if (amount > credited)
    throw new Failure('wrong_state', {
      message: `At most ${formatDecimal(credited)} can be charged, because staff have credited no more to account ${accountId}.`,
    });
  if (amount > balance)
    throw new Failure('insufficient_funds', {
      message: `The balance of account ${accountId} is ${formatDecimal(balance)}, and a charge cannot bring it below zero.`,
    });
}
