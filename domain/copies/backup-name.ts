import { zonedTimes } from '@innkeeper/model/zoned-time';

/** `web1.example.org-2026-01-31-120000.qcow2`: a file name that says whose and when, by the operator's clock. */
export function backupName(hostname: string, now: Date, timeZone: string): string {
  return `${hostname}-${zonedTimes(timeZone).compact(now)}.qcow2`;
}
