import type { OperatorResult } from '@innkeeper/contract/operator/all';
import { resolveAlerts } from '@innkeeper/db/tables/alerts';
import { type AlertWebhook, openAlertWebhook } from '@innkeeper/domain/alerts/webhook-secret';
import { audit } from '@innkeeper/domain/audit';
import { keyOfAddress, UNDELIVERED, WEBHOOK_KEY } from '@innkeeper/model/alert-notices/channels';
import type { Sealer } from '@innkeeper/model/sealing';
import type { OperatorCx } from '../context.ts';
import { requireChannels } from './notify.ts';

export interface Channels {
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
export async function testAlert(cx: OperatorCx, sealer: Pick<Sealer, 'open'>): Promise<Channels> {
  const settings = await requireChannels(cx);
  return { mail: settings.mail_addresses, webhook: openAlertWebhook(sealer, settings), ping: settings.ping_url };
}

/** Records the results of a test. A working channel closes the alert about it. */
export async function recordTest(cx: OperatorCx, results: readonly Result[]): Promise<OperatorResult<'testAlert'>['findings']> {
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
