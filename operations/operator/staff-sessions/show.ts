import type { StaffActor } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import { loadStaffSession, requireStaffSession, type StaffSession } from './view.ts';

/** Who is signed in. Throws `wrong_state` for the caller of a token. */
export function showStaffSession(cx: Cx<StaffActor>): Promise<StaffSession> {
  return loadStaffSession(cx.db, requireStaffSession(cx.actor));
}
