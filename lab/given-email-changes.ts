/** Fixtures: changes of users' email addresses. */
import type { Database } from '@innkeeper/db/schema';
import { insertEmailChange } from '@innkeeper/db/tables/email-changes';
import { hashSecret, newSecret } from '@innkeeper/db/tables/sessions';
import { hours } from '@innkeeper/model/time/clock';
import type { Kysely } from 'kysely';

/** Inserts a pending change. Returns the secrets of the links to the new and the previous address. */
export async function givenEmailChange(
  db: Kysely<Database>,
  { userId, email, to, now = new Date() }: { userId: number; email: string; to: string; now?: Date },
): Promise<{ ofNew: string; ofOld: string }> {
  const [ofNew, ofOld] = [newSecret(), newSecret()];
  const hashes = { new_hash: hashSecret(ofNew), old_hash: hashSecret(ofOld) };
  const times = { created_at: now, expires_at: new Date(now.getTime() + hours(24)) };
  await db
    .transaction()
    .execute((trx) => insertEmailChange(trx, { user_id: userId, email: to, old_email: email, ...hashes, ...times }));
  return { ofNew, ofOld };
}

/** Returns the secret of the latest link sent to the address, for a change or a lost mailbox. */
export async function emailChangeSecret(db: Kysely<Database>, address: string): Promise<string> {
  const mails = db
    .selectFrom('mails')
    .select('data')
    .where('address', '=', address)
    .where((eb) => eb.or([eb('template', 'like', 'email-change-%'), eb('template', 'like', 'email-lost-%')]));
  const { data } = await mails.orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
  return new URL((data as { link: string }).link).searchParams.get('email_change') ?? '';
}
