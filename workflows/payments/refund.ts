/**
 * Money goes back to who paid. It was taken from the balance with the row of the refund; when the gateway refuses, it returns to the
 * balance. A gateway that does not answer is asked until it does: nobody may get the money twice.
 */
import { deposit } from '@innkeeper/db/ledger';
import { findPayment } from '@innkeeper/db/tables/payments';
import type { InputOf } from '@innkeeper/domain/workflows/kinds';
import { GatewayError, type RefundToMake } from '@innkeeper/engine/payments/port';
import { days } from '@innkeeper/model/clock';
import type { RefundOutcome } from '@innkeeper/model/payments/outcome';
import { grouped } from '@innkeeper/model/payments/reference';
import { defineWorkflow, type EndContext, NonRetryableError, type StepContext, type Why } from '../define.ts';
import { askedOf } from '../steps/payment.ts';

type Input = InputOf<'payment.refund'>;

export const paymentRefund = defineWorkflow<Input>({
  kind: 'payment.refund',
  failureMessage: 'The payment service did not take the refund. The money is on the balance again.',
  steps: [{ name: 'refund', run: refund, undo: findOut, attempts: 30, deadlineMs: days(2) }],
  finish,
  undone,
});

async function refund(cx: StepContext<Input>) {
  const { row, wanted, gateway } = await refundOf(cx);
  if (row.state !== 'pending') return undefined;
  const forgotten = row.attempted_at && cx.clock.now().getTime() - row.attempted_at.getTime() > gateway.keysLastMs;
  if (!row.attempted_at) await note(cx, { attempted_at: cx.clock.now() });
  // A gateway that has forgotten the key would send the money again.
  const made = (forgotten && (await gateway.lookRefund(wanted))) || (await make(() => gateway.refund(wanted)));
  await note(cx, { gateway_id: made.gatewayId });
  if (made.state === 'failed') throw new NonRetryableError('operator', made.reason);
  return undefined;
}

async function make(request: () => Promise<RefundOutcome>): Promise<RefundOutcome> {
  try {
    return await request();
  } catch (error) {
    if (error instanceof GatewayError && error.kind === 'refused')
      return { state: 'failed', gatewayId: null, reason: 'The payment service refused the refund.' };
    throw error;
  }
}

/** What was made all the same stays made. */
async function findOut(cx: StepContext<Input>): Promise<void> {
  const { row, wanted, gateway } = await refundOf(cx);
  if (row.state !== 'pending' || !row.attempted_at) return;
  const found = await gateway.lookRefund(wanted);
  if (found && found.state !== 'failed')
    await note(cx, { state: 'succeeded', gateway_id: found.gatewayId, ended_at: cx.clock.now() });
}

async function finish(cx: EndContext<Input>): Promise<void> {
  await note(cx, { state: 'succeeded', ended_at: cx.clock.now() });
}

async function undone(cx: EndContext<Input>, { reason }: Why): Promise<void> {
  const { row, payment } = await rowsOf(cx);
  if (row.state !== 'pending') return;
  await note(cx, { state: 'failed', reason, ended_at: cx.clock.now() });
  await deposit(cx.db, {
    accountId: payment.account_id,
    amount: row.amount,
    gateway: payment.gateway,
    paymentMethod: payment.method,
    description: `Refund of payment ${grouped(payment.reference)} that did not succeed`,
    now: cx.clock.now(),
  });
}

type Noted = {
  state?: 'succeeded' | 'failed';
  gateway_id?: string | null;
  reason?: string;
  attempted_at?: Date;
  ended_at?: Date;
};

/** What has ended is not written again. */
async function note({ db, input }: Pick<StepContext<Input>, 'db' | 'input'>, fields: Noted): Promise<void> {
  await db.updateTable('payment_refunds').set(fields).where('id', '=', input.refundId).where('state', '=', 'pending').execute();
}

async function rowsOf({ db, input }: Pick<StepContext<Input>, 'db' | 'input'>) {
  const row = await db.selectFrom('payment_refunds').selectAll().where('id', '=', input.refundId).executeTakeFirstOrThrow();
  const payment = await findPayment(db, row.payment_id);
  if (!payment) throw new Error(`refund ${row.id} has no payment`);
  return { row, payment };
}

async function refundOf(cx: StepContext<Input>) {
  const { row, payment } = await rowsOf(cx);
  const wanted: RefundToMake = { reference: row.reference, amount: row.amount, payment: askedOf(payment) };
  return { row, wanted, gateway: await cx.engine.payments.gateway(payment.gateway) };
}
