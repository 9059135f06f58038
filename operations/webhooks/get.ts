import type { Webhook } from '@innkeeper/db/tables/webhooks';
import type { Cx } from '@innkeeper/domain/context';

/** Returns the webhook that the path refers to. */
export async function getWebhook(_cx: Cx, { webhook }: { webhook: Webhook }): Promise<Webhook> {
  return webhook;
}
