import { failPending } from '@innkeeper/db/tables/event-deliveries';
import { lastEventId } from '@innkeeper/db/tables/events';
import { type Webhook, updateWebhook as writeWebhook } from '@innkeeper/db/tables/webhooks';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { requireRecentAuthentication } from '@innkeeper/domain/sign-in/recent-authentication';
import { receiverAt } from './receiver.ts';

export interface UpdateWebhook {
  url?: string | undefined;
  name?: string | undefined;
  event_types?: readonly string[] | undefined;
  enabled?: boolean | undefined;
}

/**
 * Changes the given fields. Disabling a webhook fails its pending deliveries. A webhook that is enabled again receives events after this
 * moment. Throws `validation` for a URL that cannot receive events.
 *
 * Throws `reauthentication_required` in a session that gives a URL, which would otherwise send all events of the account elsewhere.
 */
export async function updateWebhook(
  cx: MutatingCx<Customer>,
  { webhook, enabled, ...input }: UpdateWebhook & { webhook: Webhook },
): Promise<Webhook> {
  if (input.url !== undefined) requireRecentAuthentication(cx);
  const { id, account_id, status } = webhook;
  const changes = {
    ...(input.url !== undefined && receiverAt(cx, input.url)),
    ...(input.name !== undefined && { name: input.name }),
    ...(input.event_types && { event_types: [...input.event_types] }),
    ...(enabled !== undefined && { status: enabled ? ('enabled' as const) : ('disabled' as const) }),
  };
  const enables = enabled === true && status === 'disabled';
  const disables = enabled === false && status === 'enabled';
  // A new receiver has no failures yet.
  const isNew = { failing_since: null, slow: false };
  const after = await writeWebhook(cx.db, id, {
    ...changes,
    ...('host' in changes && changes.url !== webhook.url && isNew),
    ...(disables && { disabled_reason: 'customer' as const }),
    ...(enables && { ...isNew, disabled_reason: null, take_after: null, position: await lastEventId(cx.db, account_id) }),
  });
  if (disables) await failPending(cx.db, id, cx.clock.now());
  await audit(cx, 'updateWebhook', { kind: 'webhook', id }, changes);
  return after;
}
