/**
 * Where events of customers may be sent: to https URLs on public addresses, and to receivers that the operator names, which may be private
 * and speak http. An attacker who adds a webhook must not reach through us what only the host's network can.
 */
import { isIP } from 'node:net';
import { isMirror, type Mirror } from '../mirrors.ts';
import { hostOf, isPublicAddress, PRIVATE, portOf } from '../public-address.ts';

/** Why no event is sent to this URL, as a sentence; undefined when the URL alone gives no reason to refuse. */
export function refusedReceiver(text: string, allowed: readonly Mirror[]): string | undefined {
  if (!URL.canParse(text)) return 'This is not a valid URL.';
  const url = new URL(text);
  const [host, port] = [hostOf(url), portOf(url)];
  const isAllowed = isMirror(allowed, { address: host, port });
  if (url.protocol !== 'https:' && !(isAllowed && url.protocol === 'http:')) return 'The URL must begin with https://.';
  if (url.username !== '' || url.password !== '') return 'The URL must not contain a user name or a password.';
  if (url.hash !== '') return 'The URL must not contain a fragment.';
  if (isAllowed) return undefined;
  if (host === '' || host === 'localhost' || host.endsWith('.localhost')) return PRIVATE;
  if (isIP(host) !== 0) return refusedAddress({ address: host, port }, allowed);
  return refusedPort(port);
}

/** Why nothing is sent to this address, whether it was in the URL or is what its name resolved to. */
export function refusedAddress({ address, port }: Mirror, allowed: readonly Mirror[]): string | undefined {
  if (isMirror(allowed, { address, port })) return undefined;
  return isPublicAddress(address) ? refusedPort(port) : PRIVATE;
}

/** Below 1024 other services listen, which nobody sends events to. */
function refusedPort(port: number): string | undefined {
  return port === 443 || port >= 1_024 ? undefined : 'The port must be 443, or 1024 or more.';
}
