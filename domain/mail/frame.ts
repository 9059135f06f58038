/** Loads the parts of a mail that surround its text: the seller, and the relation of its reader to the account. */
import type { Database } from '@innkeeper/db/schema';
import { findSeller } from '@innkeeper/db/tables/invoices/facts';
import type { Mail } from '@innkeeper/db/tables/mails';
import type { MailFrame, MailSeller } from '@innkeeper/model/mail/frame';
import type { Settings } from '@innkeeper/model/settings/settings';
import type { Kysely } from 'kysely';

/** Returns the seller of the catalogue, or `null` while it has none. */
export async function loadMailSeller(db: Kysely<Database>): Promise<MailSeller | null> {
  const { name, address, postal_code: postalCode, city, country, vat_number: vatNumber, email } = await findSeller(db);
  return name === '' ? null : { name, address, postalCode, city, country: country ?? '', vatNumber, email };
}

/** Returns the frame of a mail. Its reader may have left the account since. */
export async function loadMailFrame(
  { db, settings }: { db: Kysely<Database>; settings: Pick<Settings, 'brandName' | 'pageUrl'> },
  { account_id, user_id }: Pick<Mail, 'account_id' | 'user_id'>,
  { seller, documents }: Pick<MailFrame, 'seller' | 'documents'>,
): Promise<MailFrame> {
  const member =
    account_id === null || user_id === null
      ? undefined
      : await db
          .selectFrom('memberships')
          .select('role')
          .where('account_id', '=', account_id)
          .where('user_id', '=', user_id)
          .executeTakeFirst();
  return {
    ...{ brand: settings.brandName, pageUrl: settings.pageUrl, seller, documents },
    ...{ account: account_id, role: member?.role ?? null, isUser: user_id !== null },
  };
}
