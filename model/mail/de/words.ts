/** Words that several German texts share. */
import type { EndingAddons, MailedDebt, MailedLine, MailedService, OrderContent } from '../templates.ts';
import type { MailButton, MailPart, MailTable } from '../text.ts';
import type { WayOfMoney } from '../ways.ts';

/** Returns a time in UTC, such as `31.01.2026, 12:00 UTC`. `at`: Unix time in milliseconds. */
export function day(at: number): string {
  const [date = '', time = ''] = new Date(at).toISOString().split('T');
  return `${date.split('-').reverse().join('.')}, ${time.slice(0, 5)} UTC`;
}

/** Returns an amount such as `1234.56 EUR` as `1.234,56 EUR`. Returns other text unchanged. */
export function money(amount: string): string {
  const [, whole, cents, currency] = /^(-?\d+)\.(\d+) (\S+)$/.exec(amount) ?? [];
  return whole === undefined ? amount : `${grouped(whole)},${cents} ${currency}`;
}

/** Returns digits in groups of three: `90.000`. */
export const grouped = (digits: string | number): string => String(digits).replace(/\B(?=(\d{3})+$)/g, '.');

/** Returns the only name, or the number of services. `more`: number of services that a list leaves out. */
export function nameOrCount(names: readonly string[], more = 0, noun = 'Dienste'): string {
  const [first] = names;
  return names.length === 1 && more === 0 && first !== undefined ? first : `${names.length + more} ${noun}`;
}

export const namesOf = (services: readonly MailedService[]): string[] => services.map(({ name }) => name);

/** Returns the first text for one item, otherwise the second. `more`: number of items that a list leaves out. */
export const oneOrMany = (items: readonly unknown[], more: number, one: string, many: string): string =>
  items.length + more === 1 ? one : many;

/** Adds the number of items that a list leaves out. */
export const bounded = (items: readonly string[], more = 0): string[] => [...items, ...(more > 0 ? [`und ${more} weitere`] : [])];

/** Returns services with the end of their paid time, and the time until which they run beyond it. */
export const listed = (services: readonly MailedService[], more = 0): string[] =>
  bounded(
    services.map(
      ({ name, until, offAt }) => `${name}: ${day(until)}${offAt === undefined ? '' : ` (läuft ohne Zahlung bis ${day(offAt)})`}`,
    ),
    more,
  );

/** Names the services of an order that are deleted before its due time. */
export function deletedEarlier(services: readonly MailedService[] = [], more = 0): MailPart[] {
  const [first] = services;
  if (!first) return [];
  if (services.length + more === 1)
    return [`${first.name} wird am ${day(first.until)} gelöscht, wenn bis dahin keine Verlängerung bezahlt ist.`];
  return ['Diese Dienste werden früher gelöscht, wenn bis dahin keine Verlängerung bezahlt ist:', listed(services, more)];
}

export const debtsOf = (debts: readonly MailedDebt[]): string[] =>
  debts.map(({ order, amount }) => `Bestellung ${order}: ${money(amount)}`);

/** Returns the time at which the first service is switched off as a deadline. A count of days would be rounded, and could promise time that is not left. */
export const beforeEnd = (services: readonly MailedService[]): string =>
  `vor dem ${day(Math.min(...services.map(({ until, offAt }) => offAt ?? until)))}`;

export const cardOf = (digits: string | null): string => (digits === null ? 'Karte' : `Karte mit der Endung ${digits}`);

/** Returns the payment method: `per Karte mit der Endung 4242`. */
export function paidBy(way: WayOfMoney): string {
  if (way.by === 'balance') return 'aus Ihrem Guthaben';
  if (way.by === 'card') return `per ${cardOf(way.digits)}`;
  if (way.by === 'transfer') return 'per Überweisung';
  return `mit ${way.name}`;
}

/** Returns the target of money that goes back. */
export function targetOf(way: WayOfMoney): string {
  if (way.by === 'balance') return 'auf Ihr Guthaben';
  if (way.by === 'card') return `auf Ihre ${cardOf(way.digits)}`;
  if (way.by === 'transfer') return way.iban === null ? 'auf Ihr Bankkonto' : `auf Ihr Bankkonto ${way.iban}`;
  return `auf Ihr Konto bei ${way.name}`;
}

/** Returns a period such as `2026-01-31 to 2026-02-28` with German dates. Returns other text unchanged. */
const period = (detail: string): string =>
  detail.replace(/(\d{4})-(\d\d)-(\d\d) to (\d{4})-(\d\d)-(\d\d)/g, '$3.$2.$1 bis $6.$5.$4');

const OWN_LABELS: Readonly<Record<NonNullable<MailedLine['own']>, string>> = { deposit: 'Guthabenaufladung' };

