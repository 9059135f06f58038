/** Computes the base URLs of links in mails and of affiliate links: the operator's web page and the API. */
import type { SharedConfiguration } from '@innkeeper/model/configuration/settings';
import type { Settings } from '@innkeeper/model/settings/settings';
import { consoleUrl, isLoopback, isLoopbackHost, listenSettingsOf, localUrl } from '../transport/transport.ts';

/**
 * Returns the base URLs of links. `pageUrl` is `panel.url`, or by default the console of this installation.
 *
 * Outside a trial, `pageUrl` is `null` if mails are sent by SMTP and only this machine can reach the console. Such links would lead to the
 * loopback address of the reader's machine. A trial is a home with the demo account, without trusted proxies and without a public URL. The
 * API of a trial listens only on loopback, or runs in the container of a trial.
 */
export function linksOf(
  values: SharedConfiguration,
  { hasDemoAccount }: { hasDemoAccount: boolean },
): Pick<Settings, 'pageUrl' | 'hasPublicPage' | 'apiUrl'> {
  const listening = listenSettingsOf(values);
  const { address, trustProxy, publicUrl } = listening;
  const isForThisMachine = isLoopback(address) || listening.isTrial;
  const apiUrl = publicUrl ?? localUrl(listening);
  const isTrial = hasDemoAccount && trustProxy.length === 0 && publicUrl === null && isForThisMachine;
  const page = values['panel.url'] ?? consoleUrl(listening);
  const hasPublicPage = values['panel.url'] !== null || isTrial || !isLoopbackHost(new URL(page).hostname);
  return { pageUrl: hasPublicPage || values['mail.smtp.host'] === null ? page : null, hasPublicPage, apiUrl };
}
