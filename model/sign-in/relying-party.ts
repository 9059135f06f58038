/** For whom passkeys are made: browsers bind each to a domain, and answer pages of that domain and its subdomains alone. */

export interface RelyingParty {
  /** The domain: `example.com`. */
  readonly id: string;
  /** Where a page may be that uses them: `https://panel.example.com`. */
  readonly origins: readonly string[];
}

/** Browsers take no IP address for a domain. */
const IS_ADDRESS = /^[\d.]+$|^\[/;

/**
 * `apiUrl`: where clients reach the API. `domain`: null: the host of that. `pages`: origins of the host's own pages, of which those count that
 * are within the domain. Undefined where the API is reached by an address.
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
