import type { CancelledService, WithdrawnService } from '../cancellations.ts';
import type { MailTexts } from '../templates.ts';
import { ACCOUNT_SUSPENDED, bounded, contactSupport, day, nameOrCount, oneOrMany } from './words.ts';

export const CANCELLATIONS: Pick<MailTexts, 'services-cancelled' | 'cancellation-withdrawn'> = {
  'services-cancelled': ({ services, more, orders, isSuspended, page }) => ({
    subject: `Gekündigt: ${nameOrCount(
      services.map(({ name }) => name),
      more,
    )}`,
    body: [
      oneOrMany(services, more, 'Dieser Dienst ist gekündigt:', 'Diese Dienste sind gekündigt:'),
      bounded(services.map(endOfCancelled), more),
      oneOrMany(
        services,
        more,
        `Er wird nicht verlängert. ${beside(orders)} wird für ihn nichts mehr berechnet.`,
        `Sie werden nicht verlängert. ${beside(orders)} wird für sie nichts mehr berechnet.`,
      ),
      ...(isSuspended
        ? [
            ACCOUNT_SUSPENDED,
            'Wenn Sie einen Dienst behalten möchten, wenden Sie sich bitte vor seinem Ende an den Support.',
            contactSupport(page),
          ]
        : [
            oneOrMany(
              services,
              more,
              'Bis zum Ende können Sie die Kündigung zurücknehmen. Ist die bezahlte Zeit vorbei, muss der Dienst auch bezahlt werden, damit er wieder läuft.',
              'Bis zum Ende eines Dienstes können Sie seine Kündigung zurücknehmen. Ist seine bezahlte Zeit vorbei, muss er auch bezahlt werden, damit er wieder läuft.',
            ),
            { button: oneOrMany(services, more, 'Dienst öffnen', 'Dienste öffnen'), link: page },
          ]),
    ],
  }),
  'cancellation-withdrawn': ({ services, more, isSuspended, page }) => ({
    subject: `Nicht mehr gekündigt: ${nameOrCount(
      services.map(({ name }) => name),
      more,
    )}`,
    body: [
      oneOrMany(
        services,
        more,
        'Die Kündigung dieses Dienstes ist zurückgenommen. Sein Zustand jetzt:',
        'Die Kündigungen dieser Dienste sind zurückgenommen. Ihr Zustand jetzt:',
      ),
      bounded(services.map(stateOfWithdrawn), more),
      ...(services.some(({ state }) => state === 'unpaid')
        ? [
            `Damit ein nicht bezahlter Dienst wieder läuft, ${isSuspended ? 'wenden Sie sich bitte vor dem genannten Zeitpunkt an den Support' : 'bezahlen Sie ihn vor dem genannten Zeitpunkt'}. Danach wird er gelöscht.`,
          ]
        : []),
      ...(isSuspended
        ? [ACCOUNT_SUSPENDED, contactSupport(page)]
        : [{ button: oneOrMany(services, more, 'Dienst öffnen', 'Dienste öffnen'), link: page }]),
    ],
  }),
};

function beside(orders: readonly number[]): string {
  if (orders.length === 0) return 'Von jetzt an';
  return orders.length === 1
    ? `Außer der Bestellung ${orders[0]}, die noch offen ist,`
    : `Außer den Bestellungen ${orders.join(', ')}, die noch offen sind,`;
}

function endOfCancelled(service: CancelledService): string {
  const { name, hasData, keepsBackups } = service;
  const ends = day(service.ends);
  if (service.state === 'addon')
    return `${name}: endet am ${ends}.${keepsBackups ? ' Vorhandene Backups bleiben erhalten.' : ''}`;
  const after = hasData
    ? `Die Daten bleiben bis ${ends} erhalten und werden dann gelöscht.`
    : `Der Dienst endet endgültig am ${ends}.`;
  return service.state === 'runs'
    ? `${name}: läuft bis ${day(service.off)} und wird dann abgeschaltet. ${after}`
    : `${name}: abgeschaltet. ${after}`;
}

function stateOfWithdrawn(service: WithdrawnService): string {
  const { name } = service;
  switch (service.state) {
    case 'renews':
      return `${name}: aktiv und bezahlt bis ${day(service.until)}. Der Dienst wird dann verlängert.`;
    case 'by-hand':
      return `${name}: aktiv und bezahlt bis ${day(service.until)}. Der Dienst wird nicht automatisch verlängert.`;
    case 'unpaid':
      return `${name}: weiterhin abgeschaltet, weil er nicht bezahlt ist. Er bleibt mindestens bis ${day(service.until)} erhalten.`;
    case 'paused':
      return `${name}: weiterhin abgeschaltet, weil unser Team ihn gesperrt hat. Bitte wenden Sie sich an den Support.`;
    case 'with-server':
      return `${name}: weiterhin abgeschaltet, wie der Server.`;
  }
}
