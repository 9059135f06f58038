/** The two ways to resolve the name of a URL. */
import { lookup, Resolver } from 'node:dns/promises';

/** Returns all addresses of a name. Rejects, or returns an empty list, if the name has none. */
export type ResolveName = (host: string) => Promise<readonly string[]>;

/** Timeout in milliseconds of one query to a DNS server. */
const QUERY_TIMEOUT_MS = 2_000;
const QUERY_TRIES = 2;

/**
 * Resolves a name like the host, which includes `/etc/hosts`, so that an operator can name a mirror there. Each call occupies one of the
 * process's 4 threads until the name's DNS server answers. The caller must therefore limit the number of concurrent requests.
 */
export async function resolveByHost(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

/**
 * Creates a function that queries DNS servers directly. It occupies no thread, so a slow DNS server of a customer delays no other work. It
 * does not read `/etc/hosts`.
 */
export function createDnsResolver(): ResolveName {
  const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES });
  return async (host) => {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
}
