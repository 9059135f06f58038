/**
 * Sends a refund to its payer.
 *
 * The balance was debited when the refund's row was inserted, and is credited again if the gateway refuses. While the gateway does not
 * answer, the balance is not credited, because the payer must not get the money twice. A refund that the gateway accepted but has not sent
 * yet is polled later (jobs/poll-refunds.ts). A refund by hand stays pending until a person marks it (operations/refunds.staff.ts).
 */
import { transact } from '@innkeeper/domain/context';
import { claimRefund } from '@innkeeper/domain/payments/refund';
import { applyRefundOutcome } from '@innkeeper/domain/payments/refund-outcome';
import type { InputOf } from '@innkeeper/domain/workflows/kinds';
import { GatewayError } from '@innkeeper/engine/payments/port';
import type { RefundOutcome } from '@innkeeper/model/payments/outcome';
import { SEARCH_LAG_MS } from '@innkeeper/model/states/payment';
import { days } from '@innkeeper/model/time/clock';
import { defineWorkflow, type EndContext, NonRetryableError, type RollbackCause, type StepContext } from '../define.ts';
import { loadRefundRequest } from '../steps/payment.ts';

type Input = InputOf<'payment.refund'>;

/** Result of the step for a refund by hand. Its row is marked with the end of the workflow, so that nobody marks it as sent before. */
const BY_HAND = 'by-hand';

export const paymentRefund = defineWorkflow<Input>({
  kind: 'payment.refund',
  failureMessage: 'The payment service did not accept the refund. The money was returned to the balance.',
  steps: [{ name: 'refund', run: refund, undo: reconcileRefund, attempts: 30, deadlineMs: days(2) }],
  finish,
  undone,
});

async function refund(cx: StepContext<Input>) {
  const { row, request, gateway } = await refundOf(cx);
  if (row.state !== 'pending') return row.state;
  const forgotten = row.attempted_at && cx.clock.now().getTime() - row.attempted_at.getTime() > gateway.idempotencyKeyTtlMs;
  if (!row.attempted_at && !(await transact(cx, (one) => claimRefund(one, row))))
    throw new NonRetryableError('operator', 'The bank of the payer has already taken this money back through a dispute.');
  // A gateway that no longer has the idempotency key would send the money again.
  const made = (forgotten && (await gateway.pollRefund(request))) || (await make(() => gateway.refund(request)));
  await updateRefund(cx, { gateway_id: made.gatewayId });
  if (made.state === 'failed') {
    // The gateway has answered, so the undo need not search for the refund.
    await updateRefund(cx, { attempted_at: null });
    throw new NonRetryableError('operator', made.reason);
  }
  return made.byHand ? BY_HAND : made.state;
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

/**
 * Reconciles the refund with the gateway. A refund that was created despite the error stays, and is polled until it is sent or returned.
 */
async function reconcileRefund(cx: StepContext<Input>): Promise<void> {
  const { row, request, gateway } = await refundOf(cx);
  if (row.state !== 'pending' || !row.attempted_at) return;
  const found = await gateway.pollRefund(request);
  // The undo is retried until the gateway's search would find the refund. Otherwise the money could be refunded and also return to the
  // balance.
  if (!found && cx.clock.now().getTime() - row.attempted_at.getTime() < SEARCH_LAG_MS)
    throw new GatewayError('lost', 'the refund was asked for so recently that the gateway may not find it yet');
  if (!found || found.state === 'failed') return;
  if (found.byHand) return transact(cx, (one) => applyRefundOutcome(one, row.id, found, { alert: false }));
  const made = found.state === 'succeeded' ? { state: found.state, ended_at: cx.clock.now() } : { next_look_at: cx.clock.now() };
  await updateRefund(cx, { ...made, gateway_id: found.gatewayId });
}

async function finish(cx: EndContext<Input>): Promise<void> {
  await applyRefundOutcome(cx, cx.input.refundId, outcomeOf(cx.memory.refund), { alert: true });
}

function outcomeOf(made: unknown): RefundOutcome {
  if (made === BY_HAND) return { state: 'pending', gatewayId: null, byHand: true };
  return { state: made === 'pending' ? 'pending' : 'succeeded', gatewayId: null };
}

async function undone(cx: EndContext<Input>, { reason }: RollbackCause): Promise<void> {
  const { state, next_look_at, by_hand } = await rowOf(cx);
  if (state !== 'pending' || next_look_at !== null || by_hand) return;
  await applyRefundOutcome(cx, cx.input.refundId, { state: 'failed', gatewayId: null, reason }, { alert: false });
}

type RefundChange = {
  state?: 'succeeded';
  gateway_id?: string | null;
  attempted_at?: Date | null;
  next_look_at?: Date;
  ended_at?: Date;
};

/** Updates the refund's row unless the refund has ended. */
async function updateRefund({ db, input }: Pick<StepContext<Input>, 'db' | 'input'>, fields: RefundChange): Promise<void> {
  await db.updateTable('payment_refunds').set(fields).where('id', '=', input.refundId).where('state', '=', 'pending').execute();
}

function rowOf({ db, input }: Pick<StepContext<Input>, 'db' | 'input'>) {
  return db.selectFrom('payment_refunds').selectAll().where('id', '=', input.refundId).executeTakeFirstOrThrow();
}

async function refundOf(cx: StepContext<Input>) {
  const row = await rowOf(cx);
  const { payment, request } = await loadRefundRequest(cx.db, row);
  return { row, request, gateway: await cx.engine.payments.gateway(payment.gateway) };
}
