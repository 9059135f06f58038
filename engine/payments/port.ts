/**
 * The port to payment gateways. A payment is identified by our reference. A driver sends the reference with each changing request, also as
 * the request's idempotency key. A repeated request therefore has one effect, and a payment whose answer was lost is found again. All
 * amounts are in cents.
 *
 * Drivers store nothing, because all state is in the rows. They are never called in a transaction.
 */

import type { DisputeReport, PaymentOutcome, RefundOutcome } from '@innkeeper/model/payments/outcome';

export interface GatewayCapabilities {
  /** True if payers pay on a page of the gateway. */
  readonly hostedCheckout: boolean;
  /** True if a card that paid once can be charged again without its owner. */
  readonly savedCards: boolean;
  /** True if the gateway refunds on request. Otherwise each refund is one by hand: the operator sends the money, and records it. */
  readonly refunds: boolean;
}

/** The data of a payment that its driver needs. */
export interface PaymentRequest {
  readonly reference: string;
  readonly amount: bigint;
  /** Currency code in ISO 4217. */
  readonly currency: string;
  /** Text for the payer. */
  readonly description: string;
  /** Id at the gateway, or `null` until known. */
  readonly gatewayId: string | null;
  readonly kind: 'checkout' | 'saved_card' | 'transfer';
}

export interface CheckoutOptions {
  /** URL to which the gateway's page returns. */
  readonly returnUrl: string;
  /** Time of the first request. */
  readonly begunAt: Date;
  /** Time when the page expires. Gateways have their own limits. */
  readonly expiresAt: Date;
  /** Account of the payment. */
  readonly accountId: number;
  readonly saveCard: boolean;
}

export interface OpenedCheckout {
  gatewayId: string | null;
  url: string | null;
}

export interface CardToCharge {
  readonly gatewayId: string;
  readonly gatewayCustomer: string;
}

export interface RefundToMake {
  /** Our reference, also the key of the request. */
  readonly reference: string;
  readonly amount: bigint;
  readonly payment: PaymentRequest;
}

/** A payment as recorded by its gateway. */
export interface GatewayPayment {
  reference: string;
  amount: bigint;
}

export interface PaymentGateway {
  /** Name as in the rows: `sandbox`, `bank`, `stripe`. */
  readonly name: string;
  readonly capabilities: GatewayCapabilities;
  /** Opens a checkout, or expects a transfer. A call with the same reference returns the same result. */
  open(payment: PaymentRequest, options: CheckoutOptions): Promise<OpenedCheckout>;
  /** Charges a saved card. A call with the same reference returns the same charge while the gateway remembers the key (`idempotencyKeyTtlMs`). */
  charge(payment: PaymentRequest, card: CardToCharge): Promise<Exclude<PaymentOutcome, { state: 'absent' }>>;
  /** Detaches a card, which the gateway then neither stores nor charges. Idempotent. Does nothing if the gateway no longer has the card. */
  detachCard(gatewayId: string): Promise<void>;
  /** Delay in milliseconds before the first status poll of a pending payment. `null` if the gateway has no status to poll. */
  readonly firstPollMs: number | null;
  /**
   * Time in milliseconds during which a repeated request is recognised. After that only `look` can determine whether the request arrived.
   */
  readonly idempotencyKeyTtlMs: number;
  /** Returns the state of a payment. */
  poll(payment: PaymentRequest): Promise<PaymentOutcome>;
  /** Closes a payment so that it can no longer be paid. Returns its final state, because the payer may have paid first. Idempotent. */
  close(payment: PaymentRequest): Promise<PaymentOutcome>;
  /** Refunds money, or reports that a person must (`byHand`). A call with the same reference returns the same refund. */
  refund(refund: RefundToMake): Promise<RefundOutcome>;
  /** Returns the state of a refund, or `null` if it does not exist. */
  pollRefund(refund: RefundToMake): Promise<RefundOutcome | null>;
  pollDispute(gatewayId: string): Promise<DisputeReport>;
  /** Lists our payments for which the gateway has taken money since a time, or `null` if it cannot list them. */
  listPaid(since: Date): Promise<GatewayPayment[] | null>;
}

/**
 * A failed request to a gateway.
 * - `refused`: the gateway declined it, and nothing happened.
 * - `busy`: nothing happened, and a retry may succeed.
 * - `lost`: it is unknown whether it happened.
 */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly kind: 'refused' | 'busy' | 'lost';
  constructor(kind: 'refused' | 'busy' | 'lost', message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.kind = kind;
  }
}
