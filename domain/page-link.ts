/** Links to the host's web page. Without a page no link is mailed, because the link would carry its secret to another host. */
import { Failure } from '@innkeeper/model/failures';
import type { Settings } from '@innkeeper/model/settings/settings';

type PageSettings = Pick<Settings, 'pageUrl' | 'apiUrl'>;

export type LinkParameter = 'email_change' | 'invitation' | 'password_reset' | 'sign_up';

/** Throws `not_supported` while the host has no web page configured. For actions that mail a link. */
export function requirePage({ pageUrl }: PageSettings): URL {
  if (pageUrl !== null) return new URL(pageUrl);
  throw new Failure('not_supported', {
    message: 'This installation has no web page for links in mails. The operator must set panel.url.',
  });
}

/** Throws `not_supported` while only this machine can open the web page. For opening sign-up to the public. */
export function requirePublicPage({ hasPublicPage }: Pick<Settings, 'hasPublicPage'>): void {
  if (hasPublicPage) return;
  throw new Failure('not_supported', {
    message: 'Links in mails would lead to this machine alone. The operator must set panel.url or api.public_url.',
  });
}

/** Returns the link of a mail, which carries `secret`. Throws `not_supported` as `requirePage` does. */
export function pageLink(settings: PageSettings, parameter: LinkParameter, secret: string): string {
  const link = requirePage(settings);
  link.searchParams.set(parameter, secret);
  return link.href;
}

/** Returns the page of orders, to which gateways return customers. */
export const ordersPage = (settings: PageSettings): string => new URL('/orders', pageOrApi(settings)).href;

/** Returns the web page, or the API's own URL if no page is configured. For links that are shown rather than mailed. */
export const pageOrApi = ({ pageUrl, apiUrl }: PageSettings): URL => new URL(pageUrl ?? apiUrl);
