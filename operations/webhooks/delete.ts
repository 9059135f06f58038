import { deleteWebhook as removeRow, type Webhook } from '@innkeeper/db/tables/webhooks';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';

/** Deletes a webhook with its deliveries. Deliveries in progress may still arrive. */
export async function deleteWebhook(cx: MutatingCx<Customer>, { webhook: { id, url } }: { webhook: Webhook }): Promise<void> {
  await removeRow(cx.db, id);
  await audit(cx, 'deleteWebhook', { kind: 'webhook', id }, { url });
}
