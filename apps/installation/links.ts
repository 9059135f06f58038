/** Targets of links in mails and of affiliates: the operator's web page, and the URL of the API. */
import type { SharedConfiguration } from '@innkeeper/model/configuration/settings';
import type { Settings } from '@innkeeper/model/settings';
import { consoleUrl, isLoopback, isLoopbackHost, listeningOf, localUrl } from '../transport/transport.ts';

/**
 * Returns the links. They lead to `panel.url`. Default: the console of this installation. A default that only this machine reaches serves a
 * trial and mails that are written to files. It counts as missing where mails leave by SMTP, since their links would lead to another machine's
 * loopback. A trial is a home with the demo account, whose API listens on loopback alone or in the container of a trial.
 */
export function linksOf(
  values: SharedConfiguration,
  { hasDemoAccount }: { hasDemoAccount: boolean },
): Pick<Settings, 'pageUrl' | 'hasPublicPage' | 'apiUrl'> {
  const listening = listeningOf(values);
  const { address, trustProxy, publicUrl } = listening;
  const isForThisMachine = isLoopback(address) || listening.isTrial;
  const apiUrl = publicUrl ?? localUrl(listening);
  const isTrial = hasDemoAccount && trustProxy.length === 0 && publicUrl === null && isForThisMachine;
  const page = values['panel.url'] ?? consoleUrl(listening);
  const hasPublicPage = values['panel.url'] !== null || isTrial || !isLoopbackHost(new URL(page).hostname);
  return { pageUrl: hasPublicPage || values['mail.smtp.host'] === null ? page : null, hasPublicPage, apiUrl };
}
