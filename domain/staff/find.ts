import { lockStaff, type StaffRow } from '@innkeeper/db/tables/staff';
import { Failure } from '@innkeeper/model/failures';
import type { OperatorActor, StaffActor } from '../actor.ts';
import type { MutatingCx } from '../context.ts';

/** Locks and returns a staff member. Throws `not_found`. */
export async function requireStaff(cx: MutatingCx<OperatorActor | StaffActor>, person: string): Promise<StaffRow> {
  const row = await lockStaff(cx.db, person);
  if (!row) throw new Failure('not_found', { message: `Staff member ${person} does not exist.` });
  return row;
}
