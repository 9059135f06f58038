/** Computes the payment methods for an amount, and the reasons of unavailable ones. Pure. */
import type { OrderSummary, PaymentMethodInfo } from '@innkeeper/sdk/index';
import { texts } from '../pay-texts.ts';

export type MethodKey = PaymentMethodInfo['key'];

export interface OfferedMethod {
  key: MethodKey;
  name: string;
  /** One line below the name. */
  hint: string;
  /** Reason why the method cannot pay the amount. */
  refusal?: string;
}

export interface MethodsInput {
  methods: readonly PaymentMethodInfo[];
  amount: number;
  /** True if one of the orders is a deposit. A transfer for other orders has no limits. */
  hasDeposit: boolean;
  /** Amount that the balance can pay, including the credit limit. */
  available: number;
  money: (amount: number) => string;
}

/** Returns the host's methods for an amount. Unavailable methods stay, with the reason. */
export function offerMethods({ methods, amount, hasDeposit, available, money }: MethodsInput): OfferedMethod[] {
  return methods.map(({ key, name, minimum, maximum }) => {
    if (key === 'balance') {
      const refusal = hasDeposit ? texts.notForDeposits : available < amount ? texts.balanceLacks(money(available)) : undefined;
      return { key, name, hint: texts.balanceIs(money(available)), ...(refusal !== undefined && { refusal }) };
    }
    const hint = key === 'bank' ? texts.bank : texts.gateway;
    if (key === 'bank' && !hasDeposit) return { key, name, hint };
    if (minimum !== null && amount < minimum) return { key, name, hint, refusal: texts.minimum(money(minimum)) };
    if (maximum !== null && amount > maximum) return { key, name, hint, refusal: texts.maximum(money(maximum)) };
    return { key, name, hint };
  });
}

/** Returns the initial method: the balance if it covers the amount, the order's own method, or the first available one. */
export function chooseMethod(
  offered: readonly OfferedMethod[],
  orders: readonly Pick<OrderSummary, 'payment_method'>[],
): MethodKey | undefined {
  const possible = offered.filter(({ refusal }) => refusal === undefined).map(({ key }) => key);
  if (possible.includes('balance')) return 'balance';
  const own = orders.map(({ payment_method }) => payment_method).find((key) => possible.includes(key));
  return own ?? possible[0] ?? offered[0]?.key;
}
