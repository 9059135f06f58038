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
  | 'server-ready'
> = {
  'server-ready': ({ order, servers, more, failed, page }) => ({
    subject:
      servers.length === 0
        ? `Order ${order}: ${nameOrCount(failed, 0, 'servers')} could not be built`
        : `Ready: ${nameOrCount(
            servers.map(({ name }) => name),
            more,
            'servers',
          )}`,
    body: [
      ...readyParts(servers, more),
      ...(failed.length === 0
        ? []
        : [
            oneOrMany(
              failed,
              0,
              'This server could not be built, so we refunded it:',
              'These servers could not be built, so we refunded them:',
            ),
            failed,
          ]),
      { button: servers.length === 1 && more === 0 ? 'Open the server' : 'Open your servers', link: page },
    ],
  }),
  'services-suspended': ({ services, ends, more = 0, debts = [], pay = null, page = null }) => ({
    subject: `Suspended: ${nameOrCount(namesOf(services), more)}`,
    body: [
      oneOrMany(
        services,
        more,
        'This service was not paid in time and is switched off. It was paid until:',
        'These services were not paid in time and are switched off. They were paid until:',
      ),
      listed(services, more),
      oneOrMany(
        services,
        more,
        `Its addresses and data are kept. Pay before ${day(ends)} to restore it. After that we delete it with its data.`,
        `Their addresses and data are kept. Pay before ${day(ends)} to restore them. After that we delete them with their data.`,
      ),
      ...(debts.length === 0 ? [] : [debts.length === 1 ? 'To be paid:' : 'All of these are to be paid:', debtsOf(debts)]),
      ...(pay === null ? [] : howToPay(pay, debts.length === 1 ? (debts[0]?.amount ?? null) : null)),
      { button: debts.length === 0 ? 'Open your services' : 'Pay now', link: page },
    ],
  }),
  'services-postponed': ({ services, more, debts, pay, isSuspended = false, page }) => {
    const { parts, mustAct } =
      pay === null
        ? { parts: [], mustAct: false }
        : howRenewalIsPaid(pay, debts.length === 1 ? (debts[0]?.amount ?? null) : null);
    return {
      subject: `More time to pay: ${nameOrCount(namesOf(services), more)}`,
      body: [
        oneOrMany(
          services,
          more,
          'Our staff gives you more time to pay. Without payment, this service now runs until:',
          'Our staff gives you more time to pay. Without payment, these services now run until:',
        ),
        listed(services, more),
        ...(isSuspended
          ? []
          : [
              oneOrMany(
                services,
                more,
                'It is then switched off, unless it is paid. Its paid time does not change.',
                'They are then switched off, unless they are paid. Their paid time does not change.',
              ),
            ]),
        ...(debts.length === 0 || isSuspended
          ? []
          : [debts.length === 1 ? 'To be paid:' : 'All of these are to be paid:', debtsOf(debts)]),
        ...parts,
        ...(isSuspended
          ? [ACCOUNT_SUSPENDED, contactSupport(page)]
          : [{ button: mustAct ? 'Pay now' : debts.length === 0 ? 'Open your services' : 'Open your orders', link: page }]),
      ],
    };
  },
  'services-resumed': ({ services, more }) => ({
    subject: `Active again: ${nameOrCount(namesOf(services), more)}`,
    body: [
      `Thank you for your payment. ${oneOrMany(services, more, 'This service is', 'These services are')} active again, and paid until:`,
      listed(services, more),
    ],
  }),
  'service-suspended': ({ name, reason, orders, reducedOrders: reduced }) => ({
    subject: `We have suspended ${name}`,
    body: [
      `Our staff switched off ${name}. The reason:`,
      [reason],
      'Addresses and data are kept. Paying does not end the suspension, and nothing suspended is renewed automatically. Contact support.',
      ...voidOrders(orders),
      ...reducedOrders(reduced),
    ],
  }),
  'service-resumed': ({ name, until, isSuspended = false }) => ({
    subject: `We no longer suspend ${name}`,
    body: [
      until === null
        ? 'The service is active again.'
        : `The service is still switched off, because it is unpaid or cancelled. It is kept at least until ${day(until)}. ${isSuspended ? 'Contact support' : 'Pay or withdraw the cancellation'} before then to restore it.`,
      ...(isSuspended ? [ACCOUNT_SUSPENDED] : []),
    ],
  }),
  'service-end-moved': ({ name, before, until, reason, orders, reducedOrders: reduced }) => ({
    subject: `${name} now expires on ${day(until)}`,
    body: [
      `Our staff moved the expiry of ${name} from ${day(before)} to ${day(until)}. The reason:`,
      [reason],
      'This was not charged and not refunded. Later renewals start from the new expiry.',
      ...voidOrders(orders),
      ...reducedOrders(reduced),
    ],
  }),
  'service-ending': ({ names, more, on = [], moreOn = 0, orders, isSuspended = false, at, reason, page = null }) => ({
    subject: `We will end ${nameOrCount([...names, ...on], more + moreOn)} on ${day(at)}`,
    body: [
      ...(names.length === 0
        ? []
        : [
            oneOrMany(
              names,
              more,
              `Our staff has switched off this service, and will end it on ${day(at)}:`,
              `Our staff has switched off these services, and will end them on ${day(at)}:`,
            ),
            bounded(names, more),
          ]),
      ...(on.length === 0
        ? []
        : [
            oneOrMany(
              on,
              moreOn,
              `Our staff will end this service on ${day(at)}. It is not switched off yet, and stops then at the latest:`,
              `Our staff will end these services on ${day(at)}. They are not switched off yet, and stop then at the latest:`,
            ),
            bounded(on, moreOn),
          ]),
      `The reason: ${reason}`,
      oneOrMany(
        [...names, ...on],
        more + moreOn,
        'It cannot be renewed or switched on until then. It is then deleted with its data, which cannot be undone.',
        'They cannot be renewed or switched on until then. They are then deleted with their data, which cannot be undone.',
      ),
      ...voidOrders(orders),
      ...(isSuspended ? [ACCOUNT_SUSPENDED] : []),
      'If you think that this is a mistake, contact support before then.',
      contactSupport(page),
    ],
  }),
  'service-kept': ({ services, more, isSuspended = false, page }) => ({
    subject: `We will not end ${nameOrCount(
      services.map(({ name }) => name),
      more,
    )}`,
    body: [
      oneOrMany(
        services,
        more,
        'Our staff had planned to end this service. This is undone, and it is not deleted. Its state now:',
        'Our staff had planned to end these services. This is undone, and they are not deleted. Their state now:',
      ),
      bounded(services.map(stateOfKept), more),
      ...(isSuspended ? [ACCOUNT_SUSPENDED] : []),
      ...(services.some(({ state }) => state === 'unpaid')
        ? [
            `To restore an unpaid or cancelled service, ${isSuspended ? 'contact support' : 'pay for it or withdraw its cancellation'} before the time given here.`,
          ]
        : []),
      ...(services.some(({ state }) => state === 'active-until')
        ? [
            `To keep a service that you have cancelled, ${isSuspended ? 'contact support' : 'withdraw the cancellation'} before the time given here.`,
          ]
        : []),
      ...(services.some(({ state }) => state === 'paused')
        ? ['Only our staff can switch a suspended service on again. Contact support.']
        : []),
      contactSupport(page),
    ],
  }),
  'services-ended': ({ names, more, at, reason, copiesUntil, isAddons = false, isSuspended = false, page = null }) => ({
    subject: names.length + more === 1 ? `${nameOrCount(names)} has ended` : `${nameOrCount(names, more)} have ended`,
    body: [
      oneOrMany(
        names,
        more,
        isAddons ? `This addon ended on ${day(at)}:` : `This service ended on ${day(at)} and was deleted with its data:`,
        isAddons ? `These addons ended on ${day(at)}:` : `These services ended on ${day(at)} and were deleted with their data:`,
      ),
      bounded(names, more),
      `The reason: ${reason ?? oneOrMany(names, more, 'it was not paid.', 'they were not paid.')}`,
      ...(copiesUntil === null
        ? []
        : [
            `${oneOrMany(names, more, 'Its', 'Their')} backups are kept until ${day(copiesUntil)}. ${isSuspended ? 'Contact support before then if you need them.' : 'You can restore them on a new server.'}`,
          ]),
      ...(isSuspended ? [ACCOUNT_SUSPENDED] : []),
      'If you have questions, contact support.',
      contactSupport(page),
    ],
  }),
  'termination-ahead': ({ services, more = 0, debts = [], pay = null, page }) => ({
    subject: `We will soon delete ${nameOrCount(namesOf(services), more)}`,
    body: [
      oneOrMany(
        services,
        more,
        'This service was not paid. We will delete it with its data at this time, which cannot be undone:',
        'These services were not paid. We will delete them with their data at these times, which cannot be undone:',
      ),
      listed(services, more),
      `Pay before then to restore ${oneOrMany(services, more, 'it', 'them')}.`,
      ...(debts.length === 0 ? [] : [debts.length === 1 ? 'To be paid:' : 'All of these are to be paid:', debtsOf(debts)]),
      ...(pay === null ? [] : howToPay(pay, debts.length === 1 ? (debts[0]?.amount ?? null) : null)),
      ...(page === undefined ? [] : [{ button: debts.length === 0 ? 'Open your services' : 'Pay now', link: page }]),
    ],
  }),
};

