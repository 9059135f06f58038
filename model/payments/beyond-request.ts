import type { Cents } from '../money/money.ts';

/**
 * Returns the part of `amount` in cents that exceeds the open amount of a payment. `known` is the money that was already received for the
 * payment.
 */
export function beyondRequest({ asked, known, amount }: { asked: Cents; known: Cents; amount: Cents }): Cents {
  const beyond = known + amount - asked;
  if (beyond <= 0n) return 0n;
  return beyond < amount ? beyond : amount;
}
