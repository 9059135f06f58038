/** Converts domains of mail addresses with other letters to their ASCII form, in which addresses are looked up and compared. */
import { domainToASCII } from 'node:url';
import { type Kysely, sql } from 'kysely';

/**
 * Columns with one address each, and within which rows it is unique. A unique address stays if another of these rows already has its ASCII
 * form. Open changes and sign-ups become addresses of users.
 */
const ADDRESSES = [
  ['users', 'email', 'table'],
  ['staff', 'email', 'table'],
  ['invitations', 'email', 'account_id'],
  ['sign_ups', 'email', 'table'],
  ['email_changes', 'email', null],
  ['email_changes', 'old_email', null],
  ['accounts', 'tech_email', null],
  ['inbox_settings', 'address', null],
  ['inbox_settings', 'abuse_address', null],
  ['dns_settings', 'contact', null],
] as const;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, column, uniqueIn] of ADDRESSES) {
    const [rows, address] = [sql.table(table), sql.ref(column)];
    const { rows: found } = await sql<{ before: string }>`
      select distinct ${address} as before from ${rows} where octet_length(${address}) <> char_length(${address})`.execute(db);
    for (const { before } of found) {
      const at = before.lastIndexOf('@') + 1;
      const domain = /^(?:[A-Za-z0-9.-]|\P{ASCII})+$/u.test(before.slice(at)) ? domainToASCII(before.slice(at)) : '';
      const after = before.slice(0, at) + domain;
      if (domain === '' || after === before) continue;
      const sameGroup = uniqueIn === 'account_id' ? sql`other.account_id = ${rows}.account_id` : sql`true`;
      const isFree =
        uniqueIn === null
          ? sql`true`
          : sql`not exists (select from ${rows} other where lower(other.${address}) = lower(${after}) and ${sameGroup})`;
      await sql`update ${rows} set ${address} = ${after} where ${address} = ${before} and ${isFree}`.execute(db);
    }
  }
}
