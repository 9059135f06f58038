/** A payment's gateway is asked, and what it says is applied. Never in a transaction: the gateway may take its time. */
import type { Payment } from '@innkeeper/db/schema';
import { findPayment } from '@innkeeper/db/tables/payments';
import { type Cx, transact } from '@innkeeper/domain/context';
import { applyOutcome, loseAnswer } from '@innkeeper/domain/payments/apply';
import type { Payments } from '@innkeeper/engine/payments/open';
import { type AskedPayment, GatewayError, type PaymentGateway, type RefundToMake } from '@innkeeper/engine/payments/port';
import type { Outcome } from '@innkeeper/model/payments/outcome';
import { asOwnEnd } from '@innkeeper/model/payments/own-ends';
import { isOpen } from '@innkeeper/model/states/payment';

type Asking = Cx & { readonly payments: Payments };

export const askedOf = (payment: Payment): AskedPayment => ({
  reference: payment.reference,
  amount: payment.amount,
  currency: payment.currency,
  description: `Payment ${payment.reference}`,
  gatewayId: payment.gateway_id,
  kind: payment.kind,
});

/** A refund as its driver needs it, and the payment that it is of. */
export async function askedRefund(
  db: Cx['db'],
  { id, payment_id, reference, amount }: { id: number; payment_id: number; reference: string; amount: bigint },
): Promise<{ payment: Payment; wanted: RefundToMake }> {
  const payment = await findPayment(db, payment_id);
  if (!payment) throw new Error(`refund ${id} has no payment`);
  return { payment, wanted: { reference, amount, payment: askedOf(payment) } };
}

/** Asks what became of it. Throws `GatewayError`. */
export function lookAtPayment(cx: Asking, id: number): Promise<Outcome | undefined> {
  return ask(cx, id, (gateway, payment) => gateway.look(payment));
}

/** Ends it at its gateway, so that nobody can pay it any more; what was paid until then is applied. Throws `GatewayError`. */
export async function closePayment(cx: Asking, id: number): Promise<Outcome | undefined> {
  return ask(cx, id, (gateway, payment) => gateway.close(payment));
}

/** Closes a payment that another one replaces. Its end is recorded as our own. Throws `GatewayError`. */
export async function closeReplaced(cx: Asking, id: number): Promise<Outcome | undefined> {
  return ask(cx, id, async (gateway, payment) => {
    const outcome = await gateway.close(payment);
    return outcome.state === 'failed' ? asOwnEnd(outcome) : outcome;
  });
}

async function ask(
  cx: Asking,
  id: number,
  question: (gateway: PaymentGateway, payment: AskedPayment) => Promise<Outcome>,
): Promise<Outcome | undefined> {
  const payment = await findPayment(cx.db, id);
  if (!payment) return undefined;
  const outcome = await question(await cx.payments.gateway(payment.gateway), askedOf(payment));
  await applyOutcome(cx, id, outcome);
  return outcome;
}

/** The same, when what happens then is a matter of later looks: an answer that does not come makes the payment unknown. */
export async function closeOrLose(cx: Asking, id: number): Promise<void> {
  try {
    await closePayment(cx, id);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const payment = await findPayment(cx.db, id);
    if (payment && isOpen(payment.state)) await transact(cx, (one) => loseAnswer(one, id));
  }
}
