import { isFirstRequest } from '../first-request.ts';
import type { MailedService, MailTexts } from '../templates.ts';
import { failureOf, refundReason, voidReason } from './failures.ts';
import { accountOf, howToPay } from './pay.ts';
import {
  ACCOUNT_SUSPENDED,
  day,
  deletedEarlier,
  linesOf,
  listed,
  money,
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
    subject: `Bestellung ${content.order}: ${isFirstRequest(content) ? 'bitte bezahlen Sie' : 'neue Zahlungsaufforderung über'} ${money(content.gross)}`,
    body: [
      isFirstRequest(content)
        ? `Vielen Dank für Ihre Bestellung ${content.order}. Wir führen sie aus, sobald sie bezahlt ist. Sie kann bis ${day(content.until)} bezahlt werden.`
        : `Die Bestellung ${content.order} kann bis ${day(content.until)} bezahlt werden.`,
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
    subject: `Bestellung ${content.order} wurde nicht bezahlt und ist storniert`,
    body: [
      `Die Bestellung ${content.order} über ${money(content.gross)} wurde nicht bis ${day(content.until)} bezahlt und ist deshalb storniert. Sie schulden uns dafür nichts.`,
      linesOf(content),
      `Bitte bezahlen Sie die Bestellung nicht mehr. Geld, das noch dafür eintrifft, fügen wir Ihrem Guthaben hinzu, sobald wir es zugeordnet haben.${content.isSuspended ? '' : ' Sie können jederzeit neu bestellen.'}`,
      ...(content.isSuspended
        ? [`${ACCOUNT_SUSPENDED} Wenn Sie erneut bestellen möchten, wenden Sie sich bitte vorher an den Support.`]
        : []),
      openOrder(content.order, content.page),
    ],
  }),
  'order-void': ({ failure, isEnding, isOrderable, isFree, reason = null, why, ...content }) => ({
    subject: isFree
      ? `Für die Bestellung ${content.order} ist nichts mehr zu bezahlen`
      : `Bestellung ${content.order} ist storniert, bitte nicht bezahlen`,
    body: [
      ...(failure === null
        ? []
        : [
            `Wir konnten ${money(failure.amount)} für die Bestellung ${content.order} nicht abbuchen${because(failureOf(failure.code))}`,
          ]),
      isFree
        ? `Ein Teil der Bestellung ${content.order} ist entfallen. Der Rest kostet nichts. Sie schulden uns dafür nichts.`
        : reason !== null
          ? `Die Bestellung ${content.order} über ${money(content.gross)} ist storniert: ${voidReason(reason, why)} Sie schulden uns dafür nichts.`
          : isEnding
            ? `Die Bestellung ${content.order} über ${money(content.gross)} ist storniert, weil unser Team ihren Dienst beendet. Sie schulden uns dafür nichts.`
            : `Unser Team hat die Bestellung ${content.order} über ${money(content.gross)} storniert. Sie schulden uns dafür nichts.`,
      linesOf(content),
      'Bitte bezahlen Sie die Bestellung nicht mehr: Eine frühere Zahlungsaufforderung ist hinfällig. Geld, das noch dafür eintrifft, fügen wir Ihrem Guthaben hinzu, sobald wir es zugeordnet haben.',
      ...(isOrderable
        ? ['Wenn Sie sie noch brauchen, bestellen Sie bitte erneut. Automatische Verlängerungen bestellen wir selbst erneut.']
        : []),
      openOrder(content.order, content.page),
    ],
  }),
  'order-paid': (content) => {
    const { order, gross, invoices, paid, added = null, renewed, moreRenewed, page } = content;
    const renewals = renewed.length > 0;
    return {
      subject: renewals
        ? `Verlängert: ${nameOrCount(namesOf(renewed), moreRenewed)}`
        : `Bestellung ${order} über ${money(gross)} ist bezahlt`,
      body: [
        `${renewals ? 'Wir haben Ihre Dienste verlängert.' : 'Vielen Dank.'} Die Bestellung ${order} über ${money(gross)} wurde ${paidBy(paid)} bezahlt.${added ? ` Zuvor hatten wir ${money(added.amount)} ${paidBy(added.came)} erhalten und Ihrem Guthaben hinzugefügt.` : ''}`,
        ...(renewals ? ['Jetzt bezahlt bis:', listed(renewed, moreRenewed)] : []),
        linesOf(content),
        ...(invoices.length > 0 ? [`${invoices.length === 1 ? 'Rechnung' : 'Rechnungen'}: ${invoices.join(', ')}`] : []),
        openOrder(order, page),
      ],
    };
  },
  'order-refunded': ({ order, amount, reason, why, to, isReturned, isSpent, isSuspended, notes, page }) => ({
    subject: `Erstattung von ${money(amount)} für Bestellung ${order}`,
    body: [
      `Wir erstatten Ihnen ${money(amount)} der Bestellung ${order}.`,
      ...(reason === '' ? [] : [`Der Grund: ${refundReason(reason, why)}`]),
      to.by === 'balance'
        ? `Wir haben den Betrag Ihrem Guthaben hinzugefügt.${paysNextOrders(isSuspended || isSpent)}`
        : isReturned
          ? `Der Betrag sollte ${targetOf(to)} gehen, konnte aber nicht zugestellt werden. Eine weitere E-Mail sagt mehr dazu.`
          : `Der Betrag geht ${targetOf(to)}. Das kann einige Werktage dauern.`,
      ...(notes.length > 0 ? [`${notes.length === 1 ? 'Rechnungskorrektur' : 'Rechnungskorrekturen'}: ${notes.join(', ')}`] : []),
      openOrder(order, page),
    ],
  }),
  'deploy-refunded': ({ order, name, amount, reason }) => ({
    subject: `Bestellung ${order}: ${name} konnte nicht erstellt werden`,
    body: [reason, `Wir haben ${money(amount)} in Ihr Guthaben zurückgebucht.`],
  }),
  'charge-failed': ({ order, amount, code, services = [], more, next, offAt, addons, transfer, page }) => ({
    subject: `Die Zahlung der Bestellung ${order} ist fehlgeschlagen`,
    body: [
      `Wir konnten ${money(amount)} für die Bestellung ${order} nicht abbuchen${because(failureOf(code))}`,
      ...(services.length > 0
        ? ['Mit der Bestellung werden diese Dienste verlängert. Bezahlt bis:', listed(services, more)]
        : []),
      ...(typeof next === 'number' ? [`Wir versuchen es am ${day(next)} erneut.${offBefore(services, more, offAt)}`] : []),
      'Bitte bezahlen Sie die Bestellung auf andere Weise, oder laden Sie Ihr Guthaben auf. Reicht es aus, wird sie automatisch bezahlt.',
      ...(transfer ? ['Oder überweisen Sie den Betrag auf dieses Konto:', ...accountOf(transfer, amount)] : []),
      ...(services.length > 0 ? [unpaidEnd(services, more, addons)] : []),
      ...(page === undefined ? [] : [payOrder(order, page)]),
    ],
  }),
  'spending-cap': ({ order, amount, cap, spent, until }) => ({
    subject: `Das monatliche Ausgabenlimit von ${money(cap)} wurde überschritten`,
    body: [
      `Die Bestellung ${order} über ${money(amount)} wurde bezahlt, obwohl sie das Limit überschreitet. Für automatische Verlängerungen und für Bestellungen, die wir für Sie anlegen, gilt das Limit nicht, damit kein laufender Dienst verloren geht.`,
      `Ausgaben in diesem Monat: ${money(spent)}. Bestellungen von Mitgliedern dieses Kontos werden nicht vor dem ${day(until)} bezahlt.`,
    ],
  }),
};

/** Ends a sentence with its reason, or without one. */
const because = (reason: string | null): string => (reason === null ? '.' : `: ${reason}`);

/** Says that services are switched off before the next charge. */
const offBefore = (services: readonly MailedService[], more = 0, at?: number): string =>
  at === undefined
    ? ''
    : ` ${oneOrMany(services, more, 'Der Dienst', 'Der erste dieser Dienste')} wird am ${day(at)} abgeschaltet, wenn die Bestellung nicht vorher bezahlt wird.`;
