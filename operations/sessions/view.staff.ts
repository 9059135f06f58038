import type { StaffSessionResult } from '@innkeeper/contract/operator/sessions';
import type { Database } from '@innkeeper/db/schema';
import { countStaffRecoveryCodes } from '@innkeeper/db/tables/staff-sign-in';
import type { StaffActor } from '@innkeeper/domain/actor';
import { Failure } from '@innkeeper/model/failures';
import type { StaffRole } from '@innkeeper/model/people/staff';
import type { Kysely } from 'kysely';

export type StaffSession = StaffSessionResult<'showStaffSession'>;

/** Returns the id of the caller's session. Throws `wrong_state` for a caller with a token. */
export function requireStaffSession({ tokenId, authenticatedAt }: StaffActor): number {
  if (tokenId === undefined || !authenticatedAt)
    throw new Failure('wrong_state', { message: 'This operation needs a session. Sign in first.' });
  return tokenId;
}

export async function loadStaffSession(db: Kysely<Database>, id: number): Promise<StaffSession> {
  const { staff_id, email, name, role, authenticated_at, ...row } = await db
    .selectFrom('staff_tokens as t')
    .innerJoin('staff as s', 's.id', 't.staff_id')
    .select(['t.id', 't.staff_id', 's.email', 's.name', 's.role', 't.created_at', 't.authenticated_at', 't.expires_at'])
    .where('t.id', '=', id)
    .executeTakeFirstOrThrow();
  return {
    ...row,
    // A check constraint allows no other values.
    staff: { id: staff_id, email, name, role: role as StaffRole },
    authenticated_at: authenticated_at ?? row.created_at,
    recovery_codes_left: await countStaffRecoveryCodes(db, staff_id),
  };
}
