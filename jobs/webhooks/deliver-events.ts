/**
 * Sends due deliveries, several concurrently and outside of any transaction. model/webhooks/fair-choice.ts assigns the slots. A run
 * continues while anything is due or in progress, so a slow delivery occupies only its own slot.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { alertOnce, resolveAlerts } from '@innkeeper/db/tables/alerts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  dueDeliveries,
  failPending,
  recordAttempt,
  unclaimDelivery,
} from '@innkeeper/db/tables/event-deliveries';
import { lockWebhook, recordDelivery, updateWebhook, type Webhook } from '@innkeeper/db/tables/webhooks';
import { audit } from '@innkeeper/domain/audit';
import { type MutatingCx, transact } from '@innkeeper/domain/context';
import { queueMail } from '@innkeeper/domain/mail/queue';
import { signingSecrets } from '@innkeeper/domain/webhooks/secrets';
import type { WebhookAnswer } from '@innkeeper/engine/webhooks/port';
import { minutes } from '@innkeeper/model/time/clock';
import { areSlowSlotsFull, MAX_IN_FLIGHT, selectDeliveries } from '@innkeeper/model/webhooks/fair-choice';
import { JITTER, MAX_ATTEMPTS, MAX_WAIT_MS, PAUSES_MS, SLOW_MS, TRIES_SHOWN } from '@innkeeper/model/webhooks/schedule';
import { signedHeaders } from '@innkeeper/model/webhooks/signature';
import type { WebhooksContext } from '../job.ts';

/** Poll interval in milliseconds for newly due deliveries. The end of a running delivery also triggers a poll. */
const POLL_INTERVAL_MS = 500;

/** Sends due deliveries. Returns how many were delivered. */
export async function deliverEvents(cx: WebhooksContext): Promise<number> {
  const underWay = new Map<Promise<void>, ClaimedDelivery>();
  const failures: unknown[] = [];
  let delivered = 0;
  for (;;) {
    const full = cx.stopping?.aborted || underWay.size >= MAX_IN_FLIGHT || failures.length > 0;
    const now = cx.clock.now();
    const inFlightBefore = underWay.size;
    const claimed = full ? [] : await claim(cx, [...underWay.values()], now);
    for (const delivery of claimed) {
      const sending: Promise<void> = deliver(cx, delivery, now)
        .then((done) => {
          if (done) delivered += 1;
        })
        .catch((error: unknown) => void failures.push(error))
        .finally(() => underWay.delete(sending));
      underWay.set(sending, delivery);
    }
    if (claimed.length > 0) continue;
    if (underWay.size === 0) {
      // Deliveries that had no slot may still be due, because the running deliveries ended during the query.
      if (inFlightBefore > 0 && !full) continue;
      if (failures.length > 0) throw failures[0];
      if (delivered > 0) await resolveAlerts(cx.db, UNREADABLE, cx.clock.now());
      return delivered;
    }
    await Promise.race([...underWay.keys(), sleep(POLL_INTERVAL_MS)]);
  }
}

async function claim(cx: WebhooksContext, underWay: readonly ClaimedDelivery[], now: Date): Promise<ClaimedDelivery[]> {
  const due = await dueDeliveries(cx.db, { now, includeSlow: !areSlowSlotsFull(underWay) });
  const chosen = selectDeliveries(due, underWay);
  return claimDeliveries(
    cx.db,
    chosen.map(({ id }) => id),
    { now, pauses: PAUSES_MS, jitter: JITTER },
  );
}

/** Sends a delivery. Returns whether the receiver accepted the delivery. `at` is the time of the claim. */
async function deliver(cx: WebhooksContext, delivery: ClaimedDelivery, at: Date): Promise<boolean> {
  const secrets = await secretsOf(cx, delivery);
  if (!secrets) return false;
  const { url, body, key } = delivery;
  const headers = signedHeaders({ id: key, at, body, secrets });
  const answer = await cx.webhooks.sender.send({ url, headers, body, signal: cx.stopping });
  if (answer === 'aborted') {
    await unclaimDelivery(cx.db, delivery, cx.clock.now());
    return false;
  }
  await transact(cx, (one) => recordAnswer(one, delivery, at, answer));
  return answer.delivered;
}

