/** Copies of a home from before an upgrade: names, room, and how long they are kept. */
import { formatSecond } from '../backup/names.ts';
import { days } from '../time/clock.ts';

/** Free bytes that must remain after the copy: the migration writes new rows and a write-ahead log. */
export const SPARE_BYTES = 2 ** 30;

/** Time for which the newest copy is kept. */
export const KEPT_MS = days(14);

/** Age of the last verified backup up to which it replaces a copy. */
export const MAX_BACKUP_AGE_MS = 60 * 60 * 1000;

const NAME = /^.+-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/;

/** Returns the name of a copy, from the release before the upgrade and the time, such as `0.1.0-20261128T172000Z`. */
export function copyName(release: string, takenAt: Date): string {
  return `${release.replaceAll(/[^\w.+-]/g, '_')}-${formatSecond(takenAt).replaceAll(/[-:]/g, '')}`;
}

/** Parses the time in the name of a copy. Returns `null` for any other name. */
export function copyTime(name: string): Date | null {
  const parts = NAME.exec(name);
  if (!parts) return null;
  const [, year, month, day, hour, minute, second] = parts;
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time.getTime()) ? null : time;
}

/**
 * Sorts the names of copies, the newest first, and leaves out other names. Those that a wrong clock dated into the future come last. A copy
 * that is made afterwards is the newest.
 */
export function sortCopies(names: readonly string[], now: Date): string[] {
  const copies = names.flatMap((name) => {
    const time = copyTime(name);
    return time === null ? [] : [{ name, ageMs: now.getTime() - time.getTime() }];
  });
  const rank = (ageMs: number): number => (ageMs >= 0 ? ageMs : Number.MAX_SAFE_INTEGER / 2 - ageMs);
  return copies.sort((a, b) => rank(a.ageMs) - rank(b.ageMs)).map(({ name }) => name);
}

/** Returns the names of the copies to delete: all but the newest, and the newest after 14 days. */
export function selectOutdated(names: readonly string[], now: Date): string[] {
  const isOld = (name: string): boolean => now.getTime() - (copyTime(name)?.getTime() ?? 0) > KEPT_MS;
  return sortCopies(names, now).filter((name, place) => place > 0 || isOld(name));
}

/** Returns whether a backup may replace the copy. A verification in the future proves nothing. */
export function isFreshlyVerified(verifiedAt: Date | null, now: Date): boolean {
  if (verifiedAt === null) return false;
  const ageMs = now.getTime() - verifiedAt.getTime();
  return ageMs >= 0 && ageMs <= MAX_BACKUP_AGE_MS;
}

/** Returns the bytes that are missing on the disk for a copy of this size, or 0. */
export function missingBytes({ databaseBytes, freeBytes }: { databaseBytes: number; freeBytes: number }): number {
  return Math.max(0, databaseBytes + SPARE_BYTES - freeBytes);
}

/** Differences between a database and its copy, as sentences. `rows` are counts by table. */
export function compareCopy(
  original: { fingerprint: string; rows: Readonly<Record<string, number>> },
  copy: { fingerprint: string; rows: Readonly<Record<string, number>> },
): string[] {
  const tables = [...new Set([...Object.keys(original.rows), ...Object.keys(copy.rows)])].sort();
  const different = tables.filter((table) => original.rows[table] !== copy.rows[table]);
  return [
    ...(original.fingerprint === copy.fingerprint ? [] : ['its schema differs']),
    ...different.map((table) => `${table} has ${copy.rows[table] ?? 'no'} rows instead of ${original.rows[table] ?? 'none'}`),
  ];
}
