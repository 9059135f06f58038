/** Decides when an account may no longer change its country and company data, because both determine its VAT. */
import { days } from '../time/clock.ts';

/** Correction period after the first deposit. */
const CORRECTION_MS = days(5);

export interface FreezeFacts {
  /** True if the account buys as a company now. */
  company: boolean;
  /** True if an order was paid. A deposit does not count. */
  paid: boolean;
  /** Time of the first incoming payment, or `null` if there was none. */
  firstDepositAt: Date | null;
}

/** Returns whether the country and its VAT territory are frozen: the account is a company or has paid an order. */
export function isCountryFrozen({ company, paid }: FreezeFacts): boolean {
  return company || paid;
}

/** Returns whether the company data is frozen: the account has paid an order, and the days after its first deposit are over. */
export function isCompanyFrozen({ paid, firstDepositAt }: FreezeFacts, now: Date): boolean {
  return paid && (firstDepositAt === null || now.getTime() > firstDepositAt.getTime() + CORRECTION_MS);
}
