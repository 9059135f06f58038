import type { OperatorResult } from '@innkeeper/contract/operator/all';
import { type AlertSettings, alertSettings } from '@innkeeper/db/tables/alert-settings';
import type { OperatorCx } from '../context.ts';

/** Returns the destinations of alert notices. */
export async function channelsAlert({ db }: OperatorCx): Promise<OperatorResult<'channelsAlert'>> {
  return channelsView(await alertSettings(db));
}

export function channelsView({ mail_addresses, webhook_url, ping_url }: AlertSettings) {
  return { mail: mail_addresses, webhook: webhook_url, ping: ping_url };
}
