import { lastEventId } from '@innkeeper/db/tables/events';
import { insertWebhook, lockAndCountWebhooks } from '@innkeeper/db/tables/webhooks';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { sealWebhookSecret } from '@innkeeper/domain/webhooks/secrets';
import { Failure } from '@innkeeper/model/failures';
import type { Sealer } from '@innkeeper/model/sealing';
import { newWebhookSecret } from '@innkeeper/model/webhooks/signature';
import type { NewWebhook } from '@innkeeper/present/webhook';
import { receiverAt } from './receiver.ts';

export interface CreateWebhook {
  url: string;
  name?: string | undefined;
  event_types?: readonly string[] | undefined;
}

/**
 * Creates a webhook for events after this moment. Only this call returns the secret. Throws `wrong_state` if the account has the maximum
 * number of webhooks, and `validation` for a URL that cannot receive events.
 */
export async function createWebhook(
  cx: MutatingCx<Customer>,
  { name = '', event_types = [], ...input }: CreateWebhook,
  sealer: Sealer,
): Promise<NewWebhook> {
  const { accountId } = cx.actor;
  const max = cx.settings.webhooksPerAccount;
  if ((await lockAndCountWebhooks(cx.db, accountId)) >= max)
    throw new Failure('wrong_state', { message: `An account can have at most ${max} webhooks. Delete one first.` });
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
