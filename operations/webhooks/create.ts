import { lastEventId } from '@innkeeper/db/tables/events';
import { countWebhooksHeld, insertWebhook, type Webhook } from '@innkeeper/db/tables/webhooks';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { sealWebhookSecret } from '@innkeeper/domain/webhooks/secrets';
import { Failure } from '@innkeeper/model/failures';
import type { Sealer } from '@innkeeper/model/sealing';
import { newWebhookSecret } from '@innkeeper/model/webhooks/signature';
import { receiverAt } from './receiver.ts';

export interface CreateWebhook {
  url: string;
  name?: string | undefined;
  event_types?: readonly string[] | undefined;
}

export type NewWebhook = Webhook & { plainSecret: string };

/**
 * Makes a webhook, which gets the events after this moment. The secret is in what it returns and nowhere else. Throws `wrong_state` when the
 * account has as many as it may, `validation` for a URL that no event is sent to.
 */
export async function createWebhook(
  cx: MutatingCx<Customer>,
  { name = '', event_types = [], ...input }: CreateWebhook,
  sealer: Sealer,
): Promise<NewWebhook> {
  const { accountId } = cx.actor;
  const most = cx.settings.webhooksPerAccount;
  if ((await countWebhooksHeld(cx.db, accountId)) >= most)
    throw new Failure('wrong_state', { message: `An account can have at most ${most} webhooks. Delete one first.` });
  const receiver = receiverAt(cx, input.url);
  const plainSecret = newWebhookSecret();
  const made = await insertWebhook(cx.db, {
    account_id: accountId,
    ...receiver,
    name,
    event_types: [...event_types],
    secret: sealWebhookSecret(sealer, accountId, plainSecret),
    created_at: cx.clock.now(),
    position: await lastEventId(cx.db, accountId),
  });
  await audit(cx, 'createWebhook', { kind: 'webhook', id: made.id }, { url: made.url, event_types: [...event_types] });
  return { ...made, plainSecret };
}
