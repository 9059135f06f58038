/**
 * Collects the money of orders through a gateway: charges a saved card, or opens a page on which the customer pays.
 *
 * Every other attempt for these orders is closed first, so that the customer does not pay twice. The payment's row already exists, and is
 * marked as attempted before the gateway is called. After a crash, the next worker therefore detects that the gateway may have been called.
 */
import { updateOrder } from '@innkeeper/db/tables/orders';
import { currentPayments, findPayment, lockPayment, markPaymentOpen, updatePayment } from '@innkeeper/db/tables/payments';
import { lockCardInUse } from '@innkeeper/db/tables/saved-cards';
import { brokeConstraint } from '@innkeeper/db/transaction';
import { transact } from '@innkeeper/domain/context';
import { addMailsDue, renewalDue } from '@innkeeper/domain/mail/due';
import { ordersPage } from '@innkeeper/domain/page-link';
import { endPayment } from '@innkeeper/domain/payments/end';
import { applyInTransaction, applyOutcome, markUnknown } from '@innkeeper/domain/receipts/apply';
import type { InputOf } from '@innkeeper/domain/workflows/kinds';
import { type CardToCharge, GatewayError, type OpenedCheckout, type PaymentGateway } from '@innkeeper/engine/payments/port';
import { FAILURE_REASONS } from '@innkeeper/model/payments/failure-reasons';
import type { PaymentOutcome } from '@innkeeper/model/payments/outcome';
import { orderLifecycle } from '@innkeeper/model/states/order';
import { isPaymentOpen } from '@innkeeper/model/states/payment';
import { minutes } from '@innkeeper/model/time/clock';
import {
  defineWorkflow,
  type EndContext,
  NonRetryableError,
  noUndo,
  pollAfter,
  type RollbackCause,
  type StepContext,
} from '../define.ts';
import { closeOrMarkUnknown, closeReplaced, toPaymentRequest } from '../steps/payment.ts';

type Input = InputOf<'payment.collect'>;

/** Retry interval of a claim in milliseconds. Short, because the customer waits for the URL of the payment page. */
const POLL_INTERVAL_MS = 500;

export const paymentCollect = defineWorkflow<Input>({
  kind: 'payment.collect',
  failureMessage: 'The payment service could not be reached. Try again later.',
  steps: [
    {
      name: 'close-others',
      run: closeOthers,
      undo: noUndo('what was closed could take no money any more, and stays closed'),
      attempts: 6,
      deadlineMs: minutes(10),
    },
    { name: 'claim', run: claim, undo: closeAttempt, attempts: 5, deadlineMs: minutes(5) },
    { name: 'ask', run: ask, undo: closeAttempt, attempts: 6, deadlineMs: minutes(10) },
  ],
  finish,
  undone,
});

/** Closes every other open attempt for these orders at its gateway. Throws if an attempt can neither be closed nor has ended. */
async function closeOthers(cx: StepContext<Input>) {
  for (const id of await othersOf(cx)) {
    const outcome = await closeReplaced({ ...cx, payments: cx.engine.payments }, id);
    const state = (await findPayment(cx.db, id))?.state;
    if ((outcome?.state === 'pending' || outcome?.state === 'absent') && state && isPaymentOpen(state))
      throw new NonRetryableError(
        'customer',
        'Another payment of this order is still pending. Wait for its result.',
        `payment ${id} could not be closed`,
      );
  }
  return undefined;
}

async function othersOf({ db, input }: Pick<StepContext<Input>, 'db' | 'input'>): Promise<number[]> {
  const linked = db.selectFrom('payment_orders').select('order_id').where('payment_id', '=', input.paymentId);
  const orders = await linked.where('stage', '<>', 'over').execute();
  const current = await currentPayments(
    db,
    orders.map(({ order_id }) => order_id),
  );
  return current.filter(({ id, stage }) => id !== input.paymentId && stage === 'open').map(({ id }) => id);
}

/**
 * Makes this payment the only open attempt for its orders. A card charge cannot be stopped, so its orders become `processing`. With other
 * attempts, the orders can still be paid in another way.
 */
async function claim(cx: StepContext<Input>) {
  try {
    await transact(cx, async (one) => {
      const locked = await lockPayment(one.db, one.input.paymentId);
      if (locked?.payment.state !== 'pending' || locked.payment.attempted_at !== null) return;
      const { payment } = locked;
      const orders = locked.orders.filter(({ stage }) => stage !== 'over');
      if (orders.some(({ order }) => order.status !== 'awaiting_payment')) {
        await endPayment(one, payment, { code: 'order_gone', reason: FAILURE_REASONS.order_gone, hardDecline: false });
        return;
      }
      if (payment.saved_card_id !== null && !(await lockCardInUse(one.db, payment.saved_card_id))) {
        await endPayment(one, payment, { code: 'card_removed', reason: FAILURE_REASONS.card_removed, hardDecline: false });
        // A charge that began replaced the request to pay a renewal, and without an attempt nothing else asks for it.
        await addMailsDue(one, ...orders.map(({ order }) => renewalDue(order.account_id, order.id)));
        return;
      }
      await markPaymentOpen(one.db, payment.id);
      await updatePayment(one.db, payment.id, { attempted_at: one.clock.now() });
      if (payment.kind === 'saved_card')
        for (const { order } of orders)
          await updateOrder(one.db, order.id, { status: orderLifecycle.next(order.status, 'settle') });
    });
    return undefined;
  } catch (error) {
    if (!brokeConstraint(error, 'payment_orders_one_open')) throw error;
    // Another attempt was opened in the meantime.
    await closeOthers(cx);
    return pollAfter(POLL_INTERVAL_MS);
  }
}

