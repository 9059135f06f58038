import type { CancelledService, WithdrawnService } from '../cancellations.ts';
import type { MailTexts } from '../templates.ts';
import { ACCOUNT_SUSPENDED, bounded, contactSupport, day, nameOrCount, oneOrMany } from './words.ts';

export const CANCELLATIONS: Pick<MailTexts, 'services-cancelled' | 'cancellation-withdrawn'> = {
  'services-cancelled': ({ services, more, orders, isSuspended, page }) => ({
    subject: `Cancelled: ${nameOrCount(
      services.map(({ name }) => name),
      more,
    )}`,
    body: [
      oneOrMany(services, more, 'This service is cancelled:', 'These services are cancelled:'),
      bounded(services.map(endOfCancelled), more),
      oneOrMany(
        services,
        more,
        `It is not renewed. ${beside(orders)} nothing more is charged for it.`,
        `They are not renewed. ${beside(orders)} nothing more is charged for them.`,
      ),
      ...(isSuspended
        ? [ACCOUNT_SUSPENDED, 'If you want to keep a service, contact support before its end.', contactSupport(page)]
        : [
            oneOrMany(
              services,
              more,
              'You can withdraw the cancellation until the end. Once its paid time is over, the service must also be paid to run again.',
              'You can withdraw each cancellation until the end of the service. Once its paid time is over, a service must also be paid to run again.',
            ),
            { button: oneOrMany(services, more, 'Open the service', 'Open your services'), link: page },
          ]),
    ],
  }),
  'cancellation-withdrawn': ({ services, more, isSuspended, page }) => ({
    subject: `No longer cancelled: ${nameOrCount(
      services.map(({ name }) => name),
      more,
    )}`,
    body: [
      oneOrMany(
        services,
        more,
        'The cancellation of this service is withdrawn. Its state now:',
        'The cancellations of these services are withdrawn. Their state now:',
      ),
      bounded(services.map(stateOfWithdrawn), more),
      ...(services.some(({ state }) => state === 'unpaid')
        ? [
            `To restore a service that is not paid, ${isSuspended ? 'contact support' : 'pay for it'} before the time given here. After that it is deleted.`,
          ]
        : []),
      ...(isSuspended
        ? [ACCOUNT_SUSPENDED, contactSupport(page)]
        : [{ button: oneOrMany(services, more, 'Open the service', 'Open your services'), link: page }]),
    ],
  }),
};

function beside(orders: readonly number[]): string {
  if (orders.length === 0) return 'From now on,';
  return orders.length === 1
    ? `Apart from order ${orders[0]}, which is still open,`
    : `Apart from the orders ${orders.join(', ')}, which are still open,`;
}

function endOfCancelled(service: CancelledService): string {
  const { name, hasData, keepsBackups } = service;
  const ends = day(service.ends);
  if (service.state === 'addon') return `${name}: ends on ${ends}.${keepsBackups ? ' Backups that exist are kept.' : ''}`;
  const after = hasData ? `Its data is kept until ${ends}, and then deleted.` : `It ends for good on ${ends}.`;
  return service.state === 'runs'
    ? `${name}: runs until ${day(service.off)}, and is then switched off. ${after}`
    : `${name}: switched off. ${after}`;
}

function stateOfWithdrawn(service: WithdrawnService): string {
  const { name } = service;
  switch (service.state) {
    case 'renews':
      return `${name}: active and paid until ${day(service.until)}. It is renewed then.`;
    case 'by-hand':
      return `${name}: active and paid until ${day(service.until)}. It is not renewed automatically.`;
    case 'unpaid':
      return `${name}: still switched off, because it is not paid. It is kept at least until ${day(service.until)}.`;
    case 'paused':
      return `${name}: still switched off, because our staff has suspended it. Contact support.`;
    case 'with-server':
      return `${name}: still switched off, like its server.`;
  }
}
