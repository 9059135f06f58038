/** The conformance suite that every driver of the payments port must pass. A driver declares missing features in its capabilities. */
import { randomBytes } from 'node:crypto';
import type { PaymentOutcome } from '@innkeeper/model/payments/outcome';
import { makeReference } from '@innkeeper/model/payments/reference';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CardToCharge, CheckoutOptions, PaymentGateway, PaymentRequest } from './port.ts';

/** A gateway under test. The harness makes each payment behave as its amount demands, or in its own way. */
export interface GatewayHarness {
  gateway: PaymentGateway;
  /** Amounts in cents, by outcome of the payment. */
  amounts: { pays: bigint; declines?: bigint; declinesForGood?: bigint; losesAnswer?: bigint; neverArrives?: bigint };
  /** Pays on the gateway's page, like the payer. */
  pay(payment: PaymentRequest): Promise<void>;
  card: CardToCharge | null;
  /** Returns how many payments with this reference the gateway has taken money for. */
  countTaken(reference: string): Promise<number>;
  close(): Promise<void>;
}

const options: CheckoutOptions = {
  returnUrl: 'https://panel.example.com/',
  begunAt: new Date(),
  expiresAt: new Date(Date.now() + 3_600_000),
  accountId: 7,
  saveCard: true,
};

export function gatewayConformance(
  name: string,
  openHarness: () => Promise<GatewayHarness>,
  can: PaymentGateway['capabilities'],
): void {
  describe(`payments: ${name}`, () => {
    let harness: GatewayHarness;
    let gateway: PaymentGateway;
    beforeAll(async () => {
      harness = await openHarness();
      gateway = harness.gateway;
    });
    afterAll(() => harness?.close());

    const makePayment = (kind: PaymentRequest['kind'], amount = harness.amounts.pays): PaymentRequest => ({
      ...{ reference: makeReference(randomBytes(12)), amount, currency: 'EUR', description: 'Order 1', gatewayId: null, kind },
    });
    const openPayment = async (amount?: bigint): Promise<PaymentRequest> => {
      const payment = makePayment(can.hostedCheckout ? 'checkout' : 'transfer', amount);
      return { ...payment, gatewayId: (await gateway.open(payment, options)).gatewayId };
    };
    const receiptsOf = (outcome: PaymentOutcome) => (outcome.state === 'succeeded' ? outcome.receipts : []);

    it('reports its capabilities', () => {
      expect(gateway.capabilities).toEqual(can);
    });

    it('opens the same page again for the same reference', async () => {
      const payment = makePayment(can.hostedCheckout ? 'checkout' : 'transfer');
      const first = await gateway.open(payment, options);
      expect(await gateway.open(payment, options)).toEqual(first);
      expect(typeof first.url).toBe(can.hostedCheckout ? 'string' : 'object');
    });

    it('closes an unpaid payment, also twice, and accepts no money for it afterwards', async () => {
      const payment = await openPayment();
      for (const _ of [1, 2]) expect(await gateway.close(payment)).toMatchObject({ state: 'failed', hardDecline: false });
      expect(await harness.countTaken(payment.reference)).toBe(0);
    });

    describe.runIf(can.hostedCheckout)('with a hosted payment page', () => {
      it('reports a paid payment with its full amount, and the same id every time', async () => {
        const payment = await openPayment();
        await harness.pay(payment);
        const [once, twice] = [await gateway.poll(payment), await gateway.poll(payment)];
        expect(receiptsOf(once)).toMatchObject([{ amount: payment.amount }]);
        expect(receiptsOf(twice)).toEqual(receiptsOf(once));
        const { reference, amount } = payment;
        expect(await gateway.listPaid(new Date(Date.now() - 60_000))).toContainEqual({ reference, amount });
        expect(await gateway.listPaid(new Date(Date.now() + 60_000))).toEqual([]);
        expect(await harness.countTaken(payment.reference)).toBe(1);
      });

      it('reports that a payment succeeded if it is closed too late', async () => {
        const payment = await openPayment();
        await harness.pay(payment);
        await gateway.poll(payment);
        expect(await gateway.close(payment)).toMatchObject({ state: 'succeeded' });
      });

      it('reports a payment that was never opened as absent', async () => {
        expect(await gateway.poll(makePayment('checkout'))).toEqual({ state: 'absent' });
      });
    });

    describe.runIf(can.savedCards)('with saved cards', () => {
      const charge = (payment: PaymentRequest) => gateway.charge(payment, harness.card as CardToCharge);

      it('charges once, for repeated calls with one reference', async () => {
        const payment = makePayment('saved_card');
        const [first, second] = [await charge(payment), await charge(payment)];
        expect(receiptsOf(first)).toMatchObject([{ amount: payment.amount }]);
        expect(receiptsOf(second)).toEqual(receiptsOf(first));
        expect(await harness.countTaken(payment.reference)).toBe(1);
      });

      it('reports a decline, and a permanent one', async () => {
        const { declines, declinesForGood } = harness.amounts;
        expect(await charge(makePayment('saved_card', declines))).toMatchObject({ state: 'failed', hardDecline: false });
        expect(await charge(makePayment('saved_card', declinesForGood))).toMatchObject({ state: 'failed', hardDecline: true });
      });

      it('finds a charge with a lost reply by its reference, and reports one that never arrived as absent', async () => {
        const { losesAnswer, neverArrives } = harness.amounts;
        const lost = makePayment('saved_card', losesAnswer);
        await expect(charge(lost)).rejects.toMatchObject({ name: 'GatewayError', kind: 'lost' });
        expect(receiptsOf(await gateway.poll(lost))).toMatchObject([{ amount: lost.amount }]);
        expect(await harness.countTaken(lost.reference)).toBe(1);
        const never = makePayment('saved_card', neverArrives);
        await expect(charge(never)).rejects.toMatchObject({ kind: 'lost' });
        expect(await gateway.poll(never)).toEqual({ state: 'absent' });
      });

      it('refuses to charge a detached card, which can be detached repeatedly', async () => {
        const { gatewayId } = harness.card as CardToCharge;
        for (const _ of [1, 2]) await gateway.detachCard(gatewayId);
        const payment = makePayment('saved_card');
        await expect(charge(payment)).rejects.toMatchObject({ name: 'GatewayError', kind: 'refused' });
        expect(await harness.countTaken(payment.reference)).toBe(0);
      });
    });

    describe.runIf(can.refunds)('with refunds', () => {
      it('refunds once, and reports its refunds', async () => {
        const payment = await openPayment();
        await harness.pay(payment);
        await gateway.poll(payment);
        const refund = { reference: makeReference(randomBytes(12)), amount: 500n, payment };
        expect(await gateway.pollRefund(refund)).toBeNull();
        const made = await gateway.refund(refund);
        expect(made).toMatchObject({ state: 'succeeded' });
        expect(made).not.toHaveProperty('byHand');
        expect(await gateway.refund(refund)).toEqual(made);
        expect(await gateway.pollRefund(refund)).toEqual(made);
      });
    });

    it.runIf(!can.refunds)('reports every refund as pending and by hand', async () => {
      const refund = { reference: makeReference(randomBytes(12)), amount: 500n, payment: await openPayment() };
      const byHand = { state: 'pending', gatewayId: null, byHand: true };
      for (const _ of [1, 2]) expect(await gateway.refund(refund)).toEqual(byHand);
      expect(await gateway.pollRefund(refund)).toEqual(byHand);
    });
  });
}
