import { zonedTimes } from '@innkeeper/model/time/zoned-time';

/** Names a backup by hostname and time in the operator's time zone, such as `web1.example.org-2026-01-31-120000.qcow2`. */
export function backupName(hostname: string, now: Date, timeZone: string): string {
  return `${hostname}-${zonedTimes(timeZone).compact(now)}.qcow2`;
}
