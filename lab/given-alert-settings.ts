/** Channels of alerts, for tests. */
import type { Database } from '@innkeeper/db/schema';
import { sealAlertSecret } from '@innkeeper/domain/alerts/webhook-secret';
import type { Kysely } from 'kysely';
import { SEALER } from './given-two-factor.ts';
import { WEBHOOK_SECRET } from './given-webhooks.ts';

/** Sets exactly these channels. The secret of the webhook is `WEBHOOK_SECRET`. */
export async function givenAlertChannels(
  db: Kysely<Database>,
  { mail = [], webhook, ping }: { mail?: string[]; webhook?: string; ping?: string },
): Promise<void> {
  const webhook_secret = webhook === undefined ? null : sealAlertSecret(SEALER, WEBHOOK_SECRET);
  await db
    .updateTable('alert_settings')
    .set({ mail_addresses: mail, webhook_url: webhook ?? null, webhook_secret, ping_url: ping ?? null })
    .set({ noticed_at: null, pinged_at: null })
    .execute();
}
