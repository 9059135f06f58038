/** Requests to servers that customers name: the name is resolved here, and every one of its addresses must be allowed. */
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Endpoint } from '@innkeeper/model/outgoing-http/endpoints';
import { SERVICE_RULES } from '@innkeeper/model/outgoing-http/rules';
import { explainAddressRefusal, explainUrlRefusal, hostOf, portOf } from '@innkeeper/model/outgoing-http/target';
import { listOwnAddresses } from './pinned-address.ts';

export interface AddressPolicy {
  /** Places that may be asked although they are not public, also over http. */
  receivers: readonly Endpoint[];
  /** The addresses of a name. */
  resolve: (host: string) => Promise<string[]>;
}

/**
 * Asks the DNS servers itself. `dns.lookup` would take one of the process's 4 threads for as long as the customer's DNS server likes, and
 * files of guests wait for these threads.
 */
export function openAddresses(): AddressPolicy['resolve'] {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  return async (host) => {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length === 0) throw new Error(`no addresses for ${host}`);
    return found;
  };
}

/** What is said to the customer as it is. */
export class RefusedAddress extends Error {}

/** The address to connect to. Fails with `RefusedAddress`. */
export async function checkedAddress(url: URL, { receivers, resolve }: AddressPolicy, signal: AbortSignal): Promise<string> {
  // The operator may allow less than when it was added.
  const refusal = explainUrlRefusal(url.href, SERVICE_RULES, receivers);
  if (refusal !== undefined) throw new RefusedAddress(refusal);
  const [host, port] = [hostOf(url), portOf(url)];
  const addresses = isIP(host) === 0 ? await unlessAborted(resolve(host), signal).catch(unresolved) : [host];
  const why = explainAddressRefusal(addresses, port, SERVICE_RULES, receivers, listOwnAddresses());
  if (why !== undefined) throw new RefusedAddress(why);
  const [first] = addresses;
  if (first === undefined) throw new RefusedAddress(UNRESOLVED);
  return first;
}

const UNRESOLVED = 'The name of the URL has no address.';

function unresolved(): never {
  throw new RefusedAddress(UNRESOLVED);
}

function unlessAborted<T>(asked: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new Error('aborted'));
    signal.addEventListener('abort', abort, { once: true });
    asked.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
