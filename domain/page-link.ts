/** Links to the host's web page. Without a page no link is mailed: it would carry its secret to somebody else's host. */
import { Failure } from '@innkeeper/model/failures';
import type { Settings } from '@innkeeper/model/settings';

type PageSettings = Pick<Settings, 'pageUrl' | 'apiUrl'>;

export type LinkParameter = 'email_change' | 'invitation' | 'password_reset' | 'sign_up';

/** Throws `not_supported` while the host has named no web page. For acts that mail a link. */
export function requirePage({ pageUrl }: PageSettings): URL {
  if (pageUrl !== null) return new URL(pageUrl);
  throw new Failure('not_supported', {
    message: 'This installation has no web page for links in mails. The operator must set panel.url.',
  });
}

/** Throws `not_supported` while the web page is on this machine alone. For the opening of sign-up to everybody. */
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

/** Returns the web page, or the API's own URL while the host has named none. For what is shown and not mailed. */
export const pageOrApi = ({ pageUrl, apiUrl }: PageSettings): URL => new URL(pageUrl ?? apiUrl);
