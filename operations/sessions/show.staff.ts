import type { StaffActor } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import { loadStaffSession, requireStaffSession, type StaffSession } from './view.staff.ts';

/** Returns the session of the caller. Throws `wrong_state` for a caller with a token. */
export function showStaffSession(cx: Cx<StaffActor>): Promise<StaffSession> {
  return loadStaffSession(cx.db, requireStaffSession(cx.actor));
}
