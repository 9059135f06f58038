/** Words that several English texts share. */
import type { EndingAddons, MailedDebt, MailedService, OrderContent } from '../templates.ts';
import type { MailButton, MailPart, MailTable } from '../text.ts';
import type { WayOfMoney } from '../ways.ts';

/** Returns a time in UTC. `at`: Unix time in milliseconds. */
export const day = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Returns the only name, or the number of services. `more`: number of services that a list leaves out. */
export function nameOrCount(names: readonly string[], more = 0, noun = 'services'): string {
  const [first] = names;
  return names.length === 1 && more === 0 && first !== undefined ? first : `${names.length + more} ${noun}`;
}

export const namesOf = (services: readonly MailedService[]): string[] => services.map(({ name }) => name);

/** Returns the first text for one item, otherwise the second. `more`: number of items that a list leaves out. */
export const oneOrMany = (items: readonly unknown[], more: number, one: string, many: string): string =>
  items.length + more === 1 ? one : many;

/** Adds the number of items that a list leaves out. */
export const bounded = (items: readonly string[], more = 0): string[] => [...items, ...(more > 0 ? [`and ${more} more`] : [])];

/** Returns services with the end of their paid time, and the time until which they run beyond it. */
export const listed = (services: readonly MailedService[], more = 0): string[] =>
  bounded(
    services.map(
      ({ name, until, offAt }) =>
        `${name}: ${day(until)}${offAt === undefined ? '' : ` (runs without payment until ${day(offAt)})`}`,
    ),
    more,
  );

/** Names the services of an order that are deleted before its due time. */
export function deletedEarlier(services: readonly MailedService[] = [], more = 0): MailPart[] {
  const [first] = services;
  if (!first) return [];
  if (services.length + more === 1) return [`${first.name} is deleted on ${day(first.until)} unless it is renewed before.`];
  return ['These services are deleted earlier unless they are renewed before:', listed(services, more)];
}

export const debtsOf = (debts: readonly MailedDebt[]): string[] => debts.map(({ order, amount }) => `Order ${order}: ${amount}`);

/** Returns the time at which the first service is switched off as a deadline. A count of days would be rounded, and could promise time that is not left. */
export const beforeEnd = (services: readonly MailedService[]): string =>
  `before ${day(Math.min(...services.map(({ until, offAt }) => offAt ?? until)))}`;

export const cardOf = (digits: string | null): string => (digits === null ? 'card' : `card ending in ${digits}`);

/** Returns the payment method: `paid by card ending in 4242`. */
export function paidBy(way: WayOfMoney): string {
  if (way.by === 'balance') return 'from your balance';
  if (way.by === 'card') return `by ${cardOf(way.digits)}`;
  if (way.by === 'transfer') return 'by bank transfer';
  return `with ${way.name}`;
}

/** Returns the target of money that goes back. */
export function targetOf(way: WayOfMoney): string {
  if (way.by === 'balance') return 'your balance';
  if (way.by === 'card') return `your ${cardOf(way.digits)}`;
  if (way.by === 'transfer') return way.iban === null ? 'your bank account' : `your bank account ${way.iban}`;
  return `your ${way.name} account`;
}

/** Returns the lines and sums of an order. */
export function linesOf({ lines, more, net, vat, gross }: OrderContent): MailTable {
  const left = more > 0 ? [{ label: `and ${more} more`, detail: '', amount: '' }] : [];
  return {
    rows: [...lines, ...left],
    sums: [
      ['Without VAT', net],
      ['VAT', vat],
      ['Total', gross],
    ],
  };
}

export const openOrder = (order: number, page: string | null): MailButton => ({ button: `Open order ${order}`, link: page });
export const payOrder = (order: number, page: string | null): MailButton => ({ button: `Pay order ${order}`, link: page });
export const contactSupport = (page: string | null): MailButton => ({ button: 'Contact support', link: page });
export const openBalance = (page: string | null): MailButton => ({ button: 'Open your balance', link: page });

/** Consequence of an unpaid renewal. */
export const UNPAID = 'Unpaid services are switched off. Some days later they are deleted with their data.';

/** Returns the consequence of an unpaid renewal. An addon ends at once, and its server stays. */
export function unpaidEnd(services: readonly MailedService[], more = 0, addons?: EndingAddons): string {
  if (!addons) return UNPAID;
  const at = day(addons.at);
  const ends = oneOrMany(
    services,
    more,
    `Without payment, this addon ends on ${at}. Its server stays.`,
    `Without payment, these addons end on ${at}, or with their paid time if that is later. Servers stay.`,
  );
  return `${ends}${addons.keepsBackups ? ' Backups that exist are kept.' : ''}`;
}

/** Says after a credit that the balance pays orders. Says nothing if the account is suspended, because nothing is paid then. */
export const paysNextOrders = (isSuspended = false): string => (isSuspended ? '' : ' Your balance pays your next orders.');

/** Consequence of a suspension of the account. A member and the technical contact read it. */
export const ACCOUNT_SUSPENDED =
  'The account is suspended: its members can still sign in, read and contact support, and its owner can export its data. Nothing else can be changed.';

/** Reason of another request to pay. */
export const REDUCED =
  'A part of this order was taken out, so it costs less now. If you have already sent more, the rest becomes balance.';

/** Names the void orders that another order replaces. */
export const replacedOrders = (orders: readonly number[] = []): string[] =>
  orders.length === 0
    ? []
    : [
        orders.length === 1
          ? `This order replaces order ${orders[0]}, which is cancelled. Please do not pay order ${orders[0]} any more.`
          : `This order replaces the orders ${orders.join(', ')}, which are cancelled. Please do not pay them any more.`,
      ];

/** Reason of another request to pay. */
export const REPLACED =
  'The payment for this and other orders that you were asked for has ended. Money that you have already sent becomes balance.';

/** Says that orders which an act of staff has cancelled are not to be paid. */
export const voidOrders = (orders: readonly number[] = []): string[] => {
  if (orders.length === 0) return [];
  return [
    orders.length === 1
      ? `The unpaid order ${orders[0]} is cancelled, so its request to pay is void. Do not pay it.`
      : `The unpaid orders ${orders.join(', ')} are cancelled, so their requests to pay are void. Do not pay them.`,
  ];
};

/** Says that orders which an act of staff has left go on for other services. */
export const reducedOrders = (orders: readonly MailedDebt[] = []): string[] =>
  orders.map(({ order, amount }) => `The unpaid order ${order} goes on for your other services, and costs ${amount} now.`);
