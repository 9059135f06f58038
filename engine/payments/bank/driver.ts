/**
 * Bank transfers. Nothing answers: the payer writes the reference, and the operator's statements tell what came (camt.ts). So a
 * transfer is expected as long as somebody waits for it, and what comes later is found by its reference all the same.
 */
import type { Outcome, RefundOutcome, SeenDispute } from '@innkeeper/model/payments/outcome';
import { type AskedPayment, type GatewayCapabilities, GatewayError, type PaymentGateway } from '../port.ts';

const CLOSED = {
  state: 'failed',
  code: 'closed',
  reason: 'This bank transfer is no longer expected.',
  hardDecline: false,
} as const;

export class BankGateway implements PaymentGateway {
  readonly name = 'bank';
  readonly capabilities: GatewayCapabilities = { hostedCheckout: false, savedCards: false, refunds: false };
  readonly firstLookMs = null;
  readonly keysLastMs = Number.POSITIVE_INFINITY;

  async open() {
    return { gatewayId: null, url: null };
  }

  async charge(): Promise<never> {
    throw new GatewayError('refused', 'a bank account has no card');
  }

  async detachCard(): Promise<never> {
    throw new GatewayError('refused', 'a bank account has no card');
  }

  async look(_payment: AskedPayment): Promise<Outcome> {
    return { state: 'pending' };
  }

  async close(_payment: AskedPayment): Promise<Outcome> {
    return CLOSED;
  }

  /** The operator transfers it: the command that refunds says so. */
  async refund(): Promise<RefundOutcome> {
    return { state: 'succeeded', gatewayId: null };
  }

  async lookRefund(): Promise<RefundOutcome> {
    return { state: 'succeeded', gatewayId: null };
  }

  async lookDispute(): Promise<SeenDispute> {
    throw new GatewayError('refused', 'a transfer is not disputed');
  }
}
