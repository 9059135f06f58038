/** Calls a payment's gateway and applies the result. Gateways may be slow, so never call these functions in a transaction. */
import type { Payment } from '@innkeeper/db/schema';
import { findPayment } from '@innkeeper/db/tables/payments';
import { type Cx, transact } from '@innkeeper/domain/context';
import { applyOutcome, markUnknown } from '@innkeeper/domain/receipts/apply';
import type { Payments } from '@innkeeper/engine/payments/open';
import { GatewayError, type PaymentGateway, type PaymentRequest, type RefundToMake } from '@innkeeper/engine/payments/port';
import type { PaymentOutcome } from '@innkeeper/model/payments/outcome';
import { asOwnEnd } from '@innkeeper/model/payments/own-ends';
import { isPaymentOpen } from '@innkeeper/model/states/payment';

type PaymentsCx = Cx & { readonly payments: Payments };

/** Returns a payment as its gateway driver needs it. */
export const toPaymentRequest = (payment: Payment): PaymentRequest => ({
  reference: payment.reference,
  amount: payment.amount,
  currency: payment.currency,
  description: `Payment ${payment.reference}`,
  gatewayId: payment.gateway_id,
  kind: payment.kind,
});

/** Returns a refund as its driver needs it, with the payment it belongs to. */
export async function loadRefundRequest(
  db: Cx['db'],
  { id, payment_id, reference, amount }: { id: number; payment_id: number; reference: string; amount: bigint },
): Promise<{ payment: Payment; request: RefundToMake }> {
  const payment = await findPayment(db, payment_id);
  if (!payment) throw new Error(`refund ${id} has no payment`);
  return { payment, request: { reference, amount, payment: toPaymentRequest(payment) } };
}

/** Polls the state of a payment and applies it. Throws `GatewayError`. */
export function pollPayment(cx: PaymentsCx, id: number): Promise<PaymentOutcome | undefined> {
  return ask(cx, id, (gateway, payment) => gateway.poll(payment));
}

/** Ends a payment at its gateway, so that it can no longer be paid. Money paid until then is applied. Throws `GatewayError`. */
export async function closePayment(cx: PaymentsCx, id: number): Promise<PaymentOutcome | undefined> {
  return ask(cx, id, (gateway, payment) => gateway.close(payment));
}

/** Closes a payment that another payment replaces. Its end is recorded as our own. Throws `GatewayError`. */
export async function closeReplaced(cx: PaymentsCx, id: number): Promise<PaymentOutcome | undefined> {
  return ask(cx, id, async (gateway, payment) => {
    const outcome = await gateway.close(payment);
    return outcome.state === 'failed' ? asOwnEnd(outcome) : outcome;
  });
}

async function ask(
  cx: PaymentsCx,
  id: number,
  question: (gateway: PaymentGateway, payment: PaymentRequest) => Promise<PaymentOutcome>,
): Promise<PaymentOutcome | undefined> {
  const payment = await findPayment(cx.db, id);
  if (!payment) return undefined;
  const outcome = await question(await cx.payments.gateway(payment.gateway), toPaymentRequest(payment));
  await applyOutcome(cx, id, outcome);
  return outcome;
}

/** Closes a payment like `closePayment`. If the gateway does not answer, the payment becomes unknown, and later polls settle it. */
export async function closeOrMarkUnknown(cx: PaymentsCx, id: number): Promise<void> {
  try {
    await closePayment(cx, id);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const payment = await findPayment(cx.db, id);
    if (payment && isPaymentOpen(payment.state)) await transact(cx, (one) => markUnknown(one, id));
  }
}
