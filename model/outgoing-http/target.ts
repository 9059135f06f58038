/**
 * Checks targets of outgoing requests whose URL customers or staff choose.
 *
 * Such a request must not reach the host or the operator's networks. Nor must it reach the link-local address at which a cloud serves the
 * secrets of a machine.
 */
import { isIP } from 'node:net';
import { type Endpoint, includesEndpoint } from './endpoints.ts';
import { canonicalAddress, isPublicAddress } from './public-address.ts';
import type { TargetRules } from './rules.ts';

const NOT_PUBLIC = 'The URL resolves to an address that is not public. Use a public address.';

/**
 * Returns a sentence that explains why this URL is refused, or `undefined` if its text is acceptable.
 *
 * The resolved addresses of its name are checked by `explainAddressRefusal`. `allowed` lists endpoints that may be used although they are
 * private.
 */
export function explainUrlRefusal(text: string, rules: TargetRules, allowed: readonly Endpoint[]): string | undefined {
  if (!URL.canParse(text)) return 'This is not a valid URL.';
  const url = new URL(text);
  const [host, port] = [hostOf(url), portOf(url)];
  const schemes = includesEndpoint(allowed, { address: host, port }) ? rules.endpointSchemes : rules.schemes;
  if (!schemes.includes(url.protocol)) return `The URL must begin with ${formatSchemes(rules.schemes)}.`;
  if (url.username !== '' || url.password !== '') return 'The URL must not contain a user name or a password.';
  if (url.hash !== '' && !rules.allowsFragment) return 'The URL must not contain a fragment.';
  if (isIP(host) !== 0) return explainAddressRefusal([host], port, rules, allowed);
  if (host === '' || host === 'localhost' || host.endsWith('.localhost')) return NOT_PUBLIC;
  if (rules.allowsEndpointPorts && allowed.some((endpoint) => endpoint.port === port)) return undefined;
  return rules.allowsPort(port) ? undefined : rules.portRefusal;
}

/**
 * Returns a sentence that explains why these addresses of one name are refused, or `undefined` if all are allowed.
 *
 * One refused address is enough, because the next connection could use it. `ownAddresses` are canonical addresses of this host. They are
 * refused even if public, because services of the host may listen on them.
 */
export function explainAddressRefusal(
  addresses: readonly string[],
  port: number,
  rules: TargetRules,
  allowed: readonly Endpoint[],
  ownAddresses: readonly string[] = [],
): string | undefined {
  for (const address of addresses) {
    if (includesEndpoint(allowed, { address, port })) continue;
    if (!isPublicAddress(address)) return NOT_PUBLIC;
    if (!rules.allowsPort(port)) return rules.portRefusal;
    if (ownAddresses.includes(canonicalAddress(address))) return NOT_PUBLIC;
  }
  return undefined;
}

/** Returns the host of a URL: a name without its trailing dot, or an address without the brackets of IPv6. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

/** Returns the port of an http or https URL. */
export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

const formatSchemes = (schemes: readonly string[]): string => schemes.map((scheme) => `${scheme}//`).join(' or ');
