/** Texts about operations that several pages use. */
import type { LockReason } from '@innkeeper/sdk/index';

/** Reasons of a lock, as the subject of a sentence. */
const LOCK_TITLES: Partial<Record<LockReason, string>> = {
  deploy: 'Building',
  start: 'Starting',
  restart: 'Restarting',
  stop: 'Stopping',
  'power-off': 'Powering off',
  'host-restart': 'Starting after a restart of its host',
  'crash-restart': 'Starting after a crash',
  'set-password': 'Setting the password',
  'set-hostname': 'Changing the name',
  'set-ssh-keys': 'Setting the SSH keys',
  'set-media': 'Changing the drives',
  'enable-rescue': 'Starting the rescue system',
  'disable-rescue': 'Leaving rescue mode',
  scale: 'Scaling',
  restore: 'Restoring',
  reinstall: 'Reinstalling',
  move: 'Moving to another host',
  snapshot: 'Taking a snapshot',
  backup: 'Taking a backup',
  download: 'Downloading',
  delete: 'Deleting',
  attached: 'Attached',
  'suspend-network': 'Cutting off the network',
  'restore-network': 'Restoring the network',
  'change-primary-ip': 'Changing the main address',
  'scale-addons': 'Changing the addons',
  suspend: 'Suspending',
  resume: 'Resuming',
  terminate: 'Ending',
  payment: 'Paying',
  'apply-firewall': 'Applying firewalls',
  'floating-ip-attach': 'Attaching a floating IP',
  'floating-ip-detach': 'Detaching a floating IP',
};

/** Titles of steps, by the names in `workflows/step-names.gen.txt`. */
export const STEP_TITLES = {
  apply: 'Apply',
  ask: 'Ask the gateway',
  boot: 'Start the guest',
  claim: 'Reserve the amount',
  'clean-up': 'Clean up',
  'close-others': 'Close other payments',
  connect: 'Connect the network',
  copy: 'Copy the image',
  create: 'Create the machine',
  detach: 'Detach the addresses',
  disconnect: 'Disconnect the network',
  disk: 'Prepare the disk',
  download: 'Download',
  fetch: 'Fetch the image',
  insert: 'Insert',
  inspect: 'Look at the guest',
  leave: 'Leave the old server',
  network: 'Set up the network',
  pending: 'Write down the change',
  'power-off': 'Cut the power',
  reboot: 'Restart the guest',
  rebuild: 'Write the new disk',
  refund: 'Refund',
  remove: 'Remove',
  resize: 'Change the size',
  seed: 'Write the settings of the guest',
  'set-link': 'Change the link',
  shutdown: 'Shut down the guest',
  start: 'Start the guest',
  store: 'Store the copy',
  switch: 'Switch',
  verify: 'Verify the copy',
  wait: 'Wait for the answer of the guest',
} as const satisfies Record<string, string>;

/** Returns the title of a lock's reason. A reason without a title is shown by its word. */
export const titleOfLock = (reason: LockReason): string => LOCK_TITLES[reason] ?? capitalized(reason);

export const capitalized = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1).replaceAll('-', ' ')}`;

/** Returns the title of a step. A name of a newer API is shown unchanged. */
export function titleOfStep(name: string): string {
  return Object.hasOwn(STEP_TITLES, name) ? STEP_TITLES[name as keyof typeof STEP_TITLES] : name;
}

export const texts = {
  left: (duration: string) => `about ${duration} left`,
  soon: 'almost done',
  took: (duration: string) => duration,
  about: (duration: string) => `about ${duration}`,
  running: (elapsed: string, usual: string) => `${elapsed} of about ${usual}`,
  attempt: (count: number) => `attempt ${count}`,
  undone: 'undone',
  planned: 'to come',
  queued: 'It waits for its turn.',
  undoing: 'It failed. Its changes are being undone.',
} as const;
