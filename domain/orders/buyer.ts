/** For whom an order is made, whoever makes it: a customer's request, a job, the operator. */
import type { TaxDecision } from '@innkeeper/model/vat/decide';
import type { Cx } from '../context.ts';
import { taxOf } from '../tax/tax-of.ts';

export interface Buyer {
  readonly accountId: number;
  /** What its lines are charged, and the order stores. */
  readonly tax: TaxDecision;
}

export async function buyerOf(cx: Pick<Cx, 'db' | 'clock' | 'clientAddress'>, accountId: number): Promise<Buyer> {
  return { accountId, tax: await taxOf(cx, accountId) };
}
