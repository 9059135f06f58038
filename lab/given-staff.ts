/** People of the staff for tests. */
import { randomUUID } from 'node:crypto';
import type { Database } from '@innkeeper/db/schema';
import { insertStaffToken } from '@innkeeper/db/tables/staff';
import { days } from '@innkeeper/model/clock';
import type { StaffRole } from '@innkeeper/model/staff';
import type { Kysely } from 'kysely';

export interface GivenStaff {
  id: number;
  name: string;
  token: string;
  tokenId: number;
}

/** With a token that works from everywhere. */
export async function givenStaff(
  db: Kysely<Database>,
  {
    role,
    name = `Person ${randomUUID().slice(0, 8)}`,
    now = new Date(),
    networks = [],
  }: { role: StaffRole; name?: string; now?: Date; networks?: string[] },
): Promise<GivenStaff> {
  return db.transaction().execute(async (trx) => {
    const email = `${name.toLowerCase().replaceAll(' ', '-')}@host.example`;
    const { id } = await trx.insertInto('staff').values({ email, name, role }).returning('id').executeTakeFirstOrThrow();
    const made = await insertStaffToken(trx, {
      staffId: id,
      name: 'given',
      networks,
      now,
      expiresAt: new Date(now.getTime() + days(30)),
    });
    return { id, name, token: made.token, tokenId: made.id };
  });
}
