/** Decides which credits without a payment were sent back to their payers, by the debits of a statement. */
import type { StatementDebit } from '../statement-line.ts';

/** A credit without a payment. */
export interface ReturnableCredit {
  id: number;
  /** Booking date, such as `2026-03-01`. */
  bookedOn: string;
  amount: bigint;
  currency: string;
  payerIban: string;
  /** Booking date of the debit that sent it back, or `null` while it waits. */
  returnedOn: string | null;
}

/**
 * Returns the booking date of the return, by the id of the credit. A debit returns the oldest credit of the same amount from the account
 * that it goes to. Credits that were returned on the same day count first, so that a file may be imported again.
 */
export function planReturns(debits: readonly StatementDebit[], credits: readonly ReturnableCredit[]): Map<number, string> {
  const returns = new Map<number, string>();
  const counted = new Set<ReturnableCredit>();
  const sorted = credits.toSorted(byAge);
  for (const debit of debits.toSorted((a, b) => a.bookedOn.localeCompare(b.bookedOn))) {
    const equal = sorted.filter((one) => !counted.has(one) && keyOf(one, one.payerIban) === keyOf(debit, debit.payeeIban));
    const credit =
      equal.find(({ returnedOn }) => returnedOn === debit.bookedOn) ??
      equal.find(({ returnedOn, bookedOn }) => returnedOn === null && bookedOn <= debit.bookedOn);
    if (!credit) continue;
    counted.add(credit);
    if (credit.returnedOn === null) returns.set(credit.id, debit.bookedOn);
  }
  return returns;
}

const byAge = (a: ReturnableCredit, b: ReturnableCredit): number => a.bookedOn.localeCompare(b.bookedOn) || a.id - b.id;

const keyOf = ({ amount, currency }: { amount: bigint; currency: string }, iban: string): string =>
  JSON.stringify([String(amount), currency, iban.replace(/\s/g, '').toUpperCase()]);
