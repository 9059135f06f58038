/**
 * The port to those who take money for us. A payment is known by our reference: a driver gives it to the gateway with each request
 * that changes something, as the key of that request too, so that a request which is sent again has one effect, and a payment whose
 * answer was lost is found again. All amounts are cents.
 *
 * Drivers keep nothing: what must be remembered is in the rows. None is called in a transaction.
 */

import type { Outcome, RefundOutcome, SeenDispute } from '@innkeeper/model/payments/outcome';

export interface GatewayCapabilities {
  /** Its payers pay on a page of its own. */
  readonly hostedCheckout: boolean;
  /** A card that paid once can be charged again without its owner. */
  readonly savedCards: boolean;
  /** It sends money back when told. Else the operator does, and tells us. */
  readonly refunds: boolean;
}

/** A payment as its driver needs it. */
export interface AskedPayment {
  readonly reference: string;
  readonly amount: bigint;
  /** ISO 4217. */
  readonly currency: string;
  /** What the payer reads. */
  readonly description: string;
  /** The gateway's own name for it, once it is known. */
  readonly gatewayId: string | null;
  readonly kind: 'checkout' | 'saved_card' | 'transfer';
}

export interface CheckoutOptions {
  /** Where the gateway's page leads to at its end. */
  readonly returnUrl: string;
  /** When it was first asked for. */
  readonly begunAt: Date;
  /** When its page is to end; gateways have limits of their own. */
  readonly expiresAt: Date;
  /** Whose payment it is. */
  readonly accountId: number;
  readonly saveCard: boolean;
}

export interface Opened {
  gatewayId: string | null;
  url: string | null;
}

export interface CardToCharge {
  readonly gatewayId: string;
  readonly gatewayCustomer: string;
}

export interface RefundToMake {
  /** Ours, and the key of the request. */
  readonly reference: string;
  readonly amount: bigint;
  readonly payment: AskedPayment;
}

export interface PaymentGateway {
  /** `sandbox`, `bank`, `stripe`: as in the rows. */
  readonly name: string;
  readonly capabilities: GatewayCapabilities;
  /** Opens a checkout, or makes a transfer expected. Again with the same reference: the same one. */
  open(payment: AskedPayment, options: CheckoutOptions): Promise<Opened>;
  /** Charges a saved card. Again with the same reference: the same charge, as long as the gateway knows the key (`keysLastMs`). */
  charge(payment: AskedPayment, card: CardToCharge): Promise<Exclude<Outcome, { state: 'absent' }>>;
  /** From then on it neither keeps the card for us nor charges it. Again is fine, and so is one that it does not have any more. */
  detachCard(gatewayId: string): Promise<void>;
  /** How soon it is asked what became of a payment that is under way, should no webhook tell, in milliseconds; null: it never knows. */
  readonly firstLookMs: number | null;
  /** For how long a repeated request is recognised, in milliseconds. After that `look` alone tells whether it arrived. */
  readonly keysLastMs: number;
  /** What has become of it. */
  look(payment: AskedPayment): Promise<Outcome>;
  /** Ends it, so that nobody can pay it any more, and tells what had become of it: a payer may have been faster. Again is fine. */
  close(payment: AskedPayment): Promise<Outcome>;
  /** Sends money back. Again with the same reference: the same refund. */
  refund(refund: RefundToMake): Promise<RefundOutcome>;
  /** Null: there is no such refund. */
  lookRefund(refund: RefundToMake): Promise<RefundOutcome | null>;
  lookDispute(gatewayId: string): Promise<SeenDispute>;
}

/**
 * Why a gateway did not do what it was told. `refused`: it said no, and nothing happened. `busy`: nothing happened, and a later try may
 * succeed. `lost`: nobody knows whether it happened.
 */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly kind: 'refused' | 'busy' | 'lost';
  constructor(kind: 'refused' | 'busy' | 'lost', message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.kind = kind;
  }
}
