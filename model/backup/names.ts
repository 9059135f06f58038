/** Names of backups in their store, such as `house-20261124T031500Z.tar.zst.age`, each with its record in plain JSON. */

const NAME = /^house-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z\.tar\.zst\.age$/;

/** Returns the name of a backup, from the second of its snapshot. */
export function backupName(takenAt: Date): string {
  return `house-${formatSecond(takenAt).replaceAll(/[-:]/g, '')}.tar.zst.age`;
}

/** Formats a time to the second in UTC, such as `2026-11-24T03:15:00Z`. */
export function formatSecond(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}

/** Parses the time in the name of a backup. Returns `null` for any other name. */
export function backupTime(name: string): Date | null {
  const parts = NAME.exec(name);
  if (!parts) return null;
  const [, year, month, day, hour, minute, second] = parts;
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time.getTime()) ? null : time;
}

/** Returns the name of the record of a backup. */
export function recordName(name: string): string {
  return `${name}.json`;
}
