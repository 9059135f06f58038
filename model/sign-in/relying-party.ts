/** The relying party of passkeys. Browsers bind each passkey to a domain, and use it only for pages of that domain and its subdomains. */

export interface RelyingParty {
  /** Domain: `example.com`. */
  readonly id: string;
  /** Origins of pages that may use the passkeys: `https://panel.example.com`. */
  readonly origins: readonly string[];
}

/** Host that is an IP address, which browsers do not accept as a domain. */
const IS_ADDRESS = /^[\d.]+$|^\[/;

/**
 * Returns the relying party, or `undefined` if its host is an IP address.
 *
 * `apiUrl` is the public URL of the API. `domain` may be `null` for the host of that URL. `pages` are origins of the host's own pages.
 * Pages outside the domain are ignored.
 */
export function relyingPartyOf(
  apiUrl: string,
  { domain, pages }: { domain: string | null; pages: readonly string[] },
): RelyingParty | undefined {
  const id = domain ?? new URL(apiUrl).hostname;
  if (IS_ADDRESS.test(id)) return undefined;
  const isWithin = ({ hostname }: URL): boolean => hostname === id || hostname.endsWith(`.${id}`);
  const urls = [apiUrl, ...pages].map((url) => new URL(url)).filter(isWithin);
  return { id, origins: [...new Set(urls.map(({ origin }) => origin))] };
}
