/** Until when an account may change its country and what it says of its company, since both decide its VAT. */
import { days } from './clock.ts';

/** From the first deposit. */
const CORRECTION_MS = days(5);

export interface Standing {
  /** Whether it buys as a company now. */
  company: boolean;
  /** Whether an order was paid; a deposit is none. */
  paid: boolean;
  /** When money of the account came in first; null: never. */
  firstDepositAt: Date | null;
}

/** Once it is a company, or has paid an order. */
export function isCountryFrozen({ company, paid }: Standing): boolean {
  return company || paid;
}

/** Once it has paid an order, save for the days after its first deposit. */
export function isCompanyFrozen({ paid, firstDepositAt }: Standing, now: Date): boolean {
  return paid && (firstDepositAt === null || now.getTime() > firstDepositAt.getTime() + CORRECTION_MS);
}
