/** Ends sign-ins, tokens and mails after a restore. Otherwise, rows that ended after the backup would be valid again. */
import { sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';

const SECRETS = [
  ...['sign_in_links', 'sign_in_challenges', 'passkey_challenges', 'sign_on_requests', 'console_tickets'],
  ...['staff_invitations', 'staff_sign_on_requests', 'ownership_offers'],
];

interface EndedSignIns {
  sessions: number;
  staffTokens: number;
}

/**
 * Ends all sessions, staff tokens, support accesses, password resets and email changes. Deletes pending sign-ins, console tickets, staff
 * invitations and ownership offers. Any of these may have been used, stopped or withdrawn after the backup.
 */
export async function endSignIns(trx: Transaction<Database>, now: Date): Promise<EndedSignIns> {
  const sessions = await sql`update sessions set ended_at = ${now} where ended_at is null`.execute(trx);
  const staff = await sql`update staff_tokens set revoked_at = ${now} where revoked_at is null`.execute(trx);
  await sql`update support_accesses set ended_at = ${now} where ended_at is null and expires_at > ${now}`.execute(trx);
  await sql`update password_resets set ended_at = ${now} where ended_at is null`.execute(trx);
  await sql`update email_changes set outcome = 'stopped' where outcome is null`.execute(trx);
  for (const table of SECRETS) await sql`delete from ${sql.table(table)}`.execute(trx);
  return { sessions: Number(sessions.numAffectedRows ?? 0n), staffTokens: Number(staff.numAffectedRows ?? 0n) };
}

/** Revokes the customer tokens that were created at or before this time. Returns the number of revoked tokens. */
export async function revokeCustomersTokens(trx: Transaction<Database>, before: Date, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update access_tokens set revoked_at = ${now} where revoked_at is null and created_at <= ${before}`.execute(trx);
  return Number(numAffectedRows ?? 0n);
}

/** Counts the valid customer tokens. */
export async function countCustomersTokens(trx: Transaction<Database>, now: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from access_tokens where revoked_at is null and (expires_at is null or expires_at > ${now})`.execute(
    trx,
  );
  return rows[0]?.n ?? 0;
}

/**
 * Marks all unsent mails and all pending notices for the operator's webhook as failed, because they may have been sent after the backup.
 * Returns the ids of the mails.
 */
export async function failUnsentMails(trx: Transaction<Database>, error: string, now: Date): Promise<number[]> {
  await sql`
    update alert_deliveries set failed_at = ${now}, error = ${error} where delivered_at is null and failed_at is null`.execute(
    trx,
  );
  const { rows } = await sql<{ id: number }>`
    update mails set failed_at = ${now}, error = ${error} where sent_at is null and failed_at is null returning id`.execute(trx);
  return rows.map(({ id }) => id).toSorted((a, b) => a - b);
}
