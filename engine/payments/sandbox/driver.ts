/**
 * A gateway that exists in a directory: a file for each payment and refund, so that it outlives the worker and every process that opens it
 * knows the same. A checkout is paid when somebody looks at it for the first time; outcomes.ts says what becomes of which amount.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Outcome, RefundOutcome, SeenCard, SeenDispute } from '@innkeeper/model/payments/outcome';
import { readIfThere, writeAtomic } from '../../atomic.ts';
import {
  type AskedPayment,
  type CardToCharge,
  type CheckoutOptions,
  type GatewayCapabilities,
  GatewayError,
  type Opened,
  type PaymentGateway,
  type RefundToMake,
} from '../port.ts';
import { type Fate, fateOf } from './outcomes.ts';

interface StoredPayment {
  amount: string;
  accountId: number | null;
  saveCard: boolean;
  /** Nobody can pay it any more. */
  closed: boolean;
  paid: boolean;
  declined: boolean;
}

interface StoredRefund {
  state: RefundOutcome['state'];
}

interface StoredDispute {
  paymentReference: string;
  amount: string;
  state: SeenDispute['state'];
}

const DECLINED = {
  state: 'failed',
  code: 'card_declined',
  reason: 'The card was declined. Use another payment method.',
  hardDecline: false,
} as const;
const DECLINED_FOR_GOOD = {
  state: 'failed',
  code: 'stolen_card',
  hardDecline: true,
  reason: 'The card was declined and can no longer be used. Add another card.',
} as const;
const EXPIRED = {
  state: 'failed',
  code: 'expired',
  reason: 'The checkout ended without a payment. Pay the order again.',
  hardDecline: false,
} as const;

export class SandboxGateway implements PaymentGateway {
  readonly name = 'sandbox';
  readonly capabilities: GatewayCapabilities = { hostedCheckout: true, savedCards: true, refunds: true };
  readonly firstLookMs = 1_000;
  readonly keysLastMs = Number.POSITIVE_INFINITY;
  readonly #directory: string;
  readonly #consoleUrl: string;

  /** `consoleUrl`: URL of the console, which has the page of a checkout. Default: a URL that leads nowhere. */
  constructor(directory: string, consoleUrl = 'https://console.invalid') {
    this.#directory = directory;
    this.#consoleUrl = consoleUrl.replace(/\/+$/, '');
  }