/** Calls the gateway. The result of a charge is applied immediately, so that no later failure can lose it. */
async function ask(cx: StepContext<Input>) {
  const payment = await findPayment(cx.db, cx.input.paymentId);
  if (payment?.state !== 'pending' || payment.attempted_at === null) return undefined;
  const gateway = await cx.engine.payments.gateway(payment.gateway);
  const request = toPaymentRequest(payment);
  if (payment.kind !== 'saved_card') {
    const opened = await gateway.open(request, {
      returnUrl: ordersPage(cx.settings),
      begunAt: payment.attempted_at,
      expiresAt: await dueAt(cx, payment.attempted_at),
      accountId: payment.account_id,
      saveCard: payment.store_card && gateway.capabilities.savedCards,
    });
    await recordOpened(cx, gateway, opened);
    return undefined;
  }
  const outcome = await charge(cx, gateway, request, { attemptedAt: payment.attempted_at, card: await cardOf(cx, payment) });
  if (outcome?.state === 'pending') await schedulePoll(cx, gateway);
  if (outcome) await applyOutcome(cx, payment.id, outcome);
  else await transact(cx, (one) => markUnknown(one, one.input.paymentId));
  return undefined;
}

/** Charges the card. Returns `undefined` if the result is unknown. */
async function charge(
  { clock }: StepContext<Input>,
  gateway: PaymentGateway,
  request: ReturnType<typeof toPaymentRequest>,
  { attemptedAt, card }: { attemptedAt: Date; card: CardToCharge },
): Promise<PaymentOutcome | undefined> {
  try {
    // A gateway that no longer has the idempotency key would charge again.
    if (clock.now().getTime() - attemptedAt.getTime() > gateway.idempotencyKeyTtlMs) return await gateway.poll(request);
    return await gateway.charge(request, card);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    if (error.kind === 'lost') return undefined;
    if (error.kind === 'busy') throw error;
    return {
      state: 'failed',
      code: 'refused',
      reason: 'The payment service refused this payment. Choose another payment method.',
      hardDecline: false,
    };
  }
}

/** Schedules a poll of the charge, because its webhook may be lost and the orders stay `processing` until the result is known. */
async function schedulePoll(cx: StepContext<Input>, { firstPollMs }: PaymentGateway): Promise<void> {
  if (firstPollMs === null) return;
  await cx.db
    .updateTable('payments')
    .set({ next_look_at: new Date(cx.clock.now().getTime() + firstPollMs) })
    .where('id', '=', cx.input.paymentId)
    .where('state', '=', 'pending')
    .where('next_look_at', 'is', null)
    .execute();
}

async function recordOpened(
  cx: StepContext<Input>,
  { firstPollMs }: PaymentGateway,
  { gatewayId, url }: OpenedCheckout,
): Promise<void> {
  const next_look_at = firstPollMs === null ? null : new Date(cx.clock.now().getTime() + firstPollMs);
  await cx.db
    .updateTable('payments')
    .set({ gateway_id: gatewayId, url, next_look_at })
    .where('id', '=', cx.input.paymentId)
    .where('state', '=', 'pending')
    // If the payment is `closing` because its orders are gone, the poll that closes it is already due.
    .where('closing', '=', false)
    .execute();
  await cx.db.updateTable('payments').set({ gateway_id: gatewayId }).where('id', '=', cx.input.paymentId).execute();
}

/** Returns the time at which the payment expires: the earliest due time of its orders, or `otherwise` if no order has one. */
async function dueAt({ db, input }: StepContext<Input>, otherwise: Date): Promise<Date> {
  const { due } = await db
    .selectFrom('orders as o')
    .innerJoin('payment_orders as p', 'p.order_id', 'o.id')
    .select((eb) => eb.fn.min('o.due_at').as('due'))
    .where('p.payment_id', '=', input.paymentId)
    .where('p.stage', '<>', 'over')
    .executeTakeFirstOrThrow();
  return due ?? otherwise;
}

async function cardOf({ db }: StepContext<Input>, { saved_card_id }: { saved_card_id: number | null }): Promise<CardToCharge> {
  const card = await db
    .selectFrom('saved_cards')
    .select(['gateway_id', 'gateway_customer'])
    .where('id', '=', saved_card_id)
    .executeTakeFirstOrThrow();
  return { gatewayId: card.gateway_id, gatewayCustomer: card.gateway_customer };
}

/** Closes the attempt at its gateway. Money that was already paid is applied. */
async function closeAttempt(cx: StepContext<Input>): Promise<void> {
  const payment = await findPayment(cx.db, cx.input.paymentId);
  if (payment && payment.attempted_at !== null && isPaymentOpen(payment.state))
    await closeOrMarkUnknown({ ...cx, payments: cx.engine.payments }, payment.id);
}

async function finish(): Promise<void> {}

/** Fails a payment that has not ended at its gateway, unless its result is unknown. */
async function undone(cx: EndContext<Input>, { reason }: RollbackCause): Promise<void> {
  const locked = await lockPayment(cx.db, cx.input.paymentId);
  if (locked?.payment.state !== 'pending') return;
  await applyInTransaction(cx, locked.payment.id, { state: 'failed', code: 'not_begun', reason, hardDecline: false });
}
