/** A refund of a bank transfer is pending until a person has sent the money. Earlier it counted as sent at once. */
import { type Kysely, sql } from 'kysely';
import { documented } from './start/documented.ts';

export const REFUNDS_BY_HAND = `
  alter table payment_refunds
    add column by_hand boolean not null default false,
    add column payee text check (payee <> ''),
    add column iban text check (iban <> '');
  comment on column payment_refunds.by_hand is 'True if a person sends the money, because no gateway does. Such a refund is never polled.';
  comment on column payment_refunds.payee is 'Name of the payer on the bank statement, for a refund by hand. Null if it is not known.';
  comment on column payment_refunds.iban is 'Account that gets the transfer of a refund by hand. Null if it is not known.';
  create index payment_refunds_to_send on payment_refunds (id) where by_hand and state = 'pending';
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(documented(REFUNDS_BY_HAND)).execute(db);
  // Transfers of earlier refunds can come back, too. Refunds whose workflow waits are marked by that workflow.
  await sql`update payment_refunds r set by_hand = true from payments p
    where p.id = r.payment_id and p.gateway = 'bank' and r.state <> 'pending'`.execute(db);
}
