/** The secret of the operator's webhook, which signs alert notices. */
import type { AlertSettings } from '@innkeeper/db/tables/alert-settings';
import type { Sealer } from '@innkeeper/model/installation/sealing';

const PURPOSE = 'alert-webhook';

export const sealAlertSecret = (sealer: Sealer, secret: string): Buffer => sealer.seal(PURPOSE, Buffer.from(secret));

export interface AlertWebhook {
  url: string;
  secret: string;
}

/** Returns the operator's webhook, or `null` if no webhook is set. Throws if its secret was sealed with another key. */
export function openAlertWebhook(
  sealer: Pick<Sealer, 'open'>,
  { webhook_url: url, webhook_secret: sealed }: Pick<AlertSettings, 'webhook_url' | 'webhook_secret'>,
): AlertWebhook | null {
  return url === null || sealed === null ? null : { url, secret: sealer.open(PURPOSE, sealed).toString() };
}
