/** Decides which payment methods of the catalogue can receive money in this installation. The others are not offered. */

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
