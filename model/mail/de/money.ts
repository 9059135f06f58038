import { isZero } from '../amount.ts';
import type { MailData, MailTexts, PaidOrder } from '../templates.ts';
import type { MailButton, MailPart } from '../text.ts';
import { howToPay } from './pay.ts';
import {
  bounded,
  debtsOf,
  money,
  oneOrMany,
  openBalance,
  openOrder,
  paidBy,
  payOrder,
  paysNextOrders,
  targetOf,
} from './words.ts';

export const MONEY: Pick<MailTexts, 'deposit-received' | 'payment-kept' | 'payout-sent' | 'payout-returned' | 'balance-changed'> =
  {
    'deposit-received': ({ amount, balance, paid, page }) => ({
      subject: `Wir haben ${money(amount)} erhalten`,
      body: [`Vielen Dank. Wir haben ${money(amount)} ${paidBy(paid)} erhalten.`, ...balanceOf(balance), openBalance(page)],
    }),
    'payment-kept': (data) => ({
      subject:
        keptOf(data) === data.amount
          ? `Wir haben ${money(data.amount)} erhalten und Ihrem Guthaben hinzugefügt`
          : `Wir haben ${money(data.amount)} erhalten und davon ${money(keptOf(data))} Ihrem Guthaben hinzugefügt`,
      body: [
        `Wir haben ${money(data.amount)}${data.came ? ` ${paidBy(data.came)}` : ''} erhalten. ${whyKept(data)}`,
        ...(data.orders?.length ? ['Die Bestellungen dieser Zahlung:', bounded(data.orders.map(paidOrder), data.more)] : []),
        ...(data.pay && data.missing !== null ? howToPay(data.pay, data.missing) : []),
        ...balanceOf(data.balance),
        ...otherDebts(data),
        keptPage(data),
      ],
    }),
    'payout-sent': ({ amount, to, page }) => ({
      subject: `Wir haben Ihnen ${money(amount)} gesendet`,
      body: [
        `Wir haben ${money(amount)} ${targetOf(to)} gesendet. Es kann einige Werktage dauern, bis das Geld ankommt.`,
        openBalance(page),
      ],
    }),
    'payout-returned': ({ amount, to, balance, reason = null, again = null, page }) => ({
      subject: `${money(amount)} konnten Ihnen nicht gesendet werden`,
      body: [
        `Wir wollten ${money(amount)} ${targetOf(to)} senden, aber das Geld konnte nicht zugestellt werden. Wir haben es wieder Ihrem Guthaben hinzugefügt.`,
        ...(reason === null ? [] : [`Der Grund: ${reason}`]),
        ...balanceOf(balance),
        again === null
          ? 'Bitte wenden Sie sich an den Support, wenn Sie das Geld auf andere Weise erhalten möchten.'
          : `Wir senden jetzt ${money(again.amount)} von Ihrem Guthaben ${targetOf(again.to)}.`,
        openBalance(page),
      ],
    }),
    'balance-changed': ({ amount, charged, reason, balance, page }) => ({
      subject: charged
        ? `Wir haben ${money(amount)} von Ihrem Guthaben abgebucht`
        : `Wir haben Ihrem Guthaben ${money(amount)} hinzugefügt`,
      body: [
        charged
          ? `Unser Team hat ${money(amount)} von Ihrem Guthaben abgebucht.`
          : `Unser Team hat Ihrem Guthaben ${money(amount)} hinzugefügt.`,
        `Der Grund: ${reason}`,
        ...balanceOf(balance),
        openBalance(page),
      ],
    }),
  };

/** Names the balance, or nothing if other money has moved since. */
const balanceOf = (balance: string | null): string[] =>
  balance === null ? [] : [`Ihr Guthaben beträgt jetzt ${money(balance)}.`];

type Kept = MailData['payment-kept'];

const keptOf = ({ kept, amount }: Kept): string => kept ?? amount;

