/** Texts about webhooks and their deliveries. */
import type { CreateWebhook, EventDelivery } from '@innkeeper/sdk/index';

export type EventType = NonNullable<CreateWebhook['event_types']>[number];

/** Kinds of events, in the order of the choice. */
export const EVENT_TITLES: Record<EventType, string> = {
  server: 'Servers',
  operation: 'Operations',
  order: 'Orders',
  attack: 'Attacks',
  snapshot: 'Snapshots',
  backup: 'Backups',
  iso: 'ISOs',
  floating_ip: 'Floating IPs',
  firewall: 'Firewalls',
  ticket: 'Tickets',
  member: 'Members',
  invitation: 'Invitations',
  webhook: 'Webhooks',
};

export const DELIVERY_STATES: Record<EventDelivery['status'], string> = {
  pending: 'Pending',
  delivered: 'Delivered',
  failed: 'Failed',
};

export const texts = {
  title: 'Webhooks',
  empty: 'No receivers. Events also arrive live by the API’s stream.',
  add: 'Add webhook',
  columns: { receiver: 'Receiver', status: 'Status', events: 'Events', acts: 'Acts' },
  acts: (name: string) => `Acts of ${name}`,
  allEvents: 'All events',
  enabled: 'Enabled',
  disabled: 'Disabled',
  disabledFailing: 'Disabled: it did not answer',
  failingSince: (time: string) => `Failing since ${time}`,

  addTitle: 'Add a webhook',
  editTitle: 'Change the webhook',
  url: 'URL',
  urlHint: 'An https address that receives events by POST, with port 443 or a port from 1024.',
  name: 'Name',
  nameHint: 'Optional, such as billing system.',
  events: 'Events',
  allKinds: 'All events',
  chosenKinds: 'Chosen kinds',
  allKindsHint: 'Also kinds that a later version adds.',
  chooseKind: 'Choose a kind of event, or all events.',
  save: 'Save',
  unchanged: 'Change something first.',
  lostMade:
    'The reply was lost after the webhook was made, so nobody has seen its secret. Rotate the secret, or delete the webhook.',

  secretTitle: 'Secret of the webhook',
  secretWhat:
    'It signs each event. A receiver verifies the signature before it trusts the body, for example by verifyWebhook of the SDK.',
  copySecret: 'Copy the secret',

  test: 'Send a test',
  testSent: 'The test is on its way.',
  edit: 'Change',
  rotate: 'Rotate the secret',
  disable: 'Disable',
  enable: 'Enable',
  delete: 'Delete',
  disabledNow: 'Pending deliveries have failed. They can be replayed once the webhook is enabled.',
  enabledNow: 'New events are sent from now on.',
  rotateTitle: 'Rotate the secret of',
  rotateWhat: 'During the overlap both secrets sign each event, so a receiver can verify either one.',
  overlap: 'The previous secret ends',
  overlaps: { '0': 'At once', '60': 'In an hour', '1440': 'In a day', '10080': 'In a week' },
  overlapNow: 'A receiver that has the previous secret refuses events from now on.',
  overlapLater: 'Give the receiver the new secret until then.',
  lostRotated: 'The reply was lost after the secret was changed, so nobody has seen the new one. Rotate again.',
  deleteTitle: 'Delete the webhook',
  deleteWhat: 'Its deliveries go with it. Pending ones are not sent. This cannot be undone.',
  failingNote: (since: string) =>
    `All attempts have failed since ${since}. Each delivery is tried for 3 days. After 3 days without a success the webhook is disabled.`,
  disabledNote:
    'This webhook is disabled, because its receiver did not answer for 3 days or answered 410. Enable it once the receiver works.',

  facts: { url: 'URL', events: 'Events', created: 'Added', previous: 'Previous secret' },
  previousUntil: (time: string) => `also signs until ${time}`,
  receiver: 'Receiver',

  deliveries: 'Deliveries',
  status: 'Status',
  views: { all: 'All', pending: 'Pending', delivered: 'Delivered', failed: 'Failed' },
  noDelivery: 'Nothing was sent yet. A test shows if the receiver answers.',
  noMatch: 'No delivery has this status.',
  clear: 'Clear filter',
  more: 'Show more',
  ofEvent: (number: number) => `event ${number}`,
  testEvent: 'Test',
  resetEvent: 'Events are missing',
  tries: (count: number) => (count === 1 ? '1 attempt' : `${count} attempts`),
  nextTry: (time: string) => `next attempt at ${time}`,
  replay: 'Replay',
  enableFirst: 'Enable the webhook first.',
  body: 'Body',
  attempts: 'Attempts',
  answer: 'Answer',
  noAnswer: 'There was no answer.',
  emptyAnswer: 'The answer was empty.',
  answered: (status: number, duration: string) => `${status} after ${duration}`,
  unanswered: (duration: string) => `no answer after ${duration}`,
} as const;
