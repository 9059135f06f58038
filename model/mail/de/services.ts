import type { KeptService, MailTexts, ReadyServer } from '../templates.ts';
import type { MailPart } from '../text.ts';
import { howRenewalIsPaid, howToPay } from './pay.ts';
import {
  ACCOUNT_SUSPENDED,
  bounded,
  contactSupport,
  day,
  debtsOf,
  listed,
  nameOrCount,
  namesOf,
  oneOrMany,
  reducedOrders,
  voidOrders,
} from './words.ts';

export const SERVICES: Pick<
  MailTexts,
  | 'server-ready'
  | 'services-suspended'
  | 'services-postponed'
  | 'services-resumed'
  | 'service-suspended'
  | 'service-resumed'
  | 'service-end-moved'
  | 'service-ending'
  | 'service-kept'
  | 'services-ended'
  | 'termination-ahead'
> = {
  'server-ready': ({ order, servers, more, failed, page }) => ({
    subject:
      servers.length === 0
        ? failed.length === 1
          ? `Bestellung ${order}: ${failed[0]} konnte nicht erstellt werden`
          : `Bestellung ${order}: ${failed.length} Server konnten nicht erstellt werden`
        : `Bereit: ${nameOrCount(
            servers.map(({ name }) => name),
            more,
            'Server',
          )}`,
    body: [
      ...readyParts(servers, more),
      ...(failed.length === 0
        ? []
        : [
            oneOrMany(
              failed,
              0,
              'Dieser Server konnte nicht erstellt werden. Wir haben ihn Ihnen erstattet:',
              'Diese Server konnten nicht erstellt werden. Wir haben sie Ihnen erstattet:',
            ),
            failed,
          ]),
      { button: servers.length === 1 && more === 0 ? 'Server öffnen' : 'Ihre Server öffnen', link: page },
    ],
  }),
  'services-suspended': ({ services, ends, more = 0, debts = [], pay = null, page = null }) => ({
    subject: `Abgeschaltet: ${nameOrCount(namesOf(services), more)}`,
    body: [
      oneOrMany(
        services,
        more,
        'Dieser Dienst wurde nicht rechtzeitig bezahlt und ist abgeschaltet. Er war bezahlt bis:',
        'Diese Dienste wurden nicht rechtzeitig bezahlt und sind abgeschaltet. Sie waren bezahlt bis:',
      ),
      listed(services, more),
      oneOrMany(
        services,
        more,
        `Seine Adressen und Daten bleiben erhalten. Bezahlen Sie vor dem ${day(ends)}, damit der Dienst wieder läuft. Danach löschen wir ihn mit seinen Daten.`,
        `Ihre Adressen und Daten bleiben erhalten. Bezahlen Sie vor dem ${day(ends)}, damit die Dienste wieder laufen. Danach löschen wir sie mit ihren Daten.`,
      ),
      ...(debts.length === 0 ? [] : ['Zu bezahlen:', debtsOf(debts)]),
      ...(pay === null ? [] : howToPay(pay, debts.length === 1 ? (debts[0]?.amount ?? null) : null)),
      { button: debts.length === 0 ? 'Dienste öffnen' : 'Jetzt bezahlen', link: page },
    ],
  }),
  'services-postponed': ({ services, more, debts, pay, isSuspended = false, page }) => {
    const { parts, mustAct } =
      pay === null
        ? { parts: [], mustAct: false }
        : howRenewalIsPaid(pay, debts.length === 1 ? (debts[0]?.amount ?? null) : null);
    return {
      subject: `Mehr Zeit zum Bezahlen: ${nameOrCount(namesOf(services), more)}`,
      body: [
        oneOrMany(
          services,
          more,
          'Unser Team gibt Ihnen mehr Zeit zum Bezahlen. Ohne Zahlung läuft dieser Dienst jetzt bis:',
          'Unser Team gibt Ihnen mehr Zeit zum Bezahlen. Ohne Zahlung laufen diese Dienste jetzt bis:',
        ),
        listed(services, more),
        ...(isSuspended
          ? []
          : [
              oneOrMany(
                services,
                more,
                'Danach wird er abgeschaltet, wenn er nicht bezahlt ist. Seine bezahlte Zeit ändert sich nicht.',
                'Danach werden sie abgeschaltet, wenn sie nicht bezahlt sind. Ihre bezahlte Zeit ändert sich nicht.',
              ),
            ]),
        ...(debts.length === 0 || isSuspended ? [] : ['Zu bezahlen:', debtsOf(debts)]),
        ...parts,
        ...(isSuspended
          ? [ACCOUNT_SUSPENDED, contactSupport(page)]
          : [{ button: mustAct ? 'Jetzt bezahlen' : debts.length === 0 ? 'Dienste öffnen' : 'Bestellungen öffnen', link: page }]),
      ],
    };
  },
  'services-resumed': ({ services, more }) => ({
    subject: `Wieder aktiv: ${nameOrCount(namesOf(services), more)}`,
    body: [
      `Vielen Dank für Ihre Zahlung. ${oneOrMany(services, more, 'Dieser Dienst ist', 'Diese Dienste sind')} wieder aktiv und bezahlt bis:`,
      listed(services, more),
    ],
  }),
  'service-suspended': ({ name, reason, orders, reducedOrders: reduced }) => ({
    subject: `Wir haben ${name} gesperrt`,
    body: [
      `Unser Team hat ${name} abgeschaltet. Der Grund:`,
      [reason],
      'Adressen und Daten bleiben erhalten. Eine Zahlung hebt die Sperre nicht auf, und gesperrte Dienste werden nicht automatisch verlängert. Bitte wenden Sie sich an den Support.',
      ...voidOrders(orders),
      ...reducedOrders(reduced),
    ],
  }),
  'service-resumed': ({ name, until, isSuspended = false }) => ({
    subject: `Die Sperre von ${name} ist aufgehoben`,
    body: [
      until === null
        ? 'Der Dienst ist wieder aktiv.'
        : `Der Dienst ist weiterhin abgeschaltet, weil er nicht bezahlt oder gekündigt ist. Er bleibt mindestens bis ${day(until)} erhalten. ${isSuspended ? 'Bitte wenden Sie sich vorher an den Support' : 'Bezahlen Sie vorher, oder nehmen Sie die Kündigung zurück'}, damit er wieder läuft.`,
      ...(isSuspended ? [ACCOUNT_SUSPENDED] : []),
    ],
  }),
  'service-end-moved': ({ name, before, until, reason, orders, reducedOrders: reduced }) => ({
    subject: `${name} läuft jetzt bis ${day(until)}`,
    body: [
      `Unser Team hat das Ende von ${name} von ${day(before)} auf ${day(until)} verschoben. Der Grund:`,
      [reason],
      'Dafür wurde nichts berechnet und nichts erstattet. Spätere Verlängerungen beginnen mit dem neuen Ende.',
      ...voidOrders(orders),
      ...reducedOrders(reduced),
    ],
  }),
  'service-ending': ({ names, more, on = [], moreOn = 0, orders, isSuspended = false, at, reason, page = null }) => ({
    subject: `Wir beenden ${nameOrCount([...names, ...on], more + moreOn)} am ${day(at)}`,
    body: [
      ...(names.length === 0
        ? []
        : [
            oneOrMany(
              names,
              more,
              `Unser Team hat diesen Dienst abgeschaltet und beendet ihn am ${day(at)}:`,
              `Unser Team hat diese Dienste abgeschaltet und beendet sie am ${day(at)}:`,
            ),
            bounded(names, more),
          ]),
      ...(on.length === 0
        ? []
        : [
            oneOrMany(
              on,
              moreOn,
              `Unser Team beendet diesen Dienst am ${day(at)}. Er ist noch nicht abgeschaltet und stoppt spätestens dann:`,
              `Unser Team beendet diese Dienste am ${day(at)}. Sie sind noch nicht abgeschaltet und stoppen spätestens dann:`,
            ),
            bounded(on, moreOn),
          ]),
      `Der Grund: ${reason}`,
      oneOrMany(
        [...names, ...on],
        more + moreOn,
        'Bis dahin kann er weder verlängert noch eingeschaltet werden. Danach wird er mit seinen Daten gelöscht. Das kann nicht rückgängig gemacht werden.',
        'Bis dahin können sie weder verlängert noch eingeschaltet werden. Danach werden sie mit ihren Daten gelöscht. Das kann nicht rückgängig gemacht werden.',
      ),
      ...voidOrders(orders),
      ...(isSuspended ? [ACCOUNT_SUSPENDED] : []),
      'Wenn Sie das für einen Irrtum halten, wenden Sie sich bitte vorher an den Support.',
      contactSupport(page),
    ],
  }),
  'service-kept': ({ services, more, isSuspended = false, page }) => ({
    subject: `Wir beenden ${nameOrCount(
      services.map(({ name }) => name),
      more,
    )} nicht`,
    body: [
      oneOrMany(
        services,
        more,
        'Unser Team wollte diesen Dienst beenden. Das ist zurückgenommen, und er wird nicht gelöscht. Sein Zustand jetzt:',
        'Unser Team wollte diese Dienste beenden. Das ist zurückgenommen, und sie werden nicht gelöscht. Ihr Zustand jetzt:',
      ),
      bounded(services.map(stateOfKept), more),
      ...(isSuspended ? [ACCOUNT_SUSPENDED] : []),
      ...(services.some(({ state }) => state === 'unpaid')
        ? [
            `Damit ein nicht bezahlter oder gekündigter Dienst wieder läuft, ${isSuspended ? 'wenden Sie sich bitte vor dem genannten Zeitpunkt an den Support' : 'bezahlen Sie ihn vor dem genannten Zeitpunkt, oder nehmen Sie die Kündigung vorher zurück'}.`,
          ]
        : []),
      ...(services.some(({ state }) => state === 'active-until')
        ? [
            isSuspended
              ? 'Um einen gekündigten Dienst zu behalten, wenden Sie sich bitte vor dem genannten Zeitpunkt an den Support.'
              : 'Um einen gekündigten Dienst zu behalten, nehmen Sie die Kündigung vor dem genannten Zeitpunkt zurück.',
          ]
        : []),
      ...(services.some(({ state }) => state === 'paused')
        ? ['Nur unser Team kann einen gesperrten Dienst wieder einschalten. Bitte wenden Sie sich an den Support.']
        : []),
      contactSupport(page),
    ],
  }),
  'services-ended': ({ names, more, at, reason, copiesUntil, isAddons = false, isSuspended = false, page = null }) => ({
    subject: names.length + more === 1 ? `${nameOrCount(names)} ist beendet` : `${nameOrCount(names, more)} sind beendet`,
    body: [
      oneOrMany(
        names,
        more,
        isAddons
          ? `Dieses Addon wurde am ${day(at)} beendet:`
          : `Dieser Dienst wurde am ${day(at)} beendet und mit seinen Daten gelöscht:`,
        isAddons
          ? `Diese Addons wurden am ${day(at)} beendet:`
          : `Diese Dienste wurden am ${day(at)} beendet und mit ihren Daten gelöscht:`,
      ),
      bounded(names, more),
      `Der Grund: ${reason ?? oneOrMany(names, more, isAddons ? 'Es wurde nicht bezahlt.' : 'Er wurde nicht bezahlt.', 'Sie wurden nicht bezahlt.')}`,
      ...(copiesUntil === null
        ? []
        : [
            `${oneOrMany(names, more, 'Seine', 'Ihre')} Backups bleiben bis ${day(copiesUntil)} erhalten. ${isSuspended ? 'Wenn Sie sie brauchen, wenden Sie sich bitte vorher an den Support.' : 'Sie können sie auf einem neuen Server wiederherstellen.'}`,
          ]),
      ...(isSuspended ? [ACCOUNT_SUSPENDED] : []),
      'Bei Fragen wenden Sie sich bitte an den Support.',
      contactSupport(page),
    ],
  }),
  'termination-ahead': ({ services, more = 0, debts = [], pay = null, page }) => ({
    subject: `Wir löschen bald ${nameOrCount(namesOf(services), more)}`,
    body: [
      oneOrMany(
        services,
        more,
        'Dieser Dienst wurde nicht bezahlt. Wir löschen ihn mit seinen Daten zu dieser Zeit. Das kann nicht rückgängig gemacht werden:',
        'Diese Dienste wurden nicht bezahlt. Wir löschen sie mit ihren Daten zu diesen Zeiten. Das kann nicht rückgängig gemacht werden:',
      ),
      listed(services, more),
      `Bezahlen Sie vorher, damit ${oneOrMany(services, more, 'der Dienst wieder läuft', 'die Dienste wieder laufen')}.`,
      ...(debts.length === 0 ? [] : ['Zu bezahlen:', debtsOf(debts)]),
      ...(pay === null ? [] : howToPay(pay, debts.length === 1 ? (debts[0]?.amount ?? null) : null)),
      ...(page === undefined ? [] : [{ button: debts.length === 0 ? 'Dienste öffnen' : 'Jetzt bezahlen', link: page }]),
    ],
  }),
};

