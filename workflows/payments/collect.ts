/**
 * The money of orders is collected by a gateway: a saved card is charged, or a page is opened on which its owner pays. First every other
 * attempt for these orders is closed, so that no two of them can take the same money. The row with its reference was written before, and
 * is marked as attempted before the gateway is asked: whoever goes on after a crash knows that it may have been.
 */
import { updateOrder } from '@innkeeper/db/tables/orders';
import { currentPayments, findPayment, lockPayment, openStage, updatePayment } from '@innkeeper/db/tables/payments';
import { brokeConstraint } from '@innkeeper/db/transaction';
import { transact } from '@innkeeper/domain/context';
import { ordersPage } from '@innkeeper/domain/page-link';
import { applyIn, applyOutcome, loseAnswer } from '@innkeeper/domain/payments/apply';
import { endPayment } from '@innkeeper/domain/payments/end';
import type { InputOf } from '@innkeeper/domain/workflows/kinds';
import { type CardToCharge, GatewayError, type Opened, type PaymentGateway } from '@innkeeper/engine/payments/port';
import { minutes } from '@innkeeper/model/clock';
import type { Outcome } from '@innkeeper/model/payments/outcome';
import { orderLife } from '@innkeeper/model/states/order';
import { isOpen } from '@innkeeper/model/states/payment';
import { again, defineWorkflow, type EndContext, NonRetryableError, noUndo, type StepContext, type Why } from '../define.ts';
import { askedOf, closeOrLose, closeReplaced } from '../steps/payment.ts';

type Input = InputOf<'payment.collect'>;

/** Shortly, since who ordered looks for the address. */
const LOOK_AGAIN_MS = 500;

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
    { name: 'claim', run: claim, undo: giveUp, attempts: 5, deadlineMs: minutes(5) },
    { name: 'ask', run: ask, undo: giveUp, attempts: 6, deadlineMs: minutes(10) },
  ],
  finish,
  undone,
});

/** Every open attempt for one of its orders ends at its gateway, or turns out to have succeeded. */
async function closeOthers(cx: StepContext<Input>) {
  for (const id of await othersOf(cx)) {
    const outcome = await closeReplaced({ ...cx, payments: cx.engine.payments }, id);
    const state = (await findPayment(cx.db, id))?.state;
    if ((outcome?.state === 'pending' || outcome?.state === 'absent') && state && isOpen(state))
      throw new NonRetryableError(
        'customer',
        'Another payment of this order is still pending. Wait for its result.',
        `payment ${id} could not be closed`,
      );
  }
  return undefined;
}

async function othersOf({ db, input }: Pick<StepContext<Input>, 'db' | 'input'>): Promise<number[]> {
  const orders = await db.selectFrom('payment_orders').select('order_id').where('payment_id', '=', input.paymentId).execute();
  const current = await currentPayments(
    db,
    orders.map(({ order_id }) => order_id),
  );
  return current.filter(({ id, stage }) => id !== input.paymentId && stage === 'open').map(({ id }) => id);
}

/** From here on it is the one attempt for its orders. A charge that nobody can call back holds them; else they may still be paid otherwise. */
async function claim(cx: StepContext<Input>) {
  try {
    await transact(cx, async (one) => {
      const locked = await lockPayment(one.db, one.input.paymentId);
      if (locked?.payment.state !== 'pending' || locked.payment.attempted_at !== null) return;
      const { payment, orders } = locked;
      if (orders.some(({ order }) => order.status !== 'awaiting_payment')) {
        const reason = 'The order of this payment is paid or cancelled.';
        await endPayment(one, payment, { code: 'order_gone', reason, hardDecline: false });
        return;
      }
      await openStage(one.db, payment.id);
      await updatePayment(one.db, payment.id, { attempted_at: one.clock.now() });
      if (payment.kind === 'saved_card')
        for (const { order } of orders) await updateOrder(one.db, order.id, { status: orderLife.next(order.status, 'settle') });
    });
    return undefined;
  } catch (error) {
    if (!brokeConstraint(error, 'payment_orders_one_open')) throw error;
    // Another one was opened meanwhile.
    await closeOthers(cx);
    return again(LOOK_AGAIN_MS);
  }
}

