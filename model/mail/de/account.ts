import type { MailTexts } from '../templates.ts';
import { attackReason, webhookError } from './failures.ts';
import { howRenewalIsPaid, howToPay } from './pay.ts';
import { ACCOUNT_SUSPENDED, bounded, contactSupport, day, debtsOf, grouped, oneOrMany, voidOrders } from './words.ts';

export const ACCOUNT: Pick<
  MailTexts,
  | 'welcome'
  | 'account-closing'
  | 'account-stays'
  | 'account-suspended'
  | 'account-resumed'
  | 'user-erasure'
  | 'export-ready'
  | 'webhook-disabled'
  | 'attack-begun'
  | 'attack-ended'
> = {
  welcome: ({ name, account }) => ({
    subject: 'Ihr Konto ist eröffnet',
    body: [
      `Willkommen, ${name}. Ihre Kontonummer ist ${account}. Bitte nennen Sie diese Nummer, wenn Sie uns schreiben.`,
      'Melden Sie sich mit dieser E-Mail-Adresse und Ihrem Passwort an. Schalten Sie zur Sicherheit vor Ihrer ersten Bestellung die Zwei-Faktor-Anmeldung ein.',
    ],
  }),
  'account-closing': ({ account, by, at }) => ({
    subject: `Das Konto ${account} wird geschlossen`,
    body: [
      `${by} möchte das Konto ${account} schließen. Bis ${day(at)} kann es nur gelesen und exportiert werden, und die Schließung kann rückgängig gemacht werden. Danach verlieren die Mitglieder den Zugriff, und wir löschen alle Daten, die wir nicht aufbewahren müssen. Das Löschen kann nicht rückgängig gemacht werden.`,
      'Wenn Sie das nicht möchten, bitten Sie vorher den Inhaber des Kontos, die Schließung zurückzunehmen.',
    ],
  }),
  'account-stays': ({ account, by }) => ({
    subject: `Das Konto ${account} bleibt geöffnet`,
    body: [`${by} hat die Schließung des Kontos ${account} zurückgenommen. Es funktioniert wie vorher.`],
  }),
  'account-suspended': ({ account, names, more, reason, orders, page }) => ({
    subject: `Das Konto ${account} ist gesperrt`,
    body: [
      ACCOUNT_SUSPENDED,
      ...(names.length === 0
        ? ['Seine Dienste werden dadurch nicht abgeschaltet: Laufende Server laufen weiter.']
        : [
            oneOrMany(names, more, 'Auch diesen Dienst haben wir abgeschaltet:', 'Auch diese Dienste haben wir abgeschaltet:'),
            bounded(names, more),
            ...(reason === null ? [] : [`Der Grund: ${reason}`]),
            'Adressen und Daten bleiben erhalten. Eine Zahlung hebt die Sperre nicht auf, und gesperrte Dienste werden nicht automatisch verlängert.',
          ]),
      ...voidOrders(orders),
      'Unser Support beantwortet Ihre Fragen.',
      contactSupport(page),
    ],
  }),
  'account-resumed': ({ account, names, more, debts = [], moreDebts = 0, isCharged = false, pay = null, page }) => ({
    subject: `Das Konto ${account} ist nicht mehr gesperrt`,
    body: [
      'Das Konto kann wieder genutzt werden.',
      ...(names.length === 0
        ? []
        : [
            oneOrMany(names, more, 'Dieser Dienst ist weiterhin abgeschaltet:', 'Diese Dienste sind weiterhin abgeschaltet:'),
            bounded(names, more),
            'Bei Fragen wenden Sie sich bitte an den Support.',
          ]),
      ...(debts.length === 0
        ? []
        : [
            oneOrMany(debts, moreDebts, 'Diese Bestellung wartet auf Zahlung:', 'Diese Bestellungen warten auf Zahlung:'),
            bounded(debtsOf(debts), moreDebts),
            ...(pay === null
              ? []
              : isCharged
                ? howRenewalIsPaid(pay, null).parts
                : howToPay(pay, debts.length === 1 ? (debts[0]?.amount ?? null) : null)),
          ]),
      ...(debts.length > 0
        ? [{ button: isCharged ? 'Bestellungen öffnen' : 'Jetzt bezahlen', link: page }]
        : names.length > 0
          ? [contactSupport(page)]
          : []),
    ],
  }),
  'user-erasure': ({ at, kept }) => ({
    subject: 'Ihr Zugang wird gelöscht',
    body: [
      `Sie gehören seit einiger Zeit zu keinem Konto. Am ${day(at)} löschen wir Ihren Zugang: den Namen, diese E-Mail-Adresse, das Passwort und alle anderen Arten der Anmeldung. Das kann nicht rückgängig gemacht werden.`,
      `Um Ihren Zugang zu behalten, eröffnen Sie vorher mit dieser Adresse ein Konto, oder nehmen Sie eine Einladung in ein Konto an. Eine Anmeldung erhält den Zugang für mindestens ${kept} weitere Tage, auch wenn Sie ohne Konto nichts sehen. Eine offene Einladung erhält ihn ebenfalls.`,
      'Andernfalls müssen Sie nichts tun. Nach dem Löschen kann diese Adresse für ein neues Konto oder eine Einladung benutzt werden, als wäre sie neu.',
    ],
  }),
  'export-ready': ({ asked, until }) => ({
    subject: 'Die Daten Ihres Kontos stehen zum Download bereit',
    body: [
      `Der Export Ihres Kontos, angefordert am ${day(asked)}, ist fertig. Laden Sie ihn vor dem ${day(until)} herunter.`,
      'Wenn niemand in Ihrem Konto ihn angefordert hat, ändern Sie sofort Ihr Passwort, und wenden Sie sich an uns: Jemand anderes hat Zugriff auf Ihr Konto.',
    ],
  }),
  'webhook-disabled': ({ url, since, error, failure }) => ({
    subject: 'Ein Webhook wurde ausgeschaltet',
    body: [
      `Seit ${day(since)} konnte kein Ereignis an ${url} zugestellt werden. Deshalb senden wir keine Ereignisse mehr. Der letzte Fehler: ${webhookError(error, failure)}`,
      'Reparieren Sie den Empfänger, und schalten Sie den Webhook wieder ein. Nicht zugestellte Ereignisse bleiben 30 Tage lang in seinen Zustellungen und können erneut gesendet werden.',
    ],
  }),
  'attack-begun': ({ address, at, reason, pattern, mbps, pps, filtered }) => ({
    subject: `${address} wird angegriffen`,
    body: [
      `Seit ${day(at)}: ${attackReason(reason, pattern)}, bisher ${grouped(mbps)} Mbit/s und ${grouped(pps)} Pakete pro Sekunde.`,
      filtered
        ? 'Wir sperren die Quellen, solange der Angriff dauert. Ihre Adresse bleibt erreichbar, und Sie müssen nichts tun.'
        : 'Diese Adresse hat keinen DDoS-Schutz. Deshalb wird nichts automatisch gesperrt. Ihre Sperrliste und ihr Länderfilter wirken sofort.',
      'Wir senden höchstens eine E-Mail pro Stunde zu einer Adresse.',
    ],
  }),
  'attack-ended': ({ address, from, until, mbps, pps }) => ({
    subject: `Der Angriff auf ${address} ist vorbei`,
    body: [
      `Der Angriff dauerte von ${day(from)} bis ${day(until)}, mit höchstens ${grouped(mbps)} Mbit/s und ${grouped(pps)} Paketen pro Sekunde.`,
    ],
  }),
};
