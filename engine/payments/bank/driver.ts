/**
 * Bank transfers. No service can be polled: the payer writes the reference, and the operator's statements contain the received transfers
 * (camt.ts). A transfer is expected until its payment is closed. A later transfer is also found by its reference.
 */
import { FAILURE_REASONS } from '@innkeeper/model/payments/failure-reasons';
import type { DisputeReport, PaymentOutcome, RefundOutcome } from '@innkeeper/model/payments/outcome';
import { type GatewayCapabilities, GatewayError, type PaymentGateway, type PaymentRequest } from '../port.ts';

const CLOSED = {
  state: 'failed',
  code: 'closed',
  reason: FAILURE_REASONS.closed,
  hardDecline: false,
} as const;

const BY_HAND = { state: 'pending', gatewayId: null, byHand: true } as const;

export class BankGateway implements PaymentGateway {
  readonly name = 'bank';
  readonly capabilities: GatewayCapabilities = { hostedCheckout: false, savedCards: false, refunds: false };
  readonly firstPollMs = null;
  readonly idempotencyKeyTtlMs = Number.POSITIVE_INFINITY;

  async open() {
    return { gatewayId: null, url: null };
  }

  async charge(): Promise<never> {
    throw new GatewayError('refused', 'a bank account has no card');
  }

  async detachCard(): Promise<never> {
    throw new GatewayError('refused', 'a bank account has no card');
  }

  /** Returns `null`, because received transfers are on the statements. */
  async listPaid(): Promise<null> {
    return null;
  }

  async poll(_payment: PaymentRequest): Promise<PaymentOutcome> {
    return { state: 'pending' };
  }

  async close(_payment: PaymentRequest): Promise<PaymentOutcome> {
    return CLOSED;
  }

  /** Reports a refund by hand: the operator makes the transfer, and marks the refund as sent. */
  async refund(): Promise<RefundOutcome> {
    return BY_HAND;
  }

  async pollRefund(): Promise<RefundOutcome> {
    return BY_HAND;
  }

  async pollDispute(): Promise<DisputeReport> {
    throw new GatewayError('refused', 'a transfer is not disputed');
  }
}
