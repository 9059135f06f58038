/** Consent to store a card, and the country of a card that paid without being stored. */
import { type Kysely, sql } from 'kysely';
import { documented } from './start/documented.ts';

export const CARD_CONSENT = `
  alter table payments add column store_card boolean not null default false;
  comment on column payments.store_card is 'True if the payer agreed that the card of this payment is stored.';
  alter table payments add column card_country char(2);
  comment on column payments.card_country is 'Country of issue of the card that paid, as evidence for VAT. Null if the gateway does not report it.';
  create index payments_card_country on payments (account_id, id) where card_country is not null;
  comment on column saved_cards.detach_asked_at is 'Time at which its removal from the gateway was requested, and time of the removal. Reasons: its owner removed or replaced it, its account is closed, or its bank declined it for good.';
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(documented(CARD_CONSENT)).execute(db);
}
