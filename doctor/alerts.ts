/** Checks the channels that deliver alerts to a person. */
import type { Database } from '@innkeeper/db/schema';
import { alertSettings, hasChannel } from '@innkeeper/db/tables/alert-settings';
import type { HostFinding } from '@innkeeper/engine/host/finding';
import type { Kysely } from 'kysely';

/** Returns a finding for alerts, and a second one if no ping is set, because only the ping reveals a dead host. */
export async function checkAlertChannels(db: Kysely<Database>): Promise<HostFinding[]> {
  const settings = await alertSettings(db);
  const alerts: HostFinding = hasChannel(settings)
    ? { name: 'alerts', ok: true, why: `are sent by ${describeChannels(settings)}`, remedy: null }
    : { name: 'alerts', ok: 'warn', why: 'are sent to nobody', remedy: './innkeeper alert notify --mail ADDRESS' };
  if (settings.ping_url !== null) return [alerts];
  const why = 'none is set, so nobody outside notices a dead host, worker or uplink';
  return [alerts, { name: 'ping', ok: 'warn', why, remedy: './innkeeper alert notify --ping URL' }];
}

function describeChannels({ mail_addresses, webhook_url }: { mail_addresses: readonly string[]; webhook_url: string | null }) {
  return [...(mail_addresses.length > 0 ? ['mail'] : []), ...(webhook_url === null ? [] : ['webhook'])].join(' and ');
}
