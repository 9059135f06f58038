/** Texts about webhooks that several pages use. */
import type { CreateWebhook } from '@innkeeper/sdk/index';

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

export const texts = {
  add: 'Add webhook',
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
  enableFirst: 'Enable the webhook first.',
} as const;
