import { isIP } from 'node:net';
import type { Database } from '@innkeeper/db/schema';
import { deleteWaitingDeliveries } from '@innkeeper/db/tables/alert-notices';
import { type AlertSettings, alertSettings, updateAlertSettings } from '@innkeeper/db/tables/alert-settings';
import { resolveAlerts } from '@innkeeper/db/tables/alerts';
import { type AlertWebhook, openAlertWebhook, sealAlertSecret } from '@innkeeper/domain/alerts/webhook-secret';
import { audit } from '@innkeeper/domain/audit';
import { isSendable } from '@innkeeper/domain/mail/queue';
import { listPage } from '@innkeeper/domain/staff/list-page';
import { keyOfAddress, UNDELIVERED, WEBHOOK_KEY } from '@innkeeper/model/alert-notices/channels';
import { isClosable } from '@innkeeper/model/alerts/alerts';
import { Failure, invalid } from '@innkeeper/model/failures';
import type { Sealer } from '@innkeeper/model/installation/sealing';
import { formatEndpoint, parseEndpoint } from '@innkeeper/model/outgoing-http/endpoints';
import { isPublicAddress } from '@innkeeper/model/outgoing-http/public-address';
import { SERVICE_RULES } from '@innkeeper/model/outgoing-http/rules';
import { explainUrlRefusal, hostOf, portOf } from '@innkeeper/model/outgoing-http/target';
import { newWebhookSecret } from '@innkeeper/model/webhooks/signature';
import type { Selectable } from 'kysely';
import type { StaffCx, StaffInput, StaffReply } from './define.staff.ts';

/** Lists open alerts, or all of them, newest first. */
export function listAlerts(cx: StaffCx, input: StaffInput<'listAlerts'>): Promise<StaffReply<'listAlerts'>> {
  const { kind, all } = input;
  let query = cx.db.selectFrom('operator_alerts').selectAll().orderBy('at', 'desc').orderBy('id', 'desc');
  if (!all) query = query.where('resolved_at', 'is', null);
  if (kind !== undefined) query = query.where('kind', '=', kind);
  return listPage(query, input, alertView);
}

/**
 * Acknowledges an alert, which stays open but shows who handles it. A second acknowledgement replaces the first person. Throws
 * `wrong_state` for a closed alert.
 */
export async function acknowledgeAlert(
  cx: StaffCx,
  { alert: id }: StaffInput<'acknowledgeAlert'>,
): Promise<StaffReply<'acknowledgeAlert'>> {
  const alert = await cx.db.selectFrom('operator_alerts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!alert) throw new Failure('not_found', { message: `Alert ${id} does not exist.` });
  if (alert.resolved_at) throw new Failure('wrong_state', { message: `Alert ${id} is already closed.` });
  const seen = { acknowledged_at: cx.clock.now(), acknowledged_by: cx.actor.name };
  await cx.db.updateTable('operator_alerts').set(seen).where('id', '=', id).execute();
  await audit(cx, 'acknowledgeAlert', alertView(alert).resource, { alert: id, kind: alert.kind });
  return alertView({ ...alert, ...seen });
}

/** Returns the destinations of alert notices. */
export async function channelsAlert({ db }: StaffCx): Promise<StaffReply<'channelsAlert'>> {
  return channelsView(await alertSettings(db));
}

function channelsView({ mail_addresses, webhook_url, ping_url }: AlertSettings) {
  return { mail: mail_addresses, webhook: webhook_url, ping: ping_url };
}

/** Closes an alert. Throws `wrong_state` if it is already closed or closes automatically. */
export async function closeAlert(cx: StaffCx, { alert: id }: StaffInput<'closeAlert'>): Promise<StaffReply<'closeAlert'>> {
  const alert = await cx.db.selectFrom('operator_alerts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!alert) throw new Failure('not_found', { message: `Alert ${id} does not exist.` });
  if (alert.resolved_at) throw new Failure('wrong_state', { message: `Alert ${id} is already closed.` });
  if (!isClosable(alert.kind)) {
    const message = `Alert ${id} (${alert.kind}) closes automatically when its cause has ended.`;
    throw new Failure('wrong_state', { message });
  }
  const now = cx.clock.now();
  await cx.db.updateTable('operator_alerts').set({ resolved_at: now }).where('id', '=', id).execute();
  await audit(cx, 'closeAlert', alertView(alert).resource, { alert: id, kind: alert.kind });
  return alertView({ ...alert, resolved_at: now });
}

/** Sets the destinations of alert notices. A new webhook gets a new secret. Throws `validation` with the field. */
export async function notifyAlert(
  cx: StaffCx,
  { mail, webhook, ping }: StaffInput<'notifyAlert'>,
  sealer: Sealer,
): Promise<StaffReply<'notifyAlert'>> {
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
async function requireChannels(cx: StaffCx) {
  const settings = await alertSettings(cx.db);
  if (settings.mail_addresses.length === 0 && settings.webhook_url === null && settings.ping_url === null)
    throw invalid('mail', 'Alerts are sent to nobody. Name a way with ./innkeeper alert notify.');
  return settings;
}

interface Channels {
  mail: readonly string[];
  webhook: AlertWebhook | null;
  ping: string | null;
}

interface Result {
  channel: 'mail' | 'webhook' | 'ping';
  to: string;
  error: string | null;
  isFile?: boolean;
}

/** Returns the channels, which the command tests outside any transaction. Throws `validation` if there are none. */
export async function testAlert(cx: StaffCx, sealer: Pick<Sealer, 'open'>): Promise<Channels> {
  const settings = await requireChannels(cx);
  return { mail: settings.mail_addresses, webhook: openAlertWebhook(sealer, settings), ping: settings.ping_url };
}

/** Records the results of a test. A working channel closes the alert about it. */
export async function recordTest(cx: StaffCx, results: readonly Result[]): Promise<StaffReply<'testAlert'>['findings']> {
  for (const { channel, to, error } of results) {
    if (error !== null || channel === 'ping') continue;
    const key = channel === 'mail' ? keyOfAddress(to) : WEBHOOK_KEY;
    await resolveAlerts(cx.db, { kind: UNDELIVERED, key }, cx.clock.now());
  }
  const failed = results.filter(({ error }) => error !== null).map(({ channel }) => channel);
  await audit(cx, 'testAlert', null, { tested: results.map(({ channel }) => channel), failed });
  return results.map(({ channel: name, to, error, isFile }) => {
    if (error !== null) return { name, ok: false, why: `${to}: ${error}`, remedy: REMEDIES[name] };
    if (!isFile) return { name, ok: true, why: `the test to ${to} was taken`, remedy: null };
    const why = `the test to ${to} is only a file of the home, because no mail server is set`;
    return { name, ok: 'warn', why, remedy: './innkeeper config set mail.smtp.host' };
  });
}

const REMEDIES = {
  mail: 'check mail.smtp with ./innkeeper config show',
  webhook: 'check the receiver, or name another with ./innkeeper alert notify --webhook',
  ping: 'check the monitor, or name another URL with ./innkeeper alert notify --ping',
} as const;

function alertView(alert: Selectable<Database['operator_alerts']>) {
  const { id, at, kind, key, resource_kind, resource_id, message, resolved_at, acknowledged_at, acknowledged_by } = alert;
  const resource = resource_kind === null || resource_id === null ? null : { kind: resource_kind, id: resource_id };
  const seen = { acknowledged_at, acknowledged_by };
  return { id, at, kind, key, resource, message, ...seen, resolved_at, closable: resolved_at === null && isClosable(kind) };
}
