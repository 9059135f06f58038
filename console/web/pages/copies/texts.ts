/** Texts about copies of disks: snapshots and backups. */

export const texts = {
  title: 'Copies',
  kindsMany: { all: 'All', snapshot: 'Snapshots', backup: 'Backups' },
  noServer: 'There is no server to take a snapshot of.',

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
} as const;
