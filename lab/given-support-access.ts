/** Fixtures: consents to support access, and accesses of the staff. */
import type { Database } from '@innkeeper/db/schema';
import { insertSupportAccess, insertSupportGrant } from '@innkeeper/db/tables/support-access';
import type { SupportScope } from '@innkeeper/model/people/support-access';
import { hours, minutes } from '@innkeeper/model/time/clock';
import type { Kysely } from 'kysely';

interface Given {
  accountId: number;
  scope?: SupportScope;
  now?: Date;
}

/** Inserts a consent for a day. Returns its id. */
export async function givenSupportGrant(
  db: Kysely<Database>,
  { accountId, scope = 'read', now = new Date() }: Given,
): Promise<number> {
  const row = { account_id: accountId, scope, created_at: now, expires_at: new Date(now.getTime() + hours(24)) };
  return (await db.transaction().execute((trx) => insertSupportGrant(trx, row))).id;
}

interface GivenSupportAccess {
  id: number;
  grantId: number;
  token: string;
}

/** Inserts an access of a staff member for half an hour, with its own consent. */
export async function givenSupportAccess(
  db: Kysely<Database>,
  { staffId, ...given }: Given & { staffId: number },
): Promise<GivenSupportAccess> {
  const grantId = await givenSupportGrant(db, given);
  const { accountId, scope = 'read', now = new Date() } = given;
  const access = { accountId, staffId, scope, now, why: { grantId }, expiresAt: new Date(now.getTime() + minutes(30)) };
  return { ...(await db.transaction().execute((trx) => insertSupportAccess(trx, access))), grantId };
}
