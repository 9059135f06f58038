/**
 * A gateway in a directory. It has a file for each payment and refund, so it outlives the worker and is shared by all processes. A checkout
 * is paid at its first status poll. outcomes.ts determines the outcome from the amount.
 */
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FAILURE_REASONS } from '@innkeeper/model/payments/failure-reasons';
import type { CardDetails, DisputeReport, PaymentOutcome, RefundOutcome } from '@innkeeper/model/payments/outcome';
import { isNodeError, readIfThere, writeAtomic } from '../../atomic.ts';
import {
  type CardToCharge,
  type CheckoutOptions,
  type GatewayCapabilities,
  GatewayError,
  type GatewayPayment,
  type OpenedCheckout,
  type PaymentGateway,
  type PaymentRequest,
  type RefundToMake,
} from '../port.ts';
import { type SandboxOutcome, sandboxOutcomeOf } from './outcomes.ts';

interface StoredPayment {
  amount: string;
  accountId: number | null;
  saveCard: boolean;
  /** True if the payment can no longer be paid. */
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
  state: DisputeReport['state'];
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
  reason: FAILURE_REASONS.expired,
  hardDecline: false,
} as const;

export class SandboxGateway implements PaymentGateway {
  readonly name = 'sandbox';
  readonly capabilities: GatewayCapabilities = { hostedCheckout: true, savedCards: true, refunds: true };
  readonly firstPollMs = 1_000;
  readonly idempotencyKeyTtlMs = Number.POSITIVE_INFINITY;
  readonly #directory: string;
  readonly #consoleUrl: string;

  /** Creates the gateway. `consoleUrl` is the URL of the console, which contains the page of a checkout. */
  constructor(directory: string, consoleUrl = 'https://console.invalid') {
    this.#directory = directory;
    this.#consoleUrl = consoleUrl.replace(/\/+$/, '');
  }

