/** Targets of links in mails and of affiliates: the operator's web page, and the URL of the API. */
import type { SharedConfiguration } from '@innkeeper/model/configuration/settings';
import type { Settings } from '@innkeeper/model/settings';
import { isLoopback, listeningOf, localUrl } from '../transport/transport.ts';

/**
 * Returns the links. Those of a trial lead to the API's own URL. A trial is a home with the demo account, whose API listens on loopback alone
 * or in the container of a trial.
 */
export function linksOf(
  values: SharedConfiguration,
  { hasDemoAccount }: { hasDemoAccount: boolean },
): Pick<Settings, 'signUpUrl' | 'apiUrl'> {
  const listening = listeningOf(values);
  const { address, trustProxy, publicUrl } = listening;
  const isForThisMachine = isLoopback(address) || listening.isTrial;
  const apiUrl = publicUrl ?? localUrl(listening);
  const isTrial = hasDemoAccount && trustProxy.length === 0 && publicUrl === null && isForThisMachine;
  return { signUpUrl: values['panel.url'] ?? (isTrial ? apiUrl : null), apiUrl };
}
