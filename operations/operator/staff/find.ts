import type { Database } from '@innkeeper/db/schema';
import { Failure } from '@innkeeper/model/failures';
import type { StaffRole } from '@innkeeper/model/staff';
import { type Kysely, sql } from 'kysely';
import type { OperatorCx } from '../context.ts';

/** Selects the staff as shown to the operator. */
export function staffQuery(db: Kysely<Database>, now: Date) {
  return db
    .selectFrom('staff as s')
    .select(['s.id', 's.email', 's.name', 's.created_at', 's.disabled_at'])
    .select((eb) => eb.ref('s.role').$castTo<StaffRole>().as('role'))
    .select(
      sql<number>`(select count(*)::int from staff_tokens t
        where t.staff_id = s.id and t.kind = 'token' and t.revoked_at is null and t.expires_at > ${now})`.as('tokens'),
    );
}

export const loadStaff = (cx: OperatorCx, id: number) =>
  staffQuery(cx.db, cx.clock.now()).where('s.id', '=', id).executeTakeFirstOrThrow();

/** Throws `validation` if another person has the address. */
export async function refuseTaken(cx: OperatorCx, email: string, except?: number): Promise<void> {
  const other = await cx.db.selectFrom('staff').select('id').where(sql`lower(email)`, '=', email).executeTakeFirst();
  if (other && other.id !== except) throw new Failure('validation', { errors: { email: [`${email} is already on the staff.`] } });
}
