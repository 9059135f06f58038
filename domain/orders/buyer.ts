/** The buyer of an order, whether a customer, a job or the operator places it. */
import type { TaxDecision } from '@innkeeper/model/vat/decide';
import type { Cx } from '../context.ts';
import { taxOf } from '../tax/tax-of.ts';

export interface Buyer {
  readonly accountId: number;
  /** Tax decision that applies to the lines and is stored with the order. */
  readonly tax: TaxDecision;
}

/** Returns the buyer of an account, with its current tax decision. */
export async function buyerOf(cx: Pick<Cx, 'db' | 'clock' | 'clientAddress'>, accountId: number): Promise<Buyer> {
  return { accountId, tax: await taxOf(cx, accountId) };
}
