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
  money,
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
    subject: `Bitte verlängern Sie ${nameOrCount(namesOf(services))} ${beforeEnd(services)}`,
    body: [
      'Bezahlt bis:',
      listed(services),
      ...(orders.length > 0
        ? ['Diese Bestellungen warten auf Zahlung:', orders.map(({ id, amount }) => `Bestellung ${id}: ${money(amount)}`)]
        : ['Es gibt keine automatische Verlängerung. Bitte verlängern Sie vor diesem Zeitpunkt.']),
      UNPAID,
    ],
  }),
  'renewal-ahead': ({ services, more, at, amount, pay, page }) => ({
    subject: `Bevorstehende Verlängerung von ${nameOrCount(namesOf(services), more, 'Diensten')} für ${money(amount)}`,
    body: [
      oneOrMany(
        services,
        more,
        `Wir verlängern diesen Dienst am ${day(at)}. Er ist bezahlt bis:`,
        `Wir verlängern diese Dienste am ${day(at)}. Sie sind bezahlt bis:`,
      ),
      listed(services, more),
      wayAhead(amount, pay),
      'Wenn Sie einen Dienst nicht mehr brauchen, schalten Sie bitte vor diesem Tag seine automatische Verlängerung aus.',
      { button: 'Dienste öffnen', link: page },
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
    const until: MailPart[] = ['Bezahlt bis:', listed(services, more)];
    const by = isLate ? 'jetzt' : beforeEnd(services);
    if (isSuspended)
      return {
        subject: `Keine Verlängerung von ${nameOrCount(namesOf(services), more, 'Diensten')}, solange das Konto gesperrt ist`,
        body: [
          ...until,
          ...(debts.length === 0
            ? []
            : [debts.length === 1 ? 'Diese Verlängerung wartet:' : 'Diese Verlängerungen warten:', debtsOf(debts)]),
          ...(reduced ? [REDUCED] : []),
          ...(replaced ? [REPLACED] : []),
          ...replacedOrders(voidOrders),
          `${ACCOUNT_SUSPENDED} Für eine Verlängerung wenden Sie sich bitte zuerst an den Support.`,
          contactSupport(page),
        ],
      };
    const [first] = debts;
    if (first === undefined)
      return {
        subject: `Bitte verlängern Sie ${names} ${by}`,
        body: [
          ...until,
          'Es gibt keine automatische Verlängerung. Bitte verlängern Sie vor diesem Zeitpunkt von Hand.',
          UNPAID,
          { button: 'Jetzt verlängern', link: page },
        ],
      };
    const { parts, mustAct } = pay
      ? howRenewalIsPaid(pay, debts.length === 1 ? first.amount : null)
      : { parts: [], mustAct: true };
    return {
      subject: mustAct
        ? `${isReminder ? 'Erinnerung: bitte' : 'Bitte'} bezahlen Sie ${isLate ? 'jetzt ' : ''}die Verlängerung von ${nameOrCount(namesOf(services), more, 'Diensten')}${isLate ? '' : ` ${by}`}`
        : `Wir verlängern ${names} per Karte`,
      body: [
        ...until,
        debts.length === 1
          ? 'Mit dieser Bestellung wird die Verlängerung bezahlt:'
          : 'Mit diesen Bestellungen werden die Verlängerungen bezahlt:',
        debtsOf(debts),
        ...(reduced ? [REDUCED] : []),
        ...(replaced ? [REPLACED] : []),
        ...replacedOrders(voidOrders),
        ...parts,
        ...(mustAct ? [unpaidEnd(services, more, addons)] : []),
        debts.length > 1
          ? { button: 'Bestellungen öffnen', link: page }
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
      return `Wir buchen dann ${money(amount)} von Ihrer ${cardOf(pay.digits)} ab. Sie müssen nichts tun.`;
    case 'failed-card':
      return `Die letzte Abbuchung von Ihrer ${cardOf(pay.digits)} ist fehlgeschlagen. Wir versuchen sie dann noch einmal. Damit die Verlängerung sicher bezahlt wird, speichern Sie bitte eine andere Karte, oder laden Sie Ihr Guthaben vorher um ${money(pay.missing)} auf.`;
    case 'order':
      return `Sie erhalten dann eine Bestellung über ${money(amount)} mit den Angaben zur Zahlung.`;
    case 'balance':
      return pay.missing === null
        ? `Wir buchen dann ${money(amount)} von Ihrem Guthaben ab. Sie müssen nichts tun.`
        : `Wir buchen dann ${money(amount)} von Ihrem Guthaben ab. Es fehlen ${money(pay.missing)}. Bitte laden Sie Ihr Guthaben vorher auf.`;
  }
}