function stateOfKept(service: KeptService): string {
  const cancelled = service.cancelled ? ' Ihre eigene Kündigung gilt weiter, deshalb wird er nicht verlängert.' : '';
  switch (service.state) {
    case 'active':
      return `${service.name}: aktiv`;
    case 'active-until':
      return `${service.name}: aktiv bis ${day(service.until)}. Ihre eigene Kündigung gilt weiter: Er endet dann und wird nicht verlängert.`;
    case 'unchanged':
      return `${service.name}: unverändert, weil wir ihn noch nicht abgeschaltet hatten${cancelled && `.${cancelled}`}`;
    case 'paused':
      return `${service.name}: weiterhin abgeschaltet, weil unser Team ihn schon vorher gesperrt hatte.${cancelled} Der Grund: ${service.reason}`;
    case 'unpaid':
      return `${service.name}: weiterhin abgeschaltet, weil ${whyOff(service.cancelled)}. Er bleibt mindestens bis ${day(service.until)} erhalten.`;
  }
}

const whyOff = (cancelled: boolean | undefined): string =>
  cancelled === undefined
    ? 'er nicht bezahlt oder gekündigt ist'
    : cancelled
      ? 'Sie ihn gekündigt haben'
      : 'er nicht bezahlt ist';

/** Describes how to sign in to new servers. A password is never mailed. */
function readyParts(servers: readonly ReadyServer[], more: number): MailPart[] {
  const [first] = servers;
  if (first === undefined) return [];
  const signIn =
    'Melden Sie sich mit dem SSH-Schlüssel oder dem Passwort an, das Sie gewählt haben. Wir senden Passwörter nie per E-Mail.';
  if (servers.length === 1 && more === 0)
    return [
      'Ihr Server ist bereit.',
      {
        facts: [
          ['Name', first.name],
          [first.addresses.length === 1 ? 'Adresse' : 'Adressen', first.addresses.join(', ')],
          ...(first.addresses[0] === undefined ? [] : [['SSH', `ssh ${first.user}@${first.addresses[0]}`] as const]),
        ],
      },
      signIn,
    ];
  const items = servers.map(({ name, addresses, user }) =>
    addresses[0] === undefined ? name : `${name}: ${addresses.join(', ')} (ssh ${user}@${addresses[0]})`,
  );
  return ['Ihre Server sind bereit:', bounded(items, more), signIn];
}
