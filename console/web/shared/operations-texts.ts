/** Texts about operations that several pages use. */
import type { OperationKind } from '@innkeeper/sdk/index';
import { capitalized } from '../parts/operations-texts.ts';

/** Titles of running operations. */
const OPERATION_TITLES: Partial<Record<OperationKind, string>> = {
  start: 'Starting',
  'start-after-crash': 'Starting after a crash',
  restart: 'Restarting',
  stop: 'Stopping',
  'power-off': 'Powering off',
  deploy: 'Building',
  'set-password': 'Setting the password',
  'set-hostname': 'Changing the name',
  'set-ssh-keys': 'Setting the SSH keys',
  'enable-rescue': 'Starting the rescue system',
  'disable-rescue': 'Leaving rescue mode',
  'set-media': 'Changing the drives',
  'set-link': 'Changing the network',
  'change-primary-ip': 'Changing the main address',
  'release-addresses': 'Releasing addresses',
  suspend: 'Suspending',
  resume: 'Resuming',
  terminate: 'Ending',
  scale: 'Scaling',
  reinstall: 'Reinstalling',
  restore: 'Restoring',
  snapshot: 'Taking a snapshot',
  backup: 'Taking a backup',
  move: 'Moving to another host',
  'floating-ip-attach': 'Attaching a floating IP',
  'floating-ip-detach': 'Detaching a floating IP',
  'copy-delete': 'Deleting a copy',
  'iso-download': 'Downloading an ISO',
  'iso-remove': 'Deleting an ISO',
  'apply-firewall': 'Applying firewalls',
  payment: 'Paying',
  'payment-refund': 'Refunding',
  other: 'Working',
};

/** Returns the title of a running operation. A kind without a title is shown by its word. */
export const titleOfOperation = (kind: OperationKind): string => OPERATION_TITLES[kind] ?? capitalized(kind);

export const texts = {
  track: 'Steps',
  inProgress: 'Operation in progress',
  askedBy: (email: string, time: string) => `asked for by ${email} at ${time}`,
  startedAt: (time: string) => `since ${time}`,
  locks: 'Other changes of this server are refused until it ends. Its screen, renewing it and firewalls work.',
  holds: (title: string, until: string | null) =>
    until === null ? `${title} holds this server.` : `${title} holds this server. It ends at about ${until}.`,
} as const;
