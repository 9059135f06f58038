/** Ways to pay by a gateway, as the catalogue offers them. */
import type { Payment, PaymentMethod } from '@innkeeper/db/schema';
import { invalid } from '@innkeeper/model/failures';
import { type Cents, decimal } from '@innkeeper/model/money';
import type { Cx } from '../context.ts';

export type OfferedMethod = PaymentMethod & { driver: Payment['gateway'] };

const DRIVERS: readonly string[] = ['bank', 'sandbox', 'stripe'] satisfies Payment['gateway'][];

/** The method, if it is offered. Throws `validation` of `payment_method` when it is not. */
export async function requireMethod({ db }: Pick<Cx, 'db'>, key: string): Promise<OfferedMethod> {
  const method = await db
    .selectFrom('payment_methods')
    .selectAll()
    .where('key', '=', key as PaymentMethod['key'])
    .where('enabled', '=', true)
    .executeTakeFirst();
  if (!method || !DRIVERS.includes(method.driver)) throw invalid('payment_method', 'This way of payment is not offered here.');
  return method as OfferedMethod;
}

/** Throws `validation` of `field` for an amount out of the method's bounds. */
export function requireWithin({ minimum, maximum, name }: PaymentMethod, amount: Cents, field: string): void {
  if (minimum !== null && amount < minimum) throw invalid(field, `${name} takes payments of at least ${decimal(minimum)}.`);
  if (maximum !== null && amount > maximum) throw invalid(field, `${name} takes payments of at most ${decimal(maximum)}.`);
}
