/** Webhooks of an account: receivers of its events, and what was delivered to them. */
import {
  countPending,
  failPending,
  insertDeliveries,
  pageOfDeliveries,
  replayDelivery,
} from '@innkeeper/db/tables/event-deliveries';
import { lastEventId } from '@innkeeper/db/tables/events';
import {
  insertWebhook,
  lockAndCountWebhooks,
  pageOfWebhooks,
  deleteWebhook as removeRow,
  type Webhook,
  updateWebhook as writeWebhook,
} from '@innkeeper/db/tables/webhooks';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { Cx, MutatingCx, RequestCx } from '@innkeeper/domain/context';
import { requireRecentAuthentication } from '@innkeeper/domain/sign-in/recent-authentication';
import { sealWebhookSecret } from '@innkeeper/domain/webhooks/secrets';
import { Failure, invalid } from '@innkeeper/model/failures';
import { SERVICE_RULES } from '@innkeeper/model/outgoing-http/rules';
import { explainUrlRefusal, hostOf } from '@innkeeper/model/outgoing-http/target';
import { days, minutes } from '@innkeeper/model/time/clock';
import { MAX_PENDING } from '@innkeeper/model/webhooks/schedule';
import { newWebhookSecret } from '@innkeeper/model/webhooks/signature';
import { page, pageRequest } from '@innkeeper/present/page';
import { presentDelivery, presentDeliveryDetails, presentNewWebhook, presentWebhook, testBody } from '@innkeeper/present/webhook';
import type { Input, Reply, Services } from './define.ts';

const DEFAULT_OVERLAP_MINUTES = days(1) / minutes(1);

/** Lists the account's webhooks, oldest first. */
export async function listWebhooks(cx: RequestCx, { query }: Input<'listWebhooks'>): Promise<Reply<'listWebhooks'>> {
  return page(cx.url, query, await pageOfWebhooks(cx.db, cx.actor.accountId, pageRequest(query)), presentWebhook);
}

/**
 * Creates a webhook for events after this moment. Only this call returns the secret. Throws `wrong_state` if the account has the maximum
 * number of webhooks, and `validation` for a URL that cannot receive events.
 */
export async function createWebhook(
  cx: MutatingCx<Customer>,
  { body: { name = '', event_types = [], ...body } }: Input<'createWebhook'>,
  { sealer }: Pick<Services, 'sealer'>,
): Promise<Reply<'createWebhook'>> {
  const { accountId } = cx.actor;
  const max = cx.settings.webhooksPerAccount;
  if ((await lockAndCountWebhooks(cx.db, accountId)) >= max)
    throw new Failure('wrong_state', { message: `An account can have at most ${max} webhooks. Delete one first.` });
  const receiver = receiverAt(cx, body.url);
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
  return presentNewWebhook({ ...made, plainSecret });
}

/** Returns the webhook that the path refers to. */
export async function getWebhook(_cx: Cx, { webhook }: Input<'getWebhook'>): Promise<Reply<'getWebhook'>> {
  return presentWebhook(webhook);
}

/**
 * Changes the given fields. Disabling a webhook fails its pending deliveries. A webhook that is enabled again receives events after this
 * moment. Throws `validation` for a URL that cannot receive events.
 *
 * Throws `reauthentication_required` in a session that gives a URL, which would otherwise send all events of the account elsewhere.
 */
