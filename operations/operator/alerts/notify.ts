import { isIP } from 'node:net';
import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { deleteWaitingDeliveries } from '@innkeeper/db/tables/alert-notices';
import { alertSettings, updateAlertSettings } from '@innkeeper/db/tables/alert-settings';
import { resolveAlerts } from '@innkeeper/db/tables/alerts';
import { sealAlertSecret } from '@innkeeper/domain/alerts/webhook-secret';
import { audit } from '@innkeeper/domain/audit';
import { isSendable } from '@innkeeper/domain/mail/queue';
import { UNDELIVERED } from '@innkeeper/model/alert-notices/channels';
import { invalid } from '@innkeeper/model/failures';
import { formatEndpoint, parseEndpoint } from '@innkeeper/model/outgoing-http/endpoints';
import { isPublicAddress } from '@innkeeper/model/outgoing-http/public-address';
import { SERVICE_RULES } from '@innkeeper/model/outgoing-http/rules';
import { explainUrlRefusal, hostOf, portOf } from '@innkeeper/model/outgoing-http/target';
import type { Sealer } from '@innkeeper/model/sealing';
import { newWebhookSecret } from '@innkeeper/model/webhooks/signature';
import type { OperatorCx } from '../context.ts';
import { channelsView } from './channels.ts';

/** Sets the destinations of alert notices. A new webhook gets a new secret. Throws `validation` with the field. */
export async function notifyAlert(
  cx: OperatorCx,
  { mail, webhook, ping }: OperatorInput<'notifyAlert'>,
  sealer: Sealer,
): Promise<OperatorResult<'notifyAlert'>> {
  if ((mail ?? webhook ?? ping) === undefined)
    throw invalid('mail', 'Name at least one way to send alerts, or turn one off with "none".');
  const addresses = mail && addressesOf(mail);
  for (const [field, url] of Object.entries({ webhook, ping })) if (url !== undefined) refuseUnsafe(field, url);
  const secret = webhook === undefined || webhook === 'none' ? null : newWebhookSecret();
  const after = await updateAlertSettings(cx.db, {
    ...(addresses && { mail_addresses: addresses }),
    ...(webhook && { webhook_url: orNull(webhook), webhook_secret: secret === null ? null : sealAlertSecret(sealer, secret) }),
    ...(ping && { ping_url: orNull(ping), pinged_at: null }),
  });
  // Waiting notices and alerts are about the previous channels.
  if (webhook !== undefined) await deleteWaitingDeliveries(cx.db);
  await resolveAlerts(cx.db, { kind: UNDELIVERED }, cx.clock.now());
  // Audit only the origin, because the paths of such URLs are often secrets.
  await audit(cx, 'notifyAlert', null, {
    ...(addresses && { mail: addresses }),
    ...(webhook && { webhook: originOf(webhook) }),
    ...(ping && { ping: originOf(ping) }),
  });
  return { ...channelsView(after), secret };
}

function addressesOf(mail: readonly string[]): string[] {
  if (mail.includes('none')) {
    if (mail.length > 1) throw invalid('mail', 'Name addresses or "none", not both.');
    return [];
  }
  if (!mail.every(isSendable)) throw invalid('mail', 'Must be an email address.');
  return [...new Set(mail)];
}

const orNull = (url: string): string | null => (url === 'none' ? null : url);
const originOf = (url: string): string => (url === 'none' ? url : new URL(url).origin);

/**
 * Throws `validation` for an unsafe URL. The operator's own address may be private. Requests over the internet must be encrypted, because
 * the path is often a secret.
 */
function refuseUnsafe(field: string, text: string): void {
  if (text === 'none') return;
  const url = new URL(text);
  const host = hostOf(url);
  const own = parseEndpoint(formatEndpoint({ address: host, port: portOf(url) }));
  if (host === 'localhost' || host.endsWith('.localhost'))
    throw invalid(field, 'Name this host by its address, such as http://127.0.0.1:9000/alerts.');
  const refusal = explainUrlRefusal(text, SERVICE_RULES, own ? [own] : []);
  if (refusal !== undefined) throw invalid(field, refusal);
  if (url.protocol === 'http:' && isIP(host) !== 0 && isPublicAddress(host))
    throw invalid(field, 'The URL must begin with https://, because it leads over the internet.');
}

/** Returns the settings for `alert test`. Throws `validation` if no channel is set. */
export async function requireChannels(cx: OperatorCx) {
  const settings = await alertSettings(cx.db);
  if (settings.mail_addresses.length === 0 && settings.webhook_url === null && settings.ping_url === null)
    throw invalid('mail', 'Alerts are sent to nobody. Name a way with ./innkeeper alert notify.');
  return settings;
}
