/**
 * Sends alert notices.
 *
 * One transaction writes a notice to the outboxes of mail and webhook, and records it on its alerts. A killed process therefore loses no
 * notice. A notice that is sent again keeps its Message-ID or webhook-id.
 */
import {
  type AlertDelivery,
  alertsToNotice,
  claimAlertDelivery,
  hasDeliveryDue,
  insertAlertDelivery,
  markAlertDelivered,
  markAlertDeliveryFailed,
  mayNotice,
  recordNotice,
} from '@innkeeper/db/tables/alert-notices';
import { type AlertSettings, alertSettings, lockAlertSettings } from '@innkeeper/db/tables/alert-settings';
import { alertOnce, resolveAlerts } from '@innkeeper/db/tables/alerts';
import { openAlertWebhook } from '@innkeeper/domain/alerts/webhook-secret';
import { transact } from '@innkeeper/domain/context';
import { queueMailToAddress } from '@innkeeper/domain/mail/queue';
import { sendToOperator } from '@innkeeper/engine/webhooks/to-operator';
import {
  ATTEMPTS_BEFORE_ALERT,
  CHANNELS,
  type Channel,
  canDeliver,
  UNDELIVERED,
  WEBHOOK_KEY,
} from '@innkeeper/model/alert-notices/channels';
import { contentFor, webhookBody } from '@innkeeper/model/alert-notices/content';
import { DISTANCE_MS, planNotice, repeatPauseMs } from '@innkeeper/model/alert-notices/plan';
import { MAX_ATTEMPTS, PAUSES_MS } from '@innkeeper/model/mail/schedule';
import { signedHeaders } from '@innkeeper/model/webhooks/signature';
import { type RawBuilder, sql } from 'kysely';
import type { WebhooksContext } from '../job.ts';

type NotifyContext = Omit<WebhooksContext, 'webhooks'> & { readonly webhooks: Pick<WebhooksContext['webhooks'], 'sealer'> };

export const notifyDue = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`((${mayNotice(now, DISTANCE_MS)}) or ${hasDeliveryDue(now)})`;

/** Writes a due notice and sends due notices to the webhook. Returns how many the webhook accepted. */
export async function notifyAlerts(cx: NotifyContext): Promise<number> {
  await writeNotice(cx);
  let sent = 0;
  while (!cx.stopping?.aborted) {
    const delivery = await claimAlertDelivery(cx.db, cx.clock.now(), PAUSES_MS);
    // A failure ends the run. Further attempts at a hanging receiver would delay the next notice, which may go by mail.
    if (!delivery || !(await deliver(cx, delivery))) break;
    sent += 1;
  }
  return sent;
}

async function writeNotice(cx: NotifyContext): Promise<void> {
  await transact(cx, async (one) => {
    const settings = await lockAlertSettings(one.db);
    if (!settings) return;
    const now = cx.clock.now();
    const channels = channelsOf(settings);
    const alerts = (await alertsToNotice(one.db)).filter((alert) => channels.some((channel) => canDeliver(channel, alert)));
    const { notice } = planNotice(alerts, settings.noticed_at, now);
    if (!notice) return;
    const [mail, webhook] = [contentFor('mail', notice), contentFor('webhook', notice)];
    for (const address of mail ? settings.mail_addresses : []) {
      const once = `operator-alerts:${now.toISOString()}:${address}`;
      if (mail)
        await queueMailToAddress(one, {
          ...{ address, template: 'operator-alerts', data: mail, accountId: null, userId: null, dedupeKey: once },
        });
    }
    if (webhook && settings.webhook_url !== null) await insertAlertDelivery(one.db, webhookBody(webhook, now), now);
    const repeatAt = ({ kind, notices }: { kind: string; notices: number }) =>
      new Date(now.getTime() + repeatPauseMs(kind, notices + 1));
    await recordNotice(one.db, notice, now, repeatAt);
  });
}

const channelsOf = ({ mail_addresses, webhook_url }: AlertSettings): Channel[] =>
  CHANNELS.filter((channel) => (channel === 'mail' ? mail_addresses.length > 0 : webhook_url !== null));

/** Sends a notice and records the outcome. Returns whether the receiver accepted it. */
async function deliver(cx: NotifyContext, delivery: AlertDelivery): Promise<boolean> {
  const error = await send(cx, delivery);
  // The process is stopping. Another process sends the notice later, because the claim expires.
  if (error === 'aborted') return false;
  const now = cx.clock.now();
  if (error === null) {
    await markAlertDelivered(cx.db, delivery.key, now);
    await resolveAlerts(cx.db, { kind: UNDELIVERED, key: WEBHOOK_KEY }, now);
    return true;
  }
  await markAlertDeliveryFailed(cx.db, delivery.key, error, delivery.tries >= MAX_ATTEMPTS ? now : null);
  if (delivery.tries >= ATTEMPTS_BEFORE_ALERT) {
    const message = `The webhook of alerts did not take a notice in ${delivery.tries} attempts: ${error}`;
    await alertOnce(cx.db, { kind: UNDELIVERED, key: WEBHOOK_KEY, message });
  }
  return false;
}

/**
 * Sends a notice. Returns `null` if the receiver accepted it, `aborted` if the process is stopping, and otherwise the reason of the
 * failure.
 */
async function send({ db, clock, webhooks, stopping }: NotifyContext, { key: id, body }: AlertDelivery): Promise<string | null> {
  const settings = await alertSettings(db);
  let webhook: ReturnType<typeof openAlertWebhook>;
  try {
    webhook = openAlertWebhook(webhooks.sealer, settings);
  } catch {
    return 'Its secret cannot be read. Set the webhook again with ./innkeeper alert notify, or give all processes the same secret.key.';
  }
  if (webhook === null) return 'No webhook is set.';
  const headers = signedHeaders({ id, at: clock.now(), body, secrets: [webhook.secret] });
  const answer = await sendToOperator({ url: webhook.url, headers, body, signal: stopping });
  return answer === 'aborted' ? 'aborted' : answer.error;
}