/** Asks the gateway. What it says of a charge is applied at once, so that nothing that happens later can lose it. */
async function ask(cx: StepContext<Input>) {
  const payment = await findPayment(cx.db, cx.input.paymentId);
  if (payment?.state !== 'pending' || payment.attempted_at === null) return undefined;
  const gateway = await cx.engine.payments.gateway(payment.gateway);
  const asked = askedOf(payment);
  if (payment.kind !== 'saved_card') {
    const opened = await gateway.open(asked, {
      returnUrl: ordersPage(cx.settings),
      begunAt: payment.attempted_at,
      expiresAt: await dueAt(cx, payment.attempted_at),
      accountId: payment.account_id,
      saveCard: gateway.capabilities.savedCards,
    });
    await noteOpened(cx, gateway, opened);
    return undefined;
  }
  const outcome = await charge(cx, gateway, asked, { attemptedAt: payment.attempted_at, card: await cardOf(cx, payment) });
  if (outcome?.state === 'pending') await lookLater(cx, gateway);
  if (outcome) await applyOutcome(cx, payment.id, outcome);
  else await transact(cx, (one) => loseAnswer(one, one.input.paymentId));
  return undefined;
}

/** Undefined: nobody knows what became of it. */
async function charge(
  { clock }: StepContext<Input>,
  gateway: PaymentGateway,
  asked: ReturnType<typeof askedOf>,
  { attemptedAt, card }: { attemptedAt: Date; card: CardToCharge },
): Promise<Outcome | undefined> {
  try {
    // A gateway that has forgotten the key would charge again.
    if (clock.now().getTime() - attemptedAt.getTime() > gateway.keysLastMs) return await gateway.look(asked);
    return await gateway.charge(asked, card);
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

/** The webhook that tells of it may be lost, and its order is held for it. */
async function lookLater(cx: StepContext<Input>, { firstLookMs }: PaymentGateway): Promise<void> {
  if (firstLookMs === null) return;
  await cx.db
    .updateTable('payments')
    .set({ next_look_at: new Date(cx.clock.now().getTime() + firstLookMs) })
    .where('id', '=', cx.input.paymentId)
    .where('state', '=', 'pending')
    .where('next_look_at', 'is', null)
    .execute();
}

async function noteOpened(cx: StepContext<Input>, { firstLookMs }: PaymentGateway, { gatewayId, url }: Opened): Promise<void> {
  const next_look_at = firstLookMs === null ? null : new Date(cx.clock.now().getTime() + firstLookMs);
  await cx.db
    .updateTable('payments')
    .set({ gateway_id: gatewayId, url, next_look_at })
    .where('id', '=', cx.input.paymentId)
    .where('state', '=', 'pending')
    // Its orders went meanwhile: the look that closes it is due already.
    .where('closing', '=', false)
    .execute();
  await cx.db.updateTable('payments').set({ gateway_id: gatewayId }).where('id', '=', cx.input.paymentId).execute();
}

/** The first of its orders that is due ends it. */
async function dueAt({ db, input }: StepContext<Input>, otherwise: Date): Promise<Date> {
  const { due } = await db
    .selectFrom('orders as o')
    .innerJoin('payment_orders as p', 'p.order_id', 'o.id')
    .select((eb) => eb.fn.min('o.due_at').as('due'))
    .where('p.payment_id', '=', input.paymentId)
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

/** Nobody may pay it any more; what was paid is kept. */
async function giveUp(cx: StepContext<Input>): Promise<void> {
  const payment = await findPayment(cx.db, cx.input.paymentId);
  if (payment && payment.attempted_at !== null && isOpen(payment.state))
    await closeOrLose({ ...cx, payments: cx.engine.payments }, payment.id);
}

async function finish(): Promise<void> {}

/** What has not ended by its gateway's word ends by ours, unless that is what nobody knows. */
async function undone(cx: EndContext<Input>, { reason }: Why): Promise<void> {
  const locked = await lockPayment(cx.db, cx.input.paymentId);
  if (locked?.payment.state !== 'pending') return;
  await applyIn(cx, locked.payment.id, { state: 'failed', code: 'not_begun', reason, hardDecline: false });
}
