/** Methods of payment by a gateway: those of the catalogue that can take money here. */
import type { Order, PaymentMethod } from '@innkeeper/db/schema';
import { invalid } from '@innkeeper/model/failures';
import { type Cents, formatDecimal } from '@innkeeper/model/money/money';
import { explainNotOffered, type Gateway, minimumOf, takesAmount } from '@innkeeper/model/payments/offer';
import type { Cx } from '../context.ts';

export type OfferedMethod = PaymentMethod & { driver: Gateway };

export interface UnofferedMethod {
  method: PaymentMethod;
  /** Reason as the end of a sentence. */
  why: string;
}

/** Divides the enabled methods of the catalogue, in its order, into those that can take money here and those that cannot. */
export async function divideMethods(
  { db }: Pick<Cx, 'db'>,
  gateways: readonly Gateway[],
): Promise<{ offered: OfferedMethod[]; unoffered: UnofferedMethod[] }> {
  const rows = await db
    .selectFrom('payment_methods')
    .selectAll()
    .select(({ selectFrom }) => selectFrom('seller').select('iban').as('iban'))
    .where('enabled', '=', true)
    .orderBy('position')
    .orderBy('key')
    .execute();
  const [offered, unoffered]: [OfferedMethod[], UnofferedMethod[]] = [[], []];
  for (const { iban, ...method } of rows) {
    const why = explainNotOffered(method.driver, { gateways, iban });
    if (why === undefined) offered.push(method as OfferedMethod);
    else unoffered.push({ method, why });
  }
  return { offered, unoffered };
}

/** Lists the methods that customers can choose. */
export async function listOfferedMethods({ db, settings }: Pick<Cx, 'db' | 'settings'>): Promise<OfferedMethod[]> {
  return (await divideMethods({ db }, settings.paymentGateways)).offered;
}

/** Returns the method. Throws `validation` for `payment_method` if it is not offered. */
export async function requireMethod(cx: Pick<Cx, 'db' | 'settings'>, key: string): Promise<OfferedMethod> {
  const offered = await listOfferedMethods(cx);
  const method = offered.find((one) => one.key === key);
  if (method) return method;
  const others = ['balance', ...offered.map((one) => one.key)].join(', ');
  throw invalid('payment_method', `The payment method ${key} is not available. Choose one of: ${others}.`);
}

/** Throws `validation` for `store_card` if a card is to be stored by a method that stores none. */
export function requireStorable(method: OfferedMethod | undefined, storeCard: boolean): void {
  if (storeCard && method?.saves_card !== true)
    throw invalid('store_card', `${method?.name ?? 'The balance'} cannot store a card. Leave store_card out.`);
}

/**
 * Returns the method with its limits for these orders. Mails and pro forma invoices ask for any order by transfer whatever it costs, so a
 * transfer has limits for deposits only.
 */
export function methodFor<Method extends Pick<PaymentMethod, 'driver' | 'minimum' | 'maximum'>>(
  method: Method,
  orders: readonly Pick<Order, 'type'>[],
): Method {
  return method.driver === 'bank' && orders.every(({ type }) => type !== 'deposit')
    ? { ...method, minimum: null, maximum: null }
    : method;
}

/** Throws `validation` for `field` if the method does not take an amount. */
export function requireWithin(method: PaymentMethod, amount: Cents, field: string): void {
  if (takesAmount(method, amount)) return;
  const { maximum, name } = method;
  const minimum = minimumOf(method);
  const isTooSmall = minimum !== null && amount < minimum;
  const limit = `at ${isTooSmall ? 'least' : 'most'} ${formatDecimal((isTooSmall ? minimum : maximum) ?? amount)}`;
  throw invalid(field, `${name} accepts payments of ${limit}, but this payment is ${formatDecimal(amount)}.`);
}
