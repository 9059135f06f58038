/** Converts domains of mail addresses with other letters to their ASCII form, in which addresses are looked up and compared. */
import { domainToASCII } from 'node:url';
import { type Kysely, sql } from 'kysely';

/** Columns with one address each, and whether it is unique. A unique address stays if another row already has its ASCII form. */
const ADDRESSES = [
  ['users', 'email', true],
  ['staff', 'email', true],
  ['invitations', 'email', true],
  ['accounts', 'tech_email', false],
  ['inbox_settings', 'address', false],
  ['inbox_settings', 'abuse_address', false],
  ['dns_settings', 'contact', false],
] as const;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, column, isUnique] of ADDRESSES) {
    const [rows, address] = [sql.table(table), sql.ref(column)];
    const { rows: found } = await sql<{ before: string }>`
      select distinct ${address} as before from ${rows} where octet_length(${address}) <> char_length(${address})`.execute(db);
    for (const { before } of found) {
      const at = before.lastIndexOf('@') + 1;
      const domain = /^(?:[A-Za-z0-9.-]|\P{ASCII})+$/u.test(before.slice(at)) ? domainToASCII(before.slice(at)) : '';
      const after = before.slice(0, at) + domain;
      if (domain === '' || after === before) continue;
      const isFree = isUnique ? sql`not exists (select from ${rows} where lower(${address}) = lower(${after}))` : sql`true`;
      await sql`update ${rows} set ${address} = ${after} where ${address} = ${before} and ${isFree}`.execute(db);
    }
  }
}
