/**
 * Checks whether host names resolve to their addresses. A request waits at most 3 s. At most 4 requests run concurrently, because each
 * keeps its transaction open.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { forEachConcurrently } from '@innkeeper/db/for-each-concurrently';
import type { ForwardNames } from '@innkeeper/domain/names/forward';
import { type DnsResolver, openResolver } from '@innkeeper/engine/dns/resolver';
import { Failure } from '@innkeeper/model/failures';
import { numberOf } from '@innkeeper/model/net/ip-networks';

const TIMEOUT_MS = 3_000;
/** Maximum number of concurrent requests. The API has 20 database connections by default, and the remaining ones stay free. */
const MAX_REQUESTS = 4;
const QUERY_CONCURRENCY = 20;

export function openForwardNames(open: (servers: readonly string[]) => DnsResolver = openResolver): ForwardNames {
  let runningRequests = 0;
  return {
    async findUnconfirmed(names, resolvers) {
      if (runningRequests >= MAX_REQUESTS)
        throw new Failure('unavailable', { message: 'Too many names are being resolved at the moment. Try again.' });
      runningRequests += 1;
      const controller = new AbortController();
      const unconfirmed = new Set(names.keys());
      const timeout = sleep(TIMEOUT_MS, undefined, { signal: controller.signal }).catch(() => {});
      try {
        const resolver = open(resolvers);
        const lookups = forEachConcurrently([...names], QUERY_CONCURRENCY, async ([address, name]) => {
          if (controller.signal.aborted) return;
          if (await resolvesTo(resolver, name, address)) unconfirmed.delete(address);
        });
        await Promise.race([lookups, timeout]);
        // Copy the set, because queries that are still running can delete from it. Sets keep the order of `names`.
        return new Set(unconfirmed);
      } finally {
        controller.abort();
        runningRequests -= 1;
      }
    },
  };
}

async function resolvesTo(resolver: DnsResolver, name: string, address: string): Promise<boolean> {
  const number = numberOf(address);
  const found = await resolver.addresses(name, address.includes(':') ? 6 : 4).catch(() => []);
  return found.some((one) => numberOf(one) === number);
}