  async open(payment: PaymentRequest, options: CheckoutOptions): Promise<OpenedCheckout> {
    const { accountId } = options;
    if (!(await this.#read(payment))) await this.#write(payment, { accountId, saveCard: options.saveCard });
    // A fragment appears in no log.
    return { gatewayId: idOf(payment), url: `${this.#consoleUrl}/sandbox#${payment.reference}` };
  }

  async charge(payment: PaymentRequest, card: CardToCharge): Promise<Exclude<PaymentOutcome, { state: 'absent' }>> {
    const fate = sandboxOutcomeOf(payment.amount);
    if (await this.#load(detachedFileName(card.gatewayId)))
      throw new GatewayError('refused', 'the sandbox has not got this card');
    if (fate === 'never arrives') throw new GatewayError('lost', 'the sandbox does not answer');
    if (!(await this.#read(payment))) await this.#write(payment, { ...initialFlags(fate), accountId: accountIdOf(card) });
    if (fate === 'lost') throw new GatewayError('lost', 'the sandbox does not answer');
    const outcome = await this.poll(payment);
    if (outcome.state === 'absent') throw new GatewayError('lost', 'the sandbox has lost a payment');
    return outcome;
  }

  detachCard(gatewayId: string): Promise<void> {
    return this.#store(detachedFileName(gatewayId), {});
  }

  async poll(payment: PaymentRequest): Promise<PaymentOutcome> {
    const stored = await this.#read(payment);
    if (!stored) return { state: 'absent' };
    const fate = sandboxOutcomeOf(payment.amount);
    if (!stored.closed && !stored.paid && !stored.declined && fate !== 'late' && fate !== 'abandoned')
      return this.#outcome(payment, await this.#write(payment, { ...stored, ...initialFlags(fate) }));
    return this.#outcome(payment, stored);
  }

  async close(payment: PaymentRequest): Promise<PaymentOutcome> {
    const stored = await this.#read(payment);
    if (!stored) return { state: 'absent' };
    if (stored.paid || stored.closed) return this.#outcome(payment, stored);
    await this.#write(payment, { ...stored, closed: true, paid: sandboxOutcomeOf(payment.amount) === 'late' });
    return { gatewayId: idOf(payment), ...EXPIRED };
  }

  async refund(refund: RefundToMake): Promise<RefundOutcome> {
    const fate = sandboxOutcomeOf(refund.amount);
    if (fate === 'declined') return { state: 'failed', gatewayId: null, reason: 'The sandbox refuses this refund.' };
    const state = fate === 'late' || fate === 'abandoned' ? 'pending' : 'succeeded';
    if (!(await this.#load(`refund-${refund.reference}`)))
      await this.#store(`refund-${refund.reference}`, { amount: String(refund.amount), state });
    return { state, gatewayId: refundIdOf(refund) };
  }

  /** Returns the state of a refund. A pending refund has succeeded or failed by now, depending on its amount. */
  async pollRefund(refund: RefundToMake): Promise<RefundOutcome | null> {
    const stored = (await this.#load(`refund-${refund.reference}`)) as StoredRefund | null;
    if (!stored) return null;
    const gatewayId = refundIdOf(refund);
    const failed = stored.state === 'failed' || sandboxOutcomeOf(refund.amount) === 'abandoned';
    return failed
      ? { state: 'failed', gatewayId, reason: 'The bank of the card did not accept the refund.' }
      : { state: 'succeeded', gatewayId };
  }

  /** Makes the payer's bank return a refund, for tests. */
  returnRefund(reference: string): Promise<void> {
    return this.#store(`refund-${reference}`, { state: 'failed' });
  }

  async pollDispute(gatewayId: string): Promise<DisputeReport> {
    const stored = (await this.#load(`dispute-${gatewayId}`)) as StoredDispute | null;
    if (!stored) throw new GatewayError('refused', `there is no dispute ${gatewayId}`);
    return { ...stored, gatewayId, amount: BigInt(stored.amount), reason: 'fraudulent' };
  }

  async listPaid(since: Date): Promise<GatewayPayment[]> {
    const names = await readdir(this.#directory).catch((error: unknown) => {
      if (isNodeError(error, 'ENOENT')) return [];
      throw error;
    });
    const found: GatewayPayment[] = [];
    for (const reference of names.flatMap((name) => /^(RF[0-9A-Z]+)\.json$/.exec(name)?.[1] ?? [])) {
      const stored = (await this.#load(reference)) as StoredPayment | null;
      const { mtime } = await stat(join(this.#directory, `${reference}.json`));
      if (stored?.paid && mtime >= since) found.push({ reference, amount: BigInt(stored.amount) });
    }
    return found.toSorted((a, b) => a.reference.localeCompare(b.reference));
  }

  /** Opens or updates a dispute of a payment, for tests. */
  async dispute(
    gatewayId: string,
    of: { paymentReference: string; amount: bigint; state: DisputeReport['state'] },
  ): Promise<void> {
    const stored: StoredDispute = { ...of, amount: String(of.amount) };
    await this.#store(`dispute-${gatewayId}`, stored);
  }

  /** Returns whether money was taken with this reference, for tests. */
  async paid(reference: string): Promise<boolean> {
    return ((await this.#load(reference)) as StoredPayment | null)?.paid === true;
  }

  #outcome(payment: PaymentRequest, stored: StoredPayment): PaymentOutcome {
    const gatewayId = idOf(payment);
    if (stored.paid) {
      const receipts = [{ id: `sandbox_receipt_${payment.reference}`, amount: BigInt(stored.amount) }];
      const card = stored.saveCard && stored.accountId !== null ? cardOf(stored.accountId, payment) : null;
      return { state: 'succeeded', gatewayId, receipts, card };
    }
    if (stored.declined)
      return { gatewayId, ...(sandboxOutcomeOf(payment.amount) === 'declined' ? DECLINED : DECLINED_FOR_GOOD) };
    return stored.closed ? { gatewayId, ...EXPIRED } : { state: 'pending', gatewayId };
  }

  async #read(payment: PaymentRequest): Promise<StoredPayment | null> {
    return (await this.#load(payment.reference)) as StoredPayment | null;
  }

  async #write(payment: PaymentRequest, fields: Partial<StoredPayment>): Promise<StoredPayment> {
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

const idOf = ({ reference }: PaymentRequest): string => `sandbox_${reference}`;

const refundIdOf = ({ reference }: RefundToMake): string => `sandbox_refund_${reference}`;

const detachedFileName = (gatewayId: string): string => `detached-${gatewayId}`;

const initialFlags = (fate: SandboxOutcome) => ({
  paid: fate === 'succeeds' || fate === 'lost',
  declined: fate.startsWith('declined'),
});

/** Returns the card that this payment stored. Each payment that stores a card makes a new id, as at a real gateway. */
const cardOf = (accountId: number, { reference }: PaymentRequest): CardDetails => ({
  ...{ gatewayId: `sandbox_card_${accountId}_${reference}`, gatewayCustomer: `sandbox_customer_${accountId}` },
  ...{ brand: 'sandbox', last4: '4242', expiryMonth: 12, expiryYear: 2099, country: null },
});

const accountIdOf = ({ gatewayId }: CardToCharge): number => Number(/^sandbox_card_(\d+)/.exec(gatewayId)?.[1]);
