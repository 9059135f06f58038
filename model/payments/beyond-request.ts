import type { Cents } from '../money.ts';

/** Returns how much of `amount` is more than a payment still asks for, in cents. `known`: the money that has come for the payment already. */
export function beyondRequest({ asked, known, amount }: { asked: Cents; known: Cents; amount: Cents }): Cents {
  const beyond = known + amount - asked;
  if (beyond <= 0n) return 0n;
  return beyond < amount ? beyond : amount;
}
