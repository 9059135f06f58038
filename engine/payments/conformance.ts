/** What every driver of the payments port must do, as one suite. A driver that can't do a thing says so in its capabilities. */
import { randomBytes } from 'node:crypto';
import type { Outcome } from '@innkeeper/model/payments/outcome';
import { makeReference } from '@innkeeper/model/payments/reference';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AskedPayment, CardToCharge, CheckoutOptions, PaymentGateway } from './port.ts';

/** What becomes of a payment; the harness makes the gateway behave so, by the amount or in its own way. */
export interface GatewayHarness {
  gateway: PaymentGateway;
  /** Amounts, in cents, by what becomes of them. */
  amounts: { pays: bigint; declines?: bigint; declinesForGood?: bigint; losesAnswer?: bigint; neverArrives?: bigint };
  /** The payer pays on the gateway's page. */
  pay(payment: AskedPayment): Promise<void>;
  card: CardToCharge | null;
  /** How many payments the gateway has taken money for with this reference. */
  taken(reference: string): Promise<number>;
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

    const asked = (kind: AskedPayment['kind'], amount = harness.amounts.pays): AskedPayment => ({
      ...{ reference: makeReference(randomBytes(12)), amount, currency: 'EUR', description: 'Order 1', gatewayId: null, kind },
    });
    const opened = async (amount?: bigint): Promise<AskedPayment> => {
      const payment = asked(can.hostedCheckout ? 'checkout' : 'transfer', amount);
      return { ...payment, gatewayId: (await gateway.open(payment, options)).gatewayId };
    };
    const receiptsOf = (outcome: Outcome) => (outcome.state === 'succeeded' ? outcome.receipts : []);

    it('says what it can do', () => {
      expect(gateway.capabilities).toEqual(can);
    });

    it('opens the same page again for the same reference', async () => {
      const payment = asked(can.hostedCheckout ? 'checkout' : 'transfer');
      const first = await gateway.open(payment, options);
      expect(await gateway.open(payment, options)).toEqual(first);
      expect(typeof first.url).toBe(can.hostedCheckout ? 'string' : 'object');
    });

    it('closes what nobody has paid, also twice, and takes nothing for it then', async () => {
      const payment = await opened();
      for (const _ of [1, 2]) expect(await gateway.close(payment)).toMatchObject({ state: 'failed', hardDecline: false });
      expect(await harness.taken(payment.reference)).toBe(0);
    });

    describe.runIf(can.hostedCheckout)('with a page of its own', () => {
      it('tells of what was paid with all of its amount, under one name however often it is asked', async () => {
        const payment = await opened();
        await harness.pay(payment);
        const [once, twice] = [await gateway.look(payment), await gateway.look(payment)];
        expect(receiptsOf(once)).toMatchObject([{ amount: payment.amount }]);
        expect(receiptsOf(twice)).toEqual(receiptsOf(once));
        expect(await harness.taken(payment.reference)).toBe(1);
      });

      it('tells that it was paid when it is closed too late', async () => {
        const payment = await opened();
        await harness.pay(payment);
        await gateway.look(payment);
        expect(await gateway.close(payment)).toMatchObject({ state: 'succeeded' });
      });

      it('knows nothing of what was never opened', async () => {
        expect(await gateway.look(asked('checkout'))).toEqual({ state: 'absent' });
      });
    });

    describe.runIf(can.savedCards)('with saved cards', () => {
      const charge = (payment: AskedPayment) => gateway.charge(payment, harness.card as CardToCharge);

      it('charges once, however often it is asked with one reference', async () => {
        const payment = asked('saved_card');
        const [first, second] = [await charge(payment), await charge(payment)];
        expect(receiptsOf(first)).toMatchObject([{ amount: payment.amount }]);
        expect(receiptsOf(second)).toEqual(receiptsOf(first));
        expect(await harness.taken(payment.reference)).toBe(1);
      });

      it('tells a decline, and one for good', async () => {
        const { declines, declinesForGood } = harness.amounts;
        expect(await charge(asked('saved_card', declines))).toMatchObject({ state: 'failed', hardDecline: false });
        expect(await charge(asked('saved_card', declinesForGood))).toMatchObject({ state: 'failed', hardDecline: true });
      });

      it('finds by its reference what it charged without our hearing of it, and what never arrived it does not know', async () => {
        const { losesAnswer, neverArrives } = harness.amounts;
        const lost = asked('saved_card', losesAnswer);
        await expect(charge(lost)).rejects.toMatchObject({ name: 'GatewayError', kind: 'lost' });
        expect(receiptsOf(await gateway.look(lost))).toMatchObject([{ amount: lost.amount }]);
        expect(await harness.taken(lost.reference)).toBe(1);
        const never = asked('saved_card', neverArrives);
        await expect(charge(never)).rejects.toMatchObject({ kind: 'lost' });
        expect(await gateway.look(never)).toEqual({ state: 'absent' });
      });

      it('charges no card that was detached, however often it was', async () => {
        const { gatewayId } = harness.card as CardToCharge;
        for (const _ of [1, 2]) await gateway.detachCard(gatewayId);
        const payment = asked('saved_card');
        await expect(charge(payment)).rejects.toMatchObject({ name: 'GatewayError', kind: 'refused' });
        expect(await harness.taken(payment.reference)).toBe(0);
      });
    });

    describe.runIf(can.refunds)('with refunds', () => {
      it('sends money back once, and knows its refunds', async () => {
        const payment = await opened();
        await harness.pay(payment);
        await gateway.look(payment);
        const refund = { reference: makeReference(randomBytes(12)), amount: 500n, payment };
        expect(await gateway.lookRefund(refund)).toBeNull();
        const made = await gateway.refund(refund);
        expect(made).toMatchObject({ state: 'succeeded' });
        expect(await gateway.refund(refund)).toEqual(made);
        expect(await gateway.lookRefund(refund)).toEqual(made);
      });
    });
  });
}