/** Returns the lines and sums of an order. */
export function linesOf({ lines, more, net, vat, gross }: OrderContent): MailTable {
  const left = more > 0 ? [{ label: `und ${more} weitere`, detail: '', amount: '' }] : [];
  return {
    rows: [
      ...lines.map(({ label, detail, amount, own }) => ({
        label: own ? OWN_LABELS[own] : label,
        detail: period(detail),
        amount: money(amount),
      })),
      ...left,
    ],
    sums: [
      ['Ohne USt.', money(net)],
      ['USt.', money(vat)],
      ['Gesamt', money(gross)],
    ],
  };
}

export const openOrder = (order: number, page: string | null): MailButton => ({
  button: `Bestellung ${order} öffnen`,
  link: page,
});
export const payOrder = (order: number, page: string | null): MailButton => ({
  button: `Bestellung ${order} bezahlen`,
  link: page,
});
export const contactSupport = (page: string | null): MailButton => ({ button: 'Support öffnen', link: page });
export const openBalance = (page: string | null): MailButton => ({ button: 'Guthaben öffnen', link: page });

const ROLES: Readonly<Record<string, string>> = {
  owner: 'Inhaber',
  admin: 'Administrator',
  billing: 'Abrechnung',
  technical: 'Technik',
  'read-only': 'Nur Lesen',
};

export const roleOf = (role: string): string => ROLES[role] ?? role;

export const place = (address: string): string => (address === '' ? 'einer unbekannten Adresse' : `der Adresse ${address}`);

/** Consequence of an unpaid renewal. */
export const UNPAID = 'Nicht bezahlte Dienste werden abgeschaltet und einige Tage später mit ihren Daten gelöscht.';

/** Returns the consequence of an unpaid renewal. An addon ends at once, and its server stays. */
export function unpaidEnd(services: readonly MailedService[], more = 0, addons?: EndingAddons): string {
  if (!addons) return UNPAID;
  const at = day(addons.at);
  const ends = oneOrMany(
    services,
    more,
    `Ohne Zahlung endet dieses Addon am ${at}. Der Server bleibt.`,
    `Ohne Zahlung enden diese Addons am ${at} oder mit ihrer bezahlten Zeit, wenn sie länger dauert. Server bleiben bestehen.`,
  );
  return `${ends}${addons.keepsBackups ? ' Vorhandene Backups bleiben erhalten.' : ''}`;
}

/** Says after a credit that the balance pays orders. Says nothing if the account is suspended, because nothing is paid then. */
export const paysNextOrders = (isSuspended = false): string =>
  isSuspended ? '' : ' Mit Ihrem Guthaben werden Ihre nächsten Bestellungen bezahlt.';

/** Consequence of a suspension of the account. A member and the technical contact read it. */
export const ACCOUNT_SUSPENDED =
  'Das Konto ist gesperrt: Seine Mitglieder können sich weiterhin anmelden, lesen und sich an den Support wenden, und sein Inhaber kann die Daten exportieren. Sonst lässt sich nichts ändern.';

/** Reason of another request to pay. */
export const REDUCED =
  'Ein Teil dieser Bestellung ist entfallen. Sie kostet daher weniger. Wenn Sie schon mehr bezahlt haben, schreiben wir den Rest Ihrem Guthaben gut.';

/** Names the void orders that another order replaces. */
export const replacedOrders = (orders: readonly number[] = []): string[] =>
  orders.length === 0
    ? []
    : [
        orders.length === 1
          ? `Diese Bestellung ersetzt die Bestellung ${orders[0]}, die storniert ist. Bitte bezahlen Sie die Bestellung ${orders[0]} nicht mehr.`
          : `Diese Bestellung ersetzt die Bestellungen ${orders.join(', ')}, die storniert sind. Bitte bezahlen Sie sie nicht mehr.`,
      ];

/** Reason of another request to pay. */
export const REPLACED =
  'Die Zahlung für diese und andere Bestellungen, um die wir gebeten haben, ist beendet. Geld, das Sie schon gesendet haben, schreiben wir Ihrem Guthaben gut.';

/** Says that orders which an act of staff has cancelled are not to be paid. */
export const voidOrders = (orders: readonly number[] = []): string[] => {
  if (orders.length === 0) return [];
  return [
    orders.length === 1
      ? `Die offene Bestellung ${orders[0]} ist storniert, und ihre Zahlungsaufforderung ist hinfällig. Bitte bezahlen Sie sie nicht mehr.`
      : `Die offenen Bestellungen ${orders.join(', ')} sind storniert, und ihre Zahlungsaufforderungen sind hinfällig. Bitte bezahlen Sie sie nicht mehr.`,
  ];
};

/** Says that orders which an act of staff has left go on for other services. */
export const reducedOrders = (orders: readonly MailedDebt[] = []): string[] =>
  orders.map(
    ({ order, amount }) =>
      `Die offene Bestellung ${order} gilt weiter für Ihre anderen Dienste und kostet jetzt ${money(amount)}.`,
  );
