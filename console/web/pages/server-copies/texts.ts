/** Texts about copies of disks: snapshots and backups. */

export const texts = {
  title: 'Copies',
  takeBackup: 'Take a backup',
  takeBackupTitle: 'Take a backup of',

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
  lossSince: (age: string) => `The disk goes back to its state of ${age}. Changes since then are in no copy.`,
  lossSinceNewer: (age: string, name: string, newer: string) =>
    `The disk goes back to its state of ${age}. The last copy is ${name}, taken ${newer}.`,
  lossDown: 'The server is down for about a minute.',
  confirm: (label: string) => `Type ${label} to confirm`,
  incomplete: 'Type the name first.',
} as const;