export async function updateWebhook(
  cx: MutatingCx<Customer>,
  { webhook, body: { enabled, ...body } }: Input<'updateWebhook'>,
): Promise<Reply<'updateWebhook'>> {
  if (body.url !== undefined) requireRecentAuthentication(cx);
  const { id, account_id, status } = webhook;
  const changes = {
    ...(body.url !== undefined && receiverAt(cx, body.url)),
    ...(body.name !== undefined && { name: body.name }),
    ...(body.event_types && { event_types: [...body.event_types] }),
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
  return presentWebhook(after);
}

/** Deletes a webhook with its deliveries. Deliveries in progress may still arrive. */
export async function deleteWebhook(cx: MutatingCx, { webhook: { id, url } }: Input<'deleteWebhook'>): Promise<void> {
  await removeRow(cx.db, id);
  await audit(cx, 'deleteWebhook', { kind: 'webhook', id }, { url });
}

/**
 * Gives a webhook a new secret. The previous secret also signs for `overlap_minutes`, one day by default. A secret from an earlier rotation
 * is dropped at once.
 */
export async function rotateWebhookSecret(
  cx: MutatingCx,
  { webhook, body }: Input<'rotateWebhookSecret'>,
  { sealer }: Pick<Services, 'sealer'>,
): Promise<Reply<'rotateWebhookSecret'>> {
  const { id, account_id, secret } = webhook;
  const overlapMinutes = body?.overlap_minutes ?? DEFAULT_OVERLAP_MINUTES;
  const plainSecret = newWebhookSecret();
  const until = new Date(cx.clock.now().getTime() + minutes(overlapMinutes));
  const overlaps = overlapMinutes > 0;
  const row = await writeWebhook(cx.db, id, {
    secret: sealWebhookSecret(sealer, account_id, plainSecret),
    previous_secret: overlaps ? secret : null,
    previous_until: overlaps ? until : null,
  });
  await audit(cx, 'rotateWebhookSecret', { kind: 'webhook', id }, { overlap_minutes: overlapMinutes });
  return presentNewWebhook({ ...row, plainSecret });
}

/** Queues an event of type `test`. Throws `wrong_state` for a webhook that is disabled or has too many pending deliveries. */
export async function testWebhook(cx: MutatingCx, { webhook }: Input<'testWebhook'>): Promise<Reply<'testWebhook'>> {
  await requireRoom(cx, webhook);
  const { id, account_id } = webhook;
  const now = cx.clock.now();
  const [delivery] = await insertDeliveries(cx.db, [
    { account_id, webhook_id: id, event_type: 'test', body: testBody(id, now), next_try_at: now, created_at: now },
  ]);
  if (!delivery) throw new Error('the test of a webhook was not written');
  await audit(cx, 'testWebhook', { kind: 'webhook', id });
  return presentDelivery(delivery);
}

/** Lists the sent and pending deliveries of a webhook, newest first. */
export async function listEventDeliveries(
  cx: RequestCx,
  { webhook, query }: Input<'listEventDeliveries'>,
): Promise<Reply<'listEventDeliveries'>> {
  const statuses = query['filter[status]'];
  const found = await pageOfDeliveries(cx.db, { webhookId: webhook.id, statuses, ...pageRequest(query) });
  return page(cx.url, query, found, presentDelivery);
}

/** Returns the delivery that the path refers to. */
export async function getEventDelivery(
  _cx: Cx,
  { eventDelivery }: Input<'getEventDelivery'>,
): Promise<Reply<'getEventDelivery'>> {
  return presentDeliveryDetails(eventDelivery);
}

/**
 * Sends an event again with all its attempts, whatever its status. Throws `wrong_state` like `testWebhook`, unless the delivery is still
 * pending.
 */
export async function replayEventDelivery(
  cx: MutatingCx,
  { webhook, eventDelivery: delivery }: Input<'replayEventDelivery'>,
): Promise<Reply<'replayEventDelivery'>> {
  if (delivery.status !== 'pending') await requireRoom(cx, webhook);
  const replayed = await replayDelivery(cx.db, delivery.id, cx.clock.now());
  await audit(cx, 'replayEventDelivery', { kind: 'webhook', id: webhook.id }, { delivery: delivery.key });
  return presentDelivery(replayed);
}

/** Returns the stored form of a URL. Throws `validation` for a URL that cannot receive events. */
function receiverAt({ settings }: Pick<Cx, 'settings'>, url: string): { url: string; host: string } {
  const refusal = explainUrlRefusal(url, SERVICE_RULES, settings.webhookReceivers);
  if (refusal !== undefined) throw invalid('url', refusal);
  const parsed = new URL(url);
  return { url: parsed.href, host: hostOf(parsed) };
}

/** Throws `wrong_state` for a webhook that is disabled or has the maximum number of pending deliveries. */
async function requireRoom({ db }: Pick<MutatingCx, 'db'>, { id, status }: Webhook): Promise<void> {
  if (status !== 'enabled') throw new Failure('wrong_state', { message: 'This webhook is disabled. Enable it first.' });
  if ((await countPending(db, id, MAX_PENDING)) >= MAX_PENDING)
    throw new Failure('wrong_state', {
      message: `This webhook already has ${MAX_PENDING} pending deliveries, the maximum. Wait until some of them have ended.`,
    });
}
