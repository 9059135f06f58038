/**
 * Refuses requests while the installation recovers from a restore: all except GET and HEAD, and all of sessions and of the staff.
 *
 * Sessions, staff tokens and support accesses that ended after the backup are valid again until `restore finish` ends them all. A dismissed
 * employee could otherwise read customers' data.
 */
import type { Recovery } from '@innkeeper/db/recovery';
import { Failure } from '@innkeeper/model/failures';
import type { Guard, Route } from '../request/context.ts';

export type RecoveryState = Pick<Recovery, 'isOn'>;

/** `Retry-After` in seconds. Longer than the SDK waits, so that its calls fail immediately. */
const RETRY_SECONDS = 300;

const SESSION_MESSAGE =
  'The service is being restored from a backup. Sign in again later. Your servers stay as they are until then.';
const STAFF_MESSAGE = 'The service is being restored from a backup. The staff can use it again after ./innkeeper restore finish.';

const READ_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Returns whether a request of this method only reads. */
export const isReadMethod = (method: string): boolean => READ_METHODS.has(method);

/** Guard for every request. Runs before the caller is identified, so a refused request writes nothing. */
export function refuseChangesInRecovery(recovery: RecoveryState): Guard {
  return ({ request }) => (isReadMethod(request.method) ? undefined : refuseRecovering(recovery));
}

/** Reads that write an audit line. */
const AUDITED_READS: ReadonlySet<string> = new Set(['downloadAccountExport']);

/** Guard for requests with an identified caller. */
export function refuseReadsInRecovery({ name }: Pick<Route, 'name'>, recovery: RecoveryState): Guard {
  if (AUDITED_READS.has(name)) return refuseActsInRecovery(recovery);
  return ({ caller }) => (caller?.kind === 'session' ? refuseRecovering(recovery, SESSION_MESSAGE) : undefined);
}

/** Guard for a GET that acts, such as opening the console of a server. */
export function refuseActsInRecovery(recovery: RecoveryState): Guard {
  return () => refuseRecovering(recovery);
}

/** Refuses staff members, also for reads. */
export function refuseStaffInRecovery(recovery: RecoveryState): void {
  refuseRecovering(recovery, STAFF_MESSAGE);
}

/** Throws `recovering`. `message` replaces the default message, which is about changes. */
function refuseRecovering(recovery: RecoveryState, message?: string): undefined {
  if (recovery.isOn()) throw new Failure('recovering', { retryAfter: RETRY_SECONDS, ...(message !== undefined && { message }) });
  return undefined;
}
