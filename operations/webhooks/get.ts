import type { Webhook } from '@innkeeper/db/tables/webhooks';
import type { Cx } from '@innkeeper/domain/context';

/** The row of the path, as it is. */
export async function getWebhook(_cx: Cx, { webhook }: { webhook: Webhook }): Promise<Webhook> {
  return webhook;
}
