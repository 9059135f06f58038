import type { Cx } from '@innkeeper/domain/context';
import { invalid } from '@innkeeper/model/failures';
import { SERVICE_RULES } from '@innkeeper/model/outgoing-http/rules';
import { explainUrlRefusal, hostOf } from '@innkeeper/model/outgoing-http/target';

/** Returns the stored form of a URL. Throws `validation` for a URL that cannot receive events. */
export function receiverAt({ settings }: Pick<Cx, 'settings'>, url: string): { url: string; host: string } {
  const refusal = explainUrlRefusal(url, SERVICE_RULES, settings.webhookReceivers);
  if (refusal !== undefined) throw invalid('url', refusal);
  const parsed = new URL(url);
  return { url: parsed.href, host: hostOf(parsed) };
}
