/** Decides which payment methods of the catalogue can receive money in this installation, and which amounts. The others are not offered. */
import type { Cents } from '../money/money.ts';

/** Gateways with a driver. Bank transfers need the seller's bank details, the other gateways must be configured. */
export const GATEWAYS = ['bank', 'sandbox', 'stripe'] as const;
export type Gateway = (typeof GATEWAYS)[number];

export interface PaymentSetup {
  /** Configured gateways. */
  gateways: readonly Gateway[];
  /** IBAN of the seller, or `null` if the catalogue has none. */
  iban: string | null;
}

/** Returns the reason why a method with this driver cannot receive money, as the end of a sentence. Returns `undefined` if it can. */
export function explainNotOffered(driver: string, { gateways, iban }: PaymentSetup): string | undefined {
  if (!isGateway(driver)) return `there is no gateway "${driver}". Choose one of ${GATEWAYS.join(', ')}.`;
  if (driver === 'bank') return iban === null ? 'the seller has no IBAN. Set seller.iban in the catalogue.' : undefined;
  if (gateways.includes(driver)) return undefined;
  return driver === 'sandbox'
    ? 'the sandbox takes payments in a trial only (payments.trial), and only while the API listens on loopback alone.'
    : `the gateway "${driver}" is not configured.`;
}

export function isGateway(driver: string): driver is Gateway {
  return (GATEWAYS as readonly string[]).includes(driver);
}

/** Smallest amounts in cents that gateways take. Stripe refuses less than 0.50, and the sandbox imitates it. */
const GATEWAY_MINIMUMS: Readonly<Record<string, Cents>> = { sandbox: 50n, stripe: 50n };

/** A method with its limits in cents, or `null` without a limit. */
export interface LimitedMethod {
  driver: string;
  minimum: Cents | null;
  maximum: Cents | null;
}

/** Returns the smallest payment by a method: the limit of the catalogue, or that of the gateway if it is larger. */
export function minimumOf({ driver, minimum }: Pick<LimitedMethod, 'driver' | 'minimum'>): Cents | null {
  const own = GATEWAY_MINIMUMS[driver] ?? null;
  return own !== null && (minimum === null || minimum < own) ? own : minimum;
}

/** Returns whether a method takes a payment of this amount. A method that the catalogue has no more (`undefined`) has no limits. */
export function takesAmount(method: LimitedMethod | undefined, amount: Cents): boolean {
  if (!method) return true;
  const [minimum, { maximum }] = [minimumOf(method), method];
  return (minimum === null || amount >= minimum) && (maximum === null || amount <= maximum);
}

/** Returns the limits of a payment that no customer chooses. The limits of the catalogue are for those that customers choose. */
export const gatewayLimits = (driver: string): LimitedMethod => ({ driver, minimum: null, maximum: null });