function whyKept(data: Kept): string {
  const { order, orders, why, missing, paid, since, isReplaced = false, isSuspended = false } = data;
  const use = useOf(data);
  const hasUse = Boolean(since?.length || data.open?.length || data.debts?.length);
  const kept = keptOf(data) === data.amount ? 'das Geld' : money(keptOf(data));
  if (orders?.length) {
    const lack = missing === null ? '' : ` Zusammen fehlen für sie noch ${money(missing)}.`;
    if (why === 'too-little')
      return `Das reicht für die folgenden Bestellungen nicht aus. Deshalb haben wir ${kept} Ihrem Guthaben hinzugefügt.${lack}${paidSince(since)}`;
    return keptOf(data) === data.amount
      ? `Das Geld wurde nicht für die folgenden Bestellungen verwendet. Deshalb haben wir es Ihrem Guthaben hinzugefügt.${paidSince(since)}`
      : `Davon wurden ${kept} nicht für die folgenden Bestellungen verwendet. Deshalb haben wir diesen Betrag Ihrem Guthaben hinzugefügt.${paidSince(since)}`;
  }
  if (order === null || why === 'no-order')
    return hasUse
      ? `Wir haben das Geld Ihrem Guthaben hinzugefügt.${use}`
      : `Die Zahlung passt zu keiner offenen Bestellung. Deshalb haben wir das Geld Ihrem Guthaben hinzugefügt.${use}`;
  switch (why) {
    case 'too-little':
      return `Das reicht für die Bestellung ${order} nicht aus. Deshalb haben wir das Geld Ihrem Guthaben hinzugefügt.${missing === null ? '' : ` Für die Bestellung ${order} fehlen noch ${money(missing)}.`}${paidSince(since)}`;
    case 'too-much':
    case 'several-orders':
      return `Die Bestellung ${order} ist bezahlt. Das war ${kept} mehr, als die Bestellung gebraucht hat. Deshalb haben wir ${kept} Ihrem Guthaben hinzugefügt.${use}`;
    case 'order-paid':
      return `Die Bestellung ${order} war bereits ${paid ? `${paidBy(paid)} ` : ''}bezahlt. Deshalb haben wir das Geld Ihrem Guthaben hinzugefügt.${use}`;
    case 'order-gone':
      return `Die Bestellung ${order} war bereits storniert. Deshalb haben wir das Geld Ihrem Guthaben hinzugefügt.${
        isReplaced || hasUse ? use : isSuspended ? '' : ' Sie können jederzeit neu bestellen.'
      }`;
    case 'not-allowed':
      return `Damit konnte die Bestellung ${order} nicht bezahlt werden, zum Beispiel wegen eines monatlichen Ausgabenlimits. Deshalb haben wir das Geld Ihrem Guthaben hinzugefügt.${paidSince(since)}`;
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
  return orders.length === 1
    ? ` Seitdem wurde aus Ihrem Guthaben die Bestellung ${orders[0]} bezahlt.`
    : ` Seitdem wurden aus Ihrem Guthaben die Bestellungen ${orders.join(', ')} bezahlt.`;
}

function openOrders(orders: readonly number[], isUsable: boolean): string {
  const waits = orders.length === 1 ? `Die Bestellung ${orders[0]} wartet` : `Die Bestellungen ${orders.join(', ')} warten`;
  return ` ${waits} auf Zahlung.${isUsable ? ' Sie können dafür Ihr Guthaben verwenden.' : ''}`;
}

/** Names the other orders that wait, and what the balance lacks for them. Members of a suspended account can pay nothing. */
function otherDebts({ debts = [], moreDebts = 0, lacks = null, pay = null, isSuspended = false }: Kept): MailPart[] {
  if (debts.length === 0) return [];
  const say = (one: string, many: string) => oneOrMany(debts, moreDebts, one, many);
  const list = [
    say('Diese Bestellung wartet auf Zahlung:', 'Diese Bestellungen warten auf Zahlung:'),
    bounded(debtsOf(debts), moreDebts),
  ];
  if (isSuspended) return list;
  if (lacks === null)
    return [
      ...list,
      `Ihr Guthaben reicht dafür aus. ${say('Sie können die Bestellung damit bezahlen.', 'Sie können die Bestellungen damit bezahlen.')}`,
    ];
  const lack = `Ihrem Guthaben fehlen ${say('dafür', 'für alle zusammen')} noch ${money(lacks)}.`;
  if (pay === null) return [...list, `${lack} Bitte laden Sie es auf, oder wählen Sie eine andere Zahlungsart.`];
  return [...list, lack, ...howToPay(pay, lacks), 'Wir fügen den Betrag Ihrem Guthaben hinzu. Dann reicht es aus.'];
}

function paidOrder({ order, state }: PaidOrder): string {
  switch (state) {
    case 'paid':
      return `Bestellung ${order}: bezahlt`;
    case 'paid-before':
      return `Bestellung ${order}: war bereits bezahlt`;
    case 'gone':
      return `Bestellung ${order}: war bereits storniert`;
    case 'waiting':
      return `Bestellung ${order}: wartet noch auf Zahlung`;
  }
}

function keptPage({ order, orders, why, page }: Kept): MailButton {
  if (orders?.length) return { button: 'Bestellungen öffnen', link: page };
  if (order === null) return openBalance(page);
  return why === 'too-little' ? payOrder(order, page) : openOrder(order, page);
}
