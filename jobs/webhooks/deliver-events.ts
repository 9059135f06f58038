/**
 * Sends due deliveries, some at a time and outside of any transaction. Who gets a place is decided by model/webhooks/fair-choice.ts; a run
 * goes on as long as anything is due or under way, so that what is slow holds its own place alone.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { alertOnce, resolveAlerts } from '@innkeeper/db/tables/alerts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  dueDeliveries,
  failPending,
  noteAttempt,
  unclaimDelivery,
} from '@innkeeper/db/tables/event-deliveries';
import { lockWebhook, noteDelivered, updateWebhook, type Webhook } from '@innkeeper/db/tables/webhooks';
import { audit } from '@innkeeper/domain/audit';
import { type MutatingCx, transact } from '@innkeeper/domain/context';
import { queueMail } from '@innkeeper/domain/mail/queue';
import { signingSecrets } from '@innkeeper/domain/webhooks/secrets';
import type { WebhookAnswer } from '@innkeeper/engine/webhooks/port';
import { minutes } from '@innkeeper/model/clock';
import { AT_ONCE, fairChoice, slowPlacesAreTaken } from '@innkeeper/model/webhooks/fair-choice';
import { JITTER, MOST_TRIES, MOST_WAIT_MS, PAUSES_MS, SLOW_MS, TRIES_SHOWN } from '@innkeeper/model/webhooks/schedule';
import { signedHeaders } from '@innkeeper/model/webhooks/signature';
import type { WebhooksContext } from '../job.ts';

/** How long what becomes due meanwhile waits when nothing under way has ended. */
const LOOK_EVERY_MS = 500;

/** Returns how many were delivered. */
export async function deliverEvents(cx: WebhooksContext): Promise<number> {
  const underWay = new Map<Promise<void>, ClaimedDelivery>();
  const failures: unknown[] = [];
  let delivered = 0;
  for (;;) {
    const full = cx.stopping?.aborted || underWay.size >= AT_ONCE || failures.length > 0;
    const now = cx.clock.now();
    const beside = underWay.size;
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
      // What had no place beside others may be due still: they have ended while it was asked.
      if (beside > 0 && !full) continue;
      if (failures.length > 0) throw failures[0];
      if (delivered > 0) await resolveAlerts(cx.db, UNREADABLE, cx.clock.now());
      return delivered;
    }
    await Promise.race([...underWay.keys(), sleep(LOOK_EVERY_MS)]);
  }
}

async function claim(cx: WebhooksContext, underWay: readonly ClaimedDelivery[], now: Date): Promise<ClaimedDelivery[]> {
  const due = await dueDeliveries(cx.db, { now, alsoSlow: !slowPlacesAreTaken(underWay) });
  const chosen = fairChoice(due, underWay);
  return claimDeliveries(
    cx.db,
    chosen.map(({ id }) => id),
    { now, pauses: PAUSES_MS, jitter: JITTER },
  );
}

/** Returns whether the receiver has it. `at`: when it was claimed. */
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
  await transact(cx, (one) => note(one, delivery, at, answer));
  return answer.delivered;
}

const UNREADABLE = { kind: 'webhook_secret_unreadable', key: 'webhooks' } as const;
const UNREADABLE_PAUSE_MS = minutes(5);

/** A worker without the key of the installation is the operator's affair: no try is counted, and no webhook is disabled for it. */
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

/** The receiver says that it will never be there again (RFC 9110, 15.5.11; Standard Webhooks disables it too). */
const GONE = 410;

/** In the transaction that writes what came of a try. */
type Noting = WebhooksContext & Pick<MutatingCx, 'db'>;

async function note(cx: Noting, delivery: ClaimedDelivery, at: Date, answer: WebhookAnswer): Promise<void> {
  const { delivered, status, ms, error, text, retryAfterMs } = answer;
  const now = cx.clock.now();
  // The row of the webhook first, as everybody does.
  const slow = !delivered || ms > SLOW_MS;
  const webhook = delivered ? undefined : await failing(cx, delivery, at);
  if (delivered) await noteDelivered(cx.db, delivery.webhook_id, slow);
  const isGone = status === GONE;
  const lastTry = delivery.tries >= MOST_TRIES || isGone;
  const ended = delivered ? 'delivered' : lastTry ? 'failed' : null;
  await noteAttempt(cx.db, delivery, {
    ...{ attempt: { at: at.getTime(), status, ms, error }, answer: text },
    ...{ ended, now, shown: TRIES_SHOWN },
    notBefore: retryAfterMs === null ? null : new Date(now.getTime() + retryAfterMs),
    most: MOST_WAIT_MS,
  });
  if (webhook?.status !== 'enabled' || !lastTry) return;
  if (isGone || nothingSince(webhook, delivery)) await disable(cx, webhook, error ?? '');
}

/** Undefined when the webhook is gone. */
async function failing(cx: Noting, { webhook_id }: ClaimedDelivery, at: Date): Promise<Webhook | undefined> {
  const webhook = await lockWebhook(cx.db, webhook_id);
  if (!webhook) return undefined;
  return updateWebhook(cx.db, webhook_id, { failing_since: webhook.failing_since ?? at, slow: true });
}

/** Whether nothing was delivered since the first try of what is given up now: that was 3 days ago. */
function nothingSince({ failing_since }: Webhook, { first_try_at }: ClaimedDelivery): boolean {
  return failing_since !== null && first_try_at !== null && failing_since <= first_try_at;
}

/** Its owner can enable it again, and replay what failed. */
async function disable(cx: Noting, { id, account_id, url, failing_since }: Webhook, error: string): Promise<void> {
  const now = cx.clock.now();
  await updateWebhook(cx.db, id, { status: 'disabled', disabled_reason: 'failing' });
  await failPending(cx.db, id, now);
  await audit(cx, 'webhook.disabled', { kind: 'webhook', id, accountId: account_id }, { error });
  const since = (failing_since ?? now).getTime();
  await queueMail(cx, {
    ...{ accountId: account_id, template: 'webhook-disabled', data: { url, since, error } },
    ...{ roles: ['owner', 'admin', 'technical'], once: `webhook-disabled:${id}:${since}` },
  });
}
