import { isFirstRequest } from '../first-request.ts';
import type { MailedService, MailTexts } from '../templates.ts';
import { accountOf, howToPay } from './pay.ts';
import {
  ACCOUNT_SUSPENDED,
  day,
  deletedEarlier,
  linesOf,
  listed,
  nameOrCount,
  namesOf,
  oneOrMany,
  openOrder,
  paidBy,
  payOrder,
  paysNextOrders,
  REDUCED,
  REPLACED,
  replacedOrders,
  targetOf,
  unpaidEnd,
} from './words.ts';

export const ORDERS: Pick<
  MailTexts,
  | 'order-waiting'
  | 'order-lapsed'
  | 'order-void'
  | 'order-paid'
  | 'order-refunded'
  | 'deploy-refunded'
  | 'charge-failed'
  | 'spending-cap'
> = {
  'order-waiting': (content) => ({
    subject: `Order ${content.order}: ${isFirstRequest(content) ? 'please' : 'new request to'} pay ${content.gross}`,
    body: [
      isFirstRequest(content)
        ? `Thank you for order ${content.order}. We carry it out as soon as it is paid. It can be paid until ${day(content.until)}.`
        : `Order ${content.order} can be paid until ${day(content.until)}.`,
      ...deletedEarlier(content.earlier, content.moreEarlier),
      ...(content.reduced ? [REDUCED] : []),
      ...(content.replaced ? [REPLACED] : []),
      ...replacedOrders(content.voidOrders),
      linesOf(content),
      ...howToPay(content.pay, content.gross),
      payOrder(content.order, content.page),
    ],
  }),
  'order-lapsed': (content) => ({
    subject: `Order ${content.order} was not paid and is cancelled`,
    body: [
      `Order ${content.order} of ${content.gross} was not paid before ${day(content.until)}, so it is cancelled. You owe nothing for it.`,
      linesOf(content),
      `Please do not pay it any more. Money that still arrives for it is added to your balance as soon as we have assigned it.${content.isSuspended ? '' : ' You can order again at any time.'}`,
      ...(content.isSuspended ? [`${ACCOUNT_SUSPENDED} To order again, contact support first.`] : []),
      openOrder(content.order, content.page),
    ],
  }),
  'order-void': ({ failure, isEnding, isOrderable, isFree, reason = null, ...content }) => ({
    subject: isFree
      ? `Nothing is left to pay for order ${content.order}`
      : `Order ${content.order} is cancelled, please do not pay it`,
    body: [
      ...(failure === null ? [] : [`We could not charge ${failure.amount} for order ${content.order}: ${failure.reason}`]),
      isFree
        ? `A part of order ${content.order} was taken out, and the rest costs nothing. You owe nothing for it.`
        : reason !== null
          ? `Order ${content.order} of ${content.gross} is cancelled: ${reason} You owe nothing for it.`
          : isEnding
            ? `Order ${content.order} of ${content.gross} is cancelled, because our staff ends its service. You owe nothing for it.`
            : `Our staff has cancelled order ${content.order} of ${content.gross}. You owe nothing for it.`,
      linesOf(content),
      'Please do not pay it any more: an earlier request to pay is void. Money that still arrives for it is added to your balance as soon as we have assigned it.',
      ...(isOrderable ? ['If you still need it, order it again. We order automatic renewals again ourselves.'] : []),
      openOrder(content.order, content.page),
    ],
  }),
  'order-paid': (content) => {
    const { order, gross, invoices, paid, added = null, renewed, moreRenewed, page } = content;
    const renewals = renewed.length > 0;
    return {
      subject: renewals ? `Renewed: ${nameOrCount(namesOf(renewed), moreRenewed)}` : `Order ${order} of ${gross} is paid`,
      body: [
        `${renewals ? 'We renewed your services.' : 'Thank you.'} Order ${order} of ${gross} was paid ${paidBy(paid)}.${added ? ` We had received ${added.amount} ${paidBy(added.came)} and added it to your balance before.` : ''}`,
        ...(renewals ? ['Now paid until:', listed(renewed, moreRenewed)] : []),
        linesOf(content),
        ...(invoices.length > 0 ? [`${invoices.length === 1 ? 'Invoice' : 'Invoices'}: ${invoices.join(', ')}`] : []),
        openOrder(order, page),
      ],
    };
  },
  'order-refunded': ({ order, amount, reason, to, isReturned, isSpent, isSuspended, notes, page }) => ({
    subject: `Refund of ${amount} for order ${order}`,
    body: [
      `We refund ${amount} of order ${order}.`,
      ...(reason === '' ? [] : [`The reason: ${reason}`]),
      to.by === 'balance'
        ? `We added the amount to your balance.${paysNextOrders(isSuspended || isSpent)}`
        : isReturned
          ? `The amount was to go to ${targetOf(to)}, but it could not be delivered. Another mail says more.`
          : `The amount goes to ${targetOf(to)}. This can take a few working days.`,
      ...(notes.length > 0 ? [`${notes.length === 1 ? 'Credit note' : 'Credit notes'}: ${notes.join(', ')}`] : []),
      openOrder(order, page),
    ],
  }),
  'deploy-refunded': ({ order, name, amount, reason }) => ({
    subject: `Order ${order}: ${name} could not be built`,
    body: [reason, `We refunded ${amount} to your balance.`],
  }),
  'charge-failed': ({ order, amount, reason, services = [], more, next, offAt, addons, transfer, page }) => ({
    subject: `The payment of order ${order} failed`,
    body: [
      `We could not charge ${amount} for order ${order}: ${reason}`,
      ...(services.length > 0 ? ['The order renews these services. Paid until:', listed(services, more)] : []),
      ...(typeof next === 'number' ? [`We try again on ${day(next)}.${offBefore(services, more, offAt)}`] : []),
      'Pay the order with another method or add funds. With enough funds it is paid automatically.',
      ...(transfer ? ['Or transfer the amount to this account:', ...accountOf(transfer, amount)] : []),
      ...(services.length > 0 ? [unpaidEnd(services, more, addons)] : []),
      ...(page === undefined ? [] : [payOrder(order, page)]),
    ],
  }),
  'spending-cap': ({ order, amount, cap, spent, until }) => ({
    subject: `The monthly spending cap of ${cap} was exceeded`,
    body: [
      `Order ${order} of ${amount} was paid although it exceeds the cap. Automatic renewals and orders that we create for you ignore the cap, so that no running service is lost.`,
      `Spent this month: ${spent}. Orders that members of this account place are not paid before ${day(until)}.`,
    ],
  }),
};

/** Says that services are switched off before the next charge. */
const offBefore = (services: readonly MailedService[], more = 0, at?: number): string =>
  at === undefined
    ? ''
    : ` ${oneOrMany(services, more, 'The service is', 'The first of these services is')} switched off on ${day(at)} unless the order is paid before.`;
