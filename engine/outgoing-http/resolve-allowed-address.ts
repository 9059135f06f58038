/** Resolves the name of a URL to an address that the policy allows. */
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { canonicalAddress } from '@innkeeper/model/outgoing-http/public-address';
import { explainAddressRefusal, explainUrlRefusal, hostOf, portOf } from '@innkeeper/model/outgoing-http/target';
import { OutgoingHttpError } from './error.ts';
import type { OutgoingPolicy } from './policy.ts';

/**
 * Returns the address to connect to. Queries the resolver once. Throws `OutgoingHttpError`, or the reason of the signal once it aborts.
 *
 * Checks the URL again although its operation has checked it. The operator may allow less by now, and redirects lead to new URLs.
 */
export async function resolveAllowedAddress(text: string, policy: OutgoingPolicy, signal: AbortSignal): Promise<string> {
  const { rules, allowed } = policy;
  const urlRefusal = explainUrlRefusal(text, rules, allowed);
  if (urlRefusal !== undefined) throw new OutgoingHttpError('refused', urlRefusal);
  const url = new URL(text);
  const host = hostOf(url);
  const addresses = isIP(host) === 0 ? await resolveName(host, policy, signal) : [host];
  const refusal = explainAddressRefusal(addresses, portOf(url), rules, allowed, listOwnAddresses());
  if (refusal !== undefined) throw new OutgoingHttpError('refused', refusal);
  const [first] = addresses;
  if (first === undefined) throw unresolved();
  return first;
}

async function resolveName(host: string, policy: OutgoingPolicy, signal: AbortSignal): Promise<readonly string[]> {
  try {
    signal.throwIfAborted();
    return await abandonOnAbort(() => policy.resolveName(host), signal);
  } catch (error) {
    throw signal.aborted ? signal.reason : unresolved(error);
  }
}

/** Stops waiting once the signal aborts, because resolvers cannot be interrupted. */
function abandonOnAbort<T>(start: () => Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    start()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Returns the canonical addresses of all network interfaces of this host. */
function listOwnAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses) => addresses?.map((own) => canonicalAddress(own.address)) ?? []);
}

const unresolved = (cause?: unknown) =>
  new OutgoingHttpError('unresolved', 'The host name of the URL does not resolve to an address.', cause);
