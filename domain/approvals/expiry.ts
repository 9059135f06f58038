/**
 * The mail to the requester of an approval that nobody decides in time. The mail is stored with the request, because the worker that sees the
 * expiry may read neither requests nor staff.
 */
import type { Database } from '@innkeeper/db/schema';
import type { ExpiryMail, MailedRequest } from '@innkeeper/model/mail/templates';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { MutatingCx } from '../context.ts';
import { queueMailToAddress } from '../mail/queue.ts';

/** Stores the mail about the expiry with a new request. */
export async function storeExpiryMail(db: Kysely<Database>, address: string, data: MailedRequest): Promise<void> {
  const mail: ExpiryMail = { address, data };
  const row = db.updateTable('staff_approvals').set({ expiry_mail: JSON.stringify(mail) });
  await row.where('id', '=', data.approval).execute();
}

/** Changes the address of the stored mails of a requester. */
export async function readdressExpiryMails(db: Kysely<Database>, staffId: number, address: string): Promise<void> {
  await sql`update staff_approvals set expiry_mail = jsonb_set(expiry_mail, '{address}', to_jsonb(${address}::text))
    where requested_by = ${staffId} and expiry_mail is not null`.execute(db);
}

/** Deletes the stored mails of a requester, who is disabled. */
export async function deleteExpiryMails(db: Kysely<Database>, staffId: number): Promise<void> {
  const rows = db.updateTable('staff_approvals').set({ expiry_mail: null }).where('requested_by', '=', staffId);
  await rows.where('expiry_mail', 'is not', null).execute();
}

/** Returns the `from` and `where` clauses that select expired approvals whose requester was not told. */
export const untoldExpiries = (now: Date): RawBuilder<unknown> => sql`from staff_approvals p
  where p.expiry_mail is not null and p.outcome is null and p.expires_at <= ${now}`;

/** Queues the mails about expired approvals. Leaves out an approval that another transaction has locked. Returns how many. */
export async function mailExpiries(cx: MutatingCx): Promise<number> {
  const { rows } = await sql<{ id: number; expiry_mail: ExpiryMail }>`
    select p.id, p.expiry_mail ${untoldExpiries(cx.clock.now())} order by p.id for update skip locked`.execute(cx.db);
  for (const { id, expiry_mail: mail } of rows) {
    const key = { accountId: null, userId: null, dedupeKey: `approval-expired:${id}` };
    await queueMailToAddress(cx, { ...mail, ...key, template: 'approval-expired' });
    await cx.db.updateTable('staff_approvals').set({ expiry_mail: null }).where('id', '=', id).execute();
  }
  return rows.length;
}
