import type { MailTexts } from '../templates.ts';
import type { MailPart } from '../text.ts';
import type { WayAhead } from '../ways.ts';
import { howRenewalIsPaid } from './pay.ts';
import {
  ACCOUNT_SUSPENDED,
  beforeEnd,
  cardOf,
  contactSupport,
  day,
  debtsOf,
  listed,
  nameOrCount,
  namesOf,
  oneOrMany,
  openOrder,
  payOrder,
  REDUCED,
  REPLACED,
  replacedOrders,
  UNPAID,
  unpaidEnd,
} from './words.ts';

export const RENEWALS: Pick<MailTexts, 'renewal-reminder' | 'renewal-ahead' | 'renewal-due'> = {
  'renewal-reminder': ({ services, orders }) => ({
    subject: `Renew ${nameOrCount(namesOf(services))} ${beforeEnd(services)}`,
    body: [
      'Paid until:',
      listed(services),
      ...(orders.length > 0
        ? ['These orders are waiting for payment:', orders.map(({ id, amount }) => `Order ${id}: ${amount}`)]
        : ['There is no automatic renewal. Renew before this time.']),
      UNPAID,
    ],
  }),
  'renewal-ahead': ({ services, more, at, amount, pay, page }) => ({
    subject: `Upcoming renewal of ${nameOrCount(namesOf(services), more)} for ${amount}`,
    body: [
      oneOrMany(
        services,
        more,
        `We will renew this service on ${day(at)}. It is paid until:`,
        `We will renew these services on ${day(at)}. They are paid until:`,
      ),
      listed(services, more),
      wayAhead(amount, pay),
      'If you no longer need a service, switch off its automatic renewal before this day.',
      { button: 'Open your services', link: page },
    ],
  }),
  'renewal-due': ({
    services,
    more,
    isLate = false,
    isReminder = false,
    addons,
    debts,
    pay,
    isSuspended = false,
    page,
    reduced,
    replaced,
    voidOrders,
  }) => {
    const names = nameOrCount(namesOf(services), more);
    const until: MailPart[] = ['Paid until:', listed(services, more)];
    const by = isLate ? 'now' : beforeEnd(services);
    if (isSuspended)
      return {
        subject: `${names} cannot be renewed while the account is suspended`,
        body: [
          ...until,
          ...(debts.length === 0 ? [] : [debts.length === 1 ? 'This renewal waits:' : 'These renewals wait:', debtsOf(debts)]),
          ...(reduced ? [REDUCED] : []),
          ...(replaced ? [REPLACED] : []),
          ...replacedOrders(voidOrders),
          `${ACCOUNT_SUSPENDED} To renew, contact support first.`,
          contactSupport(page),
        ],
      };
    const [first] = debts;
    if (first === undefined)
      return {
        subject: `Renew ${names} ${by}`,
        body: [
          ...until,
          'There is no automatic renewal. Renew by hand before this time.',
          UNPAID,
          { button: 'Renew now', link: page },
        ],
      };
    const { parts, mustAct } = pay
      ? howRenewalIsPaid(pay, debts.length === 1 ? first.amount : null)
      : { parts: [], mustAct: true };
    return {
      subject: mustAct ? `${isReminder ? 'Reminder: pay' : 'Pay'} the renewal of ${names} ${by}` : `We renew ${names} by card`,
      body: [
        ...until,
        debts.length === 1 ? 'This order pays the renewal:' : 'These orders pay the renewals:',
        debtsOf(debts),
        ...(reduced ? [REDUCED] : []),
        ...(replaced ? [REPLACED] : []),
        ...replacedOrders(voidOrders),
        ...parts,
        ...(mustAct ? [unpaidEnd(services, more, addons)] : []),
        debts.length > 1
          ? { button: 'Open your orders', link: page }
          : mustAct
            ? payOrder(first.order, page)
            : openOrder(first.order, page),
      ],
    };
  },
};

function wayAhead(amount: string, pay: WayAhead): string {
  switch (pay.by) {
    case 'card':
      return `We then charge ${amount} to your ${cardOf(pay.digits)}. You do not need to do anything.`;
    case 'failed-card':
      return `The last charge of your ${cardOf(pay.digits)} failed. We then try it once more. To make sure that the renewal is paid, save another card, or add ${pay.missing} to your balance before.`;
    case 'order':
      return `You then get an order of ${amount} with the details to pay it.`;
    case 'balance':
      return pay.missing === null
        ? `We then take ${amount} from your balance. You do not need to do anything.`
        : `We then take ${amount} from your balance. It lacks ${pay.missing}, so please add funds before.`;
  }
}
