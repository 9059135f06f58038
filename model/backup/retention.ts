/** Decides which backups are kept: the newest of each of the last hours, days, weeks and months with a backup. */
import { days } from '../time/clock.ts';
import { isInFuture } from './due.ts';

export interface Retention {
  /** Numbers of periods. Each period keeps its newest backup. */
  hourly: number;
  daily: number;
  weekly: number;
  monthly: number;
}

export interface RetainedBackup {
  name: string;
  takenAt: Date;
  verifiedAt: Date | null;
}

/** Reason to keep a backup. */
export type RetentionReason = keyof Retention | 'newest' | 'newest verified' | 'of a wrong clock';

/** Functions that name the UTC period of a time. Equal names mean the same period. */
const PERIODS: Record<keyof Retention, (time: Date) => string> = {
  hourly: (time) => time.toISOString().slice(0, 13),
  daily: (time) => time.toISOString().slice(0, 10),
  // 1 January 1970 was a Thursday, and weeks begin on Mondays.
  weekly: (time) => String(Math.floor((time.getTime() / days(1) + 3) / 7)),
  monthly: (time) => time.toISOString().slice(0, 7),
};

/**
 * Returns the reason for each kept backup, by name. The newest and the newest verified backup are always kept. Backups from the future are
 * kept too, but fill no period.
 */
export function selectRetained(
  backups: readonly RetainedBackup[],
  retention: Retention,
  now: Date,
): Map<string, RetentionReason> {
  const kept = new Map<string, RetentionReason>();
  for (const { name, takenAt } of backups) if (isInFuture(takenAt, now)) kept.set(name, 'of a wrong clock');
  const newestFirst = backups.filter(({ name }) => !kept.has(name)).toSorted((a, b) => b.takenAt.getTime() - a.takenAt.getTime());
  const keep = (backup: RetainedBackup | undefined, reason: RetentionReason) => {
    if (backup && !kept.has(backup.name)) kept.set(backup.name, reason);
  };
  keep(newestFirst[0], 'newest');
  keep(
    newestFirst.find(({ verifiedAt }) => verifiedAt !== null),
    'newest verified',
  );
  for (const rule of ['hourly', 'daily', 'weekly', 'monthly'] as const) {
    const periods = new Set<string>();
    for (const backup of newestFirst) {
      const period = PERIODS[rule](backup.takenAt);
      if (periods.has(period)) continue;
      if (periods.size === retention[rule]) break;
      periods.add(period);
      keep(backup, rule);
    }
  }
  return kept;
}