  async open(payment: AskedPayment, options: CheckoutOptions): Promise<Opened> {
    const { accountId } = options;
    if (!(await this.#read(payment))) await this.#write(payment, { accountId, saveCard: options.saveCard });
    // A fragment is in no log.
    return { gatewayId: idOf(payment), url: `${this.#consoleUrl}/sandbox#${payment.reference}` };
  }

  async charge(payment: AskedPayment, card: CardToCharge): Promise<Exclude<Outcome, { state: 'absent' }>> {
    const fate = fateOf(payment.amount);
    if (await this.#load(detachedOf(card.gatewayId))) throw new GatewayError('refused', 'the sandbox has not got this card');
    if (fate === 'never arrives') throw new GatewayError('lost', 'the sandbox does not answer');
    if (!(await this.#read(payment))) await this.#write(payment, { ...fresh(fate), accountId: accountIdOf(card) });
    if (fate === 'lost') throw new GatewayError('lost', 'the sandbox does not answer');
    const outcome = await this.look(payment);
    if (outcome.state === 'absent') throw new GatewayError('lost', 'the sandbox has lost a payment');
    return outcome;
  }

  detachCard(gatewayId: string): Promise<void> {
    return this.#store(detachedOf(gatewayId), {});
  }

  async look(payment: AskedPayment): Promise<Outcome> {
    const stored = await this.#read(payment);
    if (!stored) return { state: 'absent' };
    const fate = fateOf(payment.amount);
    if (!stored.closed && !stored.paid && !stored.declined && fate !== 'late' && fate !== 'abandoned')
      return this.#outcome(payment, await this.#write(payment, { ...stored, ...fresh(fate) }));
    return this.#outcome(payment, stored);
  }

  async close(payment: AskedPayment): Promise<Outcome> {
    const stored = await this.#read(payment);
    if (!stored) return { state: 'absent' };
    if (stored.paid || stored.closed) return this.#outcome(payment, stored);
    await this.#write(payment, { ...stored, closed: true, paid: fateOf(payment.amount) === 'late' });
    return { gatewayId: idOf(payment), ...EXPIRED };
  }

  async refund(refund: RefundToMake): Promise<RefundOutcome> {
    const fate = fateOf(refund.amount);
    if (fate === 'declined') return { state: 'failed', gatewayId: null, reason: 'The sandbox refuses this refund.' };
    const state = fate === 'late' || fate === 'abandoned' ? 'pending' : 'succeeded';
    if (!(await this.#load(`refund-${refund.reference}`)))
      await this.#store(`refund-${refund.reference}`, { amount: String(refund.amount), state });
    return { state, gatewayId: refundIdOf(refund) };
  }

  /** One that has not left yet is late, and leaves by now, or never does. */
  async lookRefund(refund: RefundToMake): Promise<RefundOutcome | null> {
    const stored = (await this.#load(`refund-${refund.reference}`)) as StoredRefund | null;
    if (!stored) return null;
    const gatewayId = refundIdOf(refund);
    const failed = stored.state === 'failed' || fateOf(refund.amount) === 'abandoned';
    return failed
      ? { state: 'failed', gatewayId, reason: 'The bank of the card did not accept the refund.' }
      : { state: 'succeeded', gatewayId };
  }

  /** For tests: the payer's bank sends it back. */
  returnRefund(reference: string): Promise<void> {
    return this.#store(`refund-${reference}`, { state: 'failed' });
  }

  async lookDispute(gatewayId: string): Promise<SeenDispute> {
    const stored = (await this.#load(`dispute-${gatewayId}`)) as StoredDispute | null;
    if (!stored) throw new GatewayError('refused', `there is no dispute ${gatewayId}`);
    return { ...stored, gatewayId, amount: BigInt(stored.amount), reason: 'fraudulent' };
  }

  /** For tests: a payer disputes a payment, or its bank has decided. */
  async dispute(gatewayId: string, of: { paymentReference: string; amount: bigint; state: SeenDispute['state'] }): Promise<void> {
    const stored: StoredDispute = { ...of, amount: String(of.amount) };
    await this.#store(`dispute-${gatewayId}`, stored);
  }

  /** For tests: whether money was taken with this reference. */
  async paid(reference: string): Promise<boolean> {
    return ((await this.#load(reference)) as StoredPayment | null)?.paid === true;
  }

  #outcome(payment: AskedPayment, stored: StoredPayment): Outcome {
    const gatewayId = idOf(payment);
    if (stored.paid) {
      const receipts = [{ id: `sandbox_receipt_${payment.reference}`, amount: BigInt(stored.amount) }];
      const card = stored.saveCard && stored.accountId !== null ? cardOf(stored.accountId) : null;
      return { state: 'succeeded', gatewayId, receipts, card };
    }
    if (stored.declined) return { gatewayId, ...(fateOf(payment.amount) === 'declined' ? DECLINED : DECLINED_FOR_GOOD) };
    return stored.closed ? { gatewayId, ...EXPIRED } : { state: 'pending', gatewayId };
  }

  async #read(payment: AskedPayment): Promise<StoredPayment | null> {
    return (await this.#load(payment.reference)) as StoredPayment | null;
  }

  async #write(payment: AskedPayment, fields: Partial<StoredPayment>): Promise<StoredPayment> {
    const empty = { accountId: null, saveCard: false, closed: false, paid: false, declined: false };
    const stored = { ...empty, ...fields, amount: String(payment.amount) };
    await this.#store(payment.reference, stored);
    return stored;
  }

  async #load(name: string): Promise<unknown> {
    const text = await readIfThere(join(this.#directory, `${name}.json`));
    return text === null ? null : JSON.parse(text);
  }

  async #store(name: string, value: object): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    await writeAtomic(join(this.#directory, `${name}.json`), JSON.stringify(value), { durable: false });
  }
}

const idOf = ({ reference }: AskedPayment): string => `sandbox_${reference}`;

const refundIdOf = ({ reference }: RefundToMake): string => `sandbox_refund_${reference}`;

const detachedOf = (gatewayId: string): string => `detached-${gatewayId}`;

const fresh = (fate: Fate) => ({ paid: fate === 'succeeds' || fate === 'lost', declined: fate.startsWith('declined') });

const cardOf = (accountId: number): SeenCard => ({
  ...{ gatewayId: `sandbox_card_${accountId}`, gatewayCustomer: `sandbox_customer_${accountId}` },
  ...{ brand: 'sandbox', last4: '4242', expiryMonth: 12, expiryYear: 2099, country: null },
});

const accountIdOf = ({ gatewayId }: CardToCharge): number => Number(gatewayId.replace('sandbox_card_', ''));
