/** Texts about copies of disks: snapshots and backups. */
export const texts = {
  title: 'Copies',
  empty: 'No copies yet. A snapshot takes a running server as it is.',
  take: 'Take a snapshot',
  takeBackup: 'Take a backup',
  kinds: { snapshot: 'Snapshot', backup: 'Backup' },
  kindsMany: { all: 'All', snapshot: 'Snapshots', backup: 'Backups' },
  columns: { name: 'Name', server: 'Server', kind: 'Kind', size: 'Size', age: 'Taken', acts: 'Acts' },
  acts: (name: string) => `Acts of ${name}`,
  gb: (size: number) => `${size}\u00a0GB`,
  deploy: 'Deploy a server from this',
  delete: 'Delete',

  takeTitle: 'Take a snapshot of',
  takeBackupTitle: 'Take a backup of',
  takeWhat:
    'The server runs on. Its disk is copied as it is now, and other changes of the server wait until the copy is complete.',
  takeName: 'Name of the snapshot',
  takeNameHint: '1 to 100 characters, such as before-upgrade.',
  takeServer: 'Server',
  noServer: 'There is no server to take a snapshot of.',
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

  kind: 'Kind',
  server: 'Server',
  allServers: 'All servers',
  date: 'Taken on',
  clear: 'Clear filter',
  noMatch: 'No copy matches this filter.',
  shown: (shown: number, all: number) => (shown === all ? `${all} in all` : `${shown} of ${all}`),
  more: 'Show older copies',
  ended: 'Server ended.',
  endedUntil: (day: string) => `Server ended. Copies are deleted about ${day}.`,
  restoreOn: 'Restore on its server',

  tab: 'Copies',
  last: 'Last copy',
  none: 'None yet.',
  weekly: 'Next weekly backup',
  noWeekly: 'Off. The backups addon takes one each week and has room for the last 3.',
  weeklySoon: 'Planned after the first paid day.',
  buyBackups: 'Add weekly backups',
  noBackups: 'Backups need the backups addon. Add it on the page Billing of this server.',
  list: 'Copies of this server',
  counts: (snapshots: number, backups: number) =>
    `${snapshots === 1 ? '1 snapshot' : `${snapshots} snapshots`}, ${backups === 1 ? '1 backup' : `${backups} backups`}`,
  underWay: { snapshot: 'A snapshot is being taken', backup: 'A backup is being taken' },
  restore: 'Restore',
  tooLarge: (copyGb: number, serverGb: string) => `This copy needs a disk of ${copyGb} GB. The server has ${serverGb} GB.`,
  restoreTitle: 'Restore',
  restoreWhat: (kind: 'snapshot' | 'backup') =>
    `The disk is replaced by the ${kind}, and the server boots. Name, addresses, keys and password stay.`,
  restoreFrom: 'from',
  lossDisk: (used: string, limit: string) => `All data on the disk is lost: ${used} GB of ${limit} GB are in use.`,
  lossDiskUnknown: (limit: string) => `All data on the disk of ${limit} GB is lost.`,
  lossSince: (age: string) => `The disk goes back to its state of ${age}. Changes since then are in no copy.`,
  lossSinceNewer: (age: string, name: string, newer: string) =>
    `The disk goes back to its state of ${age}. The last copy is ${name}, taken ${newer}.`,
  lossDown: 'The server is down for about a minute.',
  takeFirst: 'Take a snapshot first',
  confirm: (label: string) => `Type ${label} to confirm`,
  incomplete: 'Type the name first.',
} as const;