const UNREADABLE = { kind: 'webhook_secret_unreadable', key: 'webhooks' } as const;
const UNREADABLE_PAUSE_MS = minutes(5);

/**
 * Returns the signing secrets, or `undefined` if they cannot be decrypted. The operator must fix that, so no attempt is counted and no
 * webhook is disabled.
 */
async function secretsOf(cx: WebhooksContext, delivery: ClaimedDelivery): Promise<string[] | undefined> {
  const now = cx.clock.now();
  try {
    return signingSecrets(cx.webhooks.sealer, delivery, now);
  } catch (error) {
    await unclaimDelivery(cx.db, delivery, new Date(now.getTime() + UNREADABLE_PAUSE_MS));
    const message = `The secret of webhook ${delivery.webhook_id} cannot be read, so its events are not delivered: ${String(error)}. Give all processes the same secret.key.`;
    await alertOnce(cx.db, { ...UNREADABLE, message });
    return undefined;
  }
}

/**
 * Status by which the receiver reports that it is gone permanently (RFC 9110, 15.5.11). The Standard Webhooks specification also disables
 * the webhook of such a receiver.
 */
const GONE = 410;

/** The context of the transaction that records an attempt. */
type RecordContext = WebhooksContext & Pick<MutatingCx, 'db'>;

async function recordAnswer(cx: RecordContext, delivery: ClaimedDelivery, at: Date, answer: WebhookAnswer): Promise<void> {
  const { delivered, status, ms, error, text, retryAfterMs } = answer;
  const now = cx.clock.now();
  const slow = !delivered || ms > SLOW_MS;
  // Lock the webhook's row before the delivery's row, like all other code.
  const webhook = delivered ? undefined : await markFailing(cx, delivery, at);
  if (delivered) await recordDelivery(cx.db, delivery.webhook_id, slow);
  const isGone = status === GONE;
  const lastTry = delivery.tries >= MAX_ATTEMPTS || isGone;
  const ended = delivered ? 'delivered' : lastTry ? 'failed' : null;
  await recordAttempt(cx.db, delivery, {
    ...{ attempt: { at: at.getTime(), status, ms, error }, answer: text },
    ...{ ended, now, shown: TRIES_SHOWN },
    notBefore: retryAfterMs === null ? null : new Date(now.getTime() + retryAfterMs),
    max: MAX_WAIT_MS,
  });
  if (webhook?.status !== 'enabled' || !lastTry) return;
  if (isGone || hasFailedSince(webhook, delivery)) await disable(cx, webhook, { error: error ?? '', failure: answer.failure });
}

/** Marks the webhook as failing. Returns `undefined` if it no longer exists. */
async function markFailing(cx: RecordContext, { webhook_id }: ClaimedDelivery, at: Date): Promise<Webhook | undefined> {
  const webhook = await lockWebhook(cx.db, webhook_id);
  if (!webhook) return undefined;
  return updateWebhook(cx.db, webhook_id, { failing_since: webhook.failing_since ?? at, slow: true });
}

/** Returns whether every delivery to the webhook has failed since the first attempt of this delivery, which is now abandoned. */
function hasFailedSince({ failing_since }: Webhook, { first_try_at }: ClaimedDelivery): boolean {
  return failing_since !== null && first_try_at !== null && failing_since <= first_try_at;
}

/** Disables a webhook. Its owner can enable it again and replay failed deliveries. */
async function disable(
  cx: RecordContext,
  { id, account_id, url, failing_since }: Webhook,
  { error, failure }: Pick<WebhookAnswer, 'failure'> & { error: string },
): Promise<void> {
  const now = cx.clock.now();
  await updateWebhook(cx.db, id, { status: 'disabled', disabled_reason: 'failing' });
  await failPending(cx.db, id, now);
  await audit(cx, 'webhook.disabled', { kind: 'webhook', id, accountId: account_id }, { error });
  const since = (failing_since ?? now).getTime();
  await queueMail(cx, {
    ...{ accountId: account_id, template: 'webhook-disabled', data: { url, since, error, failure } },
    ...{ roles: ['owner', 'admin', 'technical'], dedupeKey: `webhook-disabled:${id}:${since}` },
  });
}
