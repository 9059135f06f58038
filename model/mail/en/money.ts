import { isZero } from '../amount.ts';
import type { MailData, MailTexts, PaidOrder } from '../templates.ts';
import type { MailButton, MailPart } from '../text.ts';
import { howToPay } from './pay.ts';
import { bounded, debtsOf, oneOrMany, openBalance, openOrder, paidBy, payOrder, paysNextOrders, targetOf } from './words.ts';

export const MONEY: Pick<MailTexts, 'deposit-received' | 'payment-kept' | 'payout-sent' | 'payout-returned' | 'balance-changed'> =
  {
    'deposit-received': ({ amount, balance, paid, page }) => ({
      subject: `We received ${amount}`,
      body: [`Thank you. We received ${amount} ${paidBy(paid)}.`, ...balanceOf(balance), openBalance(page)],
    }),
    'payment-kept': (data) => ({
      subject:
        keptOf(data) === data.amount
          ? `We received ${data.amount} and added it to your balance`
          : `We received ${data.amount} and added ${keptOf(data)} to your balance`,
      body: [
        `We received ${data.amount}${data.came ? ` ${paidBy(data.came)}` : ''}. ${whyKept(data)}`,
        ...(data.orders?.length ? ['The orders of this payment:', bounded(data.orders.map(paidOrder), data.more)] : []),
        ...(data.pay && data.missing !== null ? howToPay(data.pay, data.missing) : []),
        ...balanceOf(data.balance),
        ...otherDebts(data),
        keptPage(data),
      ],
    }),
    'payout-sent': ({ amount, to, page }) => ({
      subject: `We sent you ${amount}`,
      body: [`We sent ${amount} to ${targetOf(to)}. It can take a few working days to arrive.`, openBalance(page)],
    }),
    'payout-returned': ({ amount, to, balance, reason = null, again = null, page }) => ({
      subject: `${amount} could not be sent to you`,
      body: [
        `We tried to send ${amount} to ${targetOf(to)}, but the money could not be delivered. We added it to your balance again.`,
        ...(reason === null ? [] : [`The reason: ${reason}`]),
        ...balanceOf(balance),
        again === null
          ? 'Please contact support if you want the money in another way.'
          : `We are now sending ${again.amount} from your balance to ${targetOf(again.to)}.`,
        openBalance(page),
      ],
    }),
    'balance-changed': ({ amount, charged, reason, balance, page }) => ({
      subject: charged ? `We took ${amount} from your balance` : `We added ${amount} to your balance`,
      body: [
        `Our staff ${charged ? `took ${amount} from` : `added ${amount} to`} your balance.`,
        `The reason: ${reason}`,
        ...balanceOf(balance),
        openBalance(page),
      ],
    }),
  };

/** Names the balance, or nothing if other money has moved since. */
const balanceOf = (balance: string | null): string[] => (balance === null ? [] : [`Your balance is now ${balance}.`]);

type Kept = MailData['payment-kept'];

const keptOf = ({ kept, amount }: Kept): string => kept ?? amount;

function whyKept(data: Kept): string {
  const { order, orders, why, missing, paid, since, isReplaced = false, isSuspended = false } = data;
  const use = useOf(data);
  const hasUse = Boolean(since?.length || data.open?.length || data.debts?.length);
  const kept = keptOf(data) === data.amount ? 'the money' : keptOf(data);
  if (orders?.length) {
    const lack = missing === null ? '' : ` They still need ${missing} together.`;
    if (why === 'too-little')
      return `This is not enough for the orders below, so we added ${kept} to your balance.${lack}${paidSince(since)}`;
    const unused = keptOf(data) === data.amount ? 'It' : `${kept} of it`;
    return `${unused} was not used for the orders below, so we added it to your balance.${paidSince(since)}`;
  }
  if (order === null || why === 'no-order')
    return hasUse
      ? `We added the money to your balance.${use}`
      : `No open order matches this payment, so we added the money to your balance.${use}`;
  switch (why) {
    case 'too-little':
      return missing === null
        ? `This is not enough for order ${order}, so we added the money to your balance.${paidSince(since)}`
        : `This is not enough for order ${order}, so we added the money to your balance. Order ${order} still needs ${missing}.${paidSince(since)}`;
    case 'too-much':
    case 'several-orders':
      return `Order ${order} is paid. This was ${kept} more than the order needed, so we added ${kept} to your balance.${use}`;
    case 'order-paid':
      return `Order ${order} was already paid${paid ? ` ${paidBy(paid)}` : ''}, so we added the money to your balance.${use}`;
    case 'order-gone':
      return `Order ${order} was already cancelled, so we added the money to your balance.${
        isReplaced || hasUse ? use : isSuspended ? '' : ' You can order again at any time.'
      }`;
    case 'not-allowed':
      return `It could not pay order ${order}, for example because of a monthly spending cap, so we added the money to your balance.${paidSince(since)}`;
  }
}

/** Says how the balance was used since, or can be. */
function useOf({ balance, since = [], open = [], debts = [], isSuspended = false }: Kept): string {
  // Money that was sent back or used otherwise is not there any more.
  const isUsable = !isSuspended && balance !== null && !isZero(balance);
  if (open.length > 0) return paidSince(since) + openOrders(open, isUsable);
  return since.length > 0 || debts.length > 0 ? paidSince(since) : paysNextOrders(!isUsable);
}

function paidSince(orders: readonly number[] = []): string {
  if (orders.length === 0) return '';
  return ` Since then, your balance has paid ${orders.length === 1 ? `order ${orders[0]}` : `the orders ${orders.join(', ')}`}.`;
}

function openOrders(orders: readonly number[], isUsable: boolean): string {
  const [subject, them] =
    orders.length === 1 ? [`Order ${orders[0]} waits`, 'it'] : [`The orders ${orders.join(', ')} wait`, 'them'];
  return ` ${subject} for payment.${isUsable ? ` You can use your balance for ${them}.` : ''}`;
}

/** Names the other orders that wait, and what the balance lacks for them. Members of a suspended account can pay nothing. */
function otherDebts({ debts = [], moreDebts = 0, lacks = null, pay = null, isSuspended = false }: Kept): MailPart[] {
  if (debts.length === 0) return [];
  const say = (one: string, many: string) => oneOrMany(debts, moreDebts, one, many);
  const list = [say('This order waits for payment:', 'These orders wait for payment:'), bounded(debtsOf(debts), moreDebts)];
  if (isSuspended) return list;
  if (lacks === null)
    return [...list, `Your balance is sufficient. ${say('You can pay the order with it.', 'You can pay the orders with it.')}`];
  const lack = `Your balance lacks ${lacks} for ${say('it', 'all of them')}.`;
  if (pay === null) return [...list, `${lack} Add funds, or choose another method.`];
  return [...list, lack, ...howToPay(pay, lacks), 'The amount is added to your balance, which is then sufficient.'];
}

function paidOrder({ order, state }: PaidOrder): string {
  switch (state) {
    case 'paid':
      return `Order ${order}: paid`;
    case 'paid-before':
      return `Order ${order}: was already paid`;
    case 'gone':
      return `Order ${order}: was already cancelled`;
    case 'waiting':
      return `Order ${order}: still waits for payment`;
  }
}

function keptPage({ order, orders, why, page }: Kept): MailButton {
  if (orders?.length) return { button: 'Open your orders', link: page };
  if (order === null) return openBalance(page);
  return why === 'too-little' ? payOrder(order, page) : openOrder(order, page);
}
