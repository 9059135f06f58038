/** Texts about copies that several pages use. */

export const texts = {
  empty: 'No copies yet. A snapshot takes a running server as it is.',
  take: 'Take a snapshot',
  kinds: { snapshot: 'Snapshot', backup: 'Backup' },
  columns: { name: 'Name', server: 'Server', kind: 'Kind', size: 'Size', age: 'Taken', acts: 'Acts' },
  acts: (name: string) => `Acts of ${name}`,
  gb: (size: number) => `${size}\u00a0GB`,
  deploy: 'Deploy a server from this',
  delete: 'Delete',

  takeTitle: 'Take a snapshot of',
  takeWhat:
    'The server runs on. Its disk is copied as it is now, and other changes of the server wait until the copy is complete.',
  takeName: 'Name of the snapshot',
  takeNameHint: '1 to 100 characters, such as before-upgrade.',
  takeServer: 'Server',
  chooseServer: 'Choose a server first.',
  chooseServerShort: 'Choose a server',

  deleteTitle: 'Delete',
  deleteLoss: (kind: 'snapshot' | 'backup', size: number, age: string) =>
    `The ${kind} of a ${size} GB disk, taken ${age}, is lost for good.`,
  deleteLast: 'It is the last copy of this server. Afterwards a lost disk cannot be restored.',
  deleteOthers: (count: number, age: string) =>
    count === 1
      ? `1 other copy of this server remains, taken ${age}.`
      : `${count} other copies of this server remain. The newest was taken ${age}.`,
  lossDisk: (used: string, limit: string) => `All data on the disk is lost: ${used} GB of ${limit} GB are in use.`,
  lossDiskUnknown: (limit: string) => `All data on the disk of ${limit} GB is lost.`,
  takeFirst: 'Take a snapshot first',
} as const;