function stateOfKept(service: KeptService): string {
  const cancelled = service.cancelled ? ' Your own cancellation stands, so it is not renewed.' : '';
  switch (service.state) {
    case 'active':
      return `${service.name}: active`;
    case 'active-until':
      return `${service.name}: active until ${day(service.until)}. Your own cancellation stands, so it ends then and is not renewed.`;
    case 'unchanged':
      return `${service.name}: unchanged, because we had not switched it off${cancelled && `.${cancelled}`}`;
    case 'paused':
      return `${service.name}: still switched off, because our staff had suspended it before.${cancelled} The reason: ${service.reason}`;
    case 'unpaid':
      return `${service.name}: still switched off, because ${whyOff(service.cancelled)}. It is kept at least until ${day(service.until)}.`;
  }
}

const whyOff = (cancelled: boolean | undefined): string =>
  cancelled === undefined ? 'it is unpaid or cancelled' : cancelled ? 'you have cancelled it' : 'it is unpaid';

/** Describes how to sign in to new servers. A password is never mailed. */
function readyParts(servers: readonly ReadyServer[], more: number): MailPart[] {
  const [first] = servers;
  if (first === undefined) return [];
  const signIn = 'Sign in with the SSH key or the password that you chose. We never send passwords by mail.';
  if (servers.length === 1 && more === 0)
    return [
      'Your server is ready.',
      {
        facts: [
          ['Name', first.name],
          [first.addresses.length === 1 ? 'Address' : 'Addresses', first.addresses.join(', ')],
          ...(first.addresses[0] === undefined ? [] : [['SSH', `ssh ${first.user}@${first.addresses[0]}`] as const]),
        ],
      },
      signIn,
    ];
  const items = servers.map(({ name, addresses, user }) =>
    addresses[0] === undefined ? name : `${name}: ${addresses.join(', ')} (ssh ${user}@${addresses[0]})`,
  );
  return ['Your servers are ready:', bounded(items, more), signIn];
}
