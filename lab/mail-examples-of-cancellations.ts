/** Cases of mails about cancellations by owners, by the name of their golden file. */
import type { CancellationWithdrawn, ServicesCancelled } from '@innkeeper/model/mail/cancellations';
import { example, later, type MailExample, until } from './mail-example.ts';
import { PAGE } from './mail-example-frame.ts';

/** The main example of a cancellation. */
export const CANCELLED: ServicesCancelled = {
  services: [
    { name: 'web-1.example.com', state: 'runs', off: until, ends: later, hasData: true, keepsBackups: false },
    { name: 'db-1.example.com', state: 'off', ends: later, hasData: true, keepsBackups: false },
    { name: 'Floating IP 192.0.2.7', state: 'runs', off: until, ends: later, hasData: false, keepsBackups: false },
    { name: 'Daily backups (web-2.example.com)', state: 'addon', ends: until, hasData: false, keepsBackups: true },
  ],
  ...{ more: 2, terms: {}, orders: [], isSuspended: false, page: `${PAGE}/servers` },
};

const ONE: ServicesCancelled = {
  services: [{ name: 'web-1.example.com', state: 'runs', off: until, ends: later, hasData: true, keepsBackups: false }],
  ...{ more: 0, terms: {}, orders: [], isSuspended: false, page: `${PAGE}/servers/12/billing` },
};

/** The main example of a withdrawal. */
export const WITHDRAWN: CancellationWithdrawn = {
  services: [
    { name: 'web-1.example.com', state: 'renews', until },
    { name: 'web-2.example.com', state: 'by-hand', until },
    { name: 'web-3.example.com', state: 'unpaid', until: later },
    { name: 'web-4.example.com', state: 'paused' },
    { name: 'Daily backups (web-4.example.com)', state: 'with-server' },
  ],
  ...{ more: 0, ids: [], isSuspended: false, page: `${PAGE}/servers` },
};

export const CANCELLATION_EXAMPLES: Readonly<Record<string, MailExample>> = {
  'services-cancelled-one': example('services-cancelled', ONE),
  'services-cancelled-order': example('services-cancelled', { ...ONE, orders: [7] }),
  'services-cancelled-orders': example('services-cancelled', { ...CANCELLED, more: 0, orders: [7, 8] }),
  'services-cancelled-suspended': example('services-cancelled', { ...ONE, isSuspended: true, page: `${PAGE}/support` }),
  'cancellation-withdrawn-one': example('cancellation-withdrawn', {
    services: [{ name: 'web-1.example.com', state: 'renews', until }],
    ...{ more: 0, ids: [], isSuspended: false, page: `${PAGE}/servers/12/billing` },
  }),
  'cancellation-withdrawn-suspended': example('cancellation-withdrawn', {
    services: [{ name: 'web-1.example.com', state: 'unpaid', until: later }],
    ...{ more: 0, ids: [], isSuspended: true, page: `${PAGE}/support` },
  }),
};
