/** Fixtures: staff members. */
import { randomUUID } from 'node:crypto';
import type { Database } from '@innkeeper/db/schema';
import { hashSecret, newSecret } from '@innkeeper/db/tables/sessions';
import { insertStaffSession, insertStaffToken } from '@innkeeper/db/tables/staff';
import { STAFF_SESSION, type StaffRole } from '@innkeeper/model/people/staff';
import { days } from '@innkeeper/model/time/clock';
import type { Kysely } from 'kysely';

export interface GivenStaff {
  id: number;
  name: string;
  token: string;
  tokenId: number;
}

/** Inserts a staff member with a token that is valid from all networks by default. */
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

/** Inserts a session of a staff member, signed in at `now`. */
export async function givenStaffSession(
  db: Kysely<Database>,
  { id }: Pick<GivenStaff, 'id'>,
  now = new Date(),
): Promise<{ id: number; secret: string; headers: Record<string, string> }> {
  const secret = newSecret();
  const expiresAt = new Date(now.getTime() + STAFF_SESSION.maxMs);
  const row = { staffId: id, name: 'given', hash: hashSecret(secret), from: null, place: 'given', now, expiresAt };
  const sessionId = await db.transaction().execute((trx) => insertStaffSession(trx, row));
  return { id: sessionId, secret, headers: staffHeaders(secret) };
}

/** Returns the headers of a same-origin request with this session. */
export const staffHeaders = (secret: string): Record<string, string> => ({
  cookie: `theme=dark; __Host-innkeeper-staff=${secret}`,
  'sec-fetch-site': 'same-origin',
});
