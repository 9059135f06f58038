/**
 * Checks whether host names resolve to their addresses. A request waits at most 3 s. At most 4 requests run concurrently, because each
 * keeps its transaction open.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { forEachConcurrently } from '@innkeeper/db/for-each-concurrently';
import type { ForwardNames } from '@innkeeper/domain/names/forward';
import { type DnsResolver, openResolver } from '@innkeeper/engine/dns/resolver';
import { Failure } from '@innkeeper/model/failures';
import { numberOf } from '@innkeeper/model/ip-networks';

const TIMEOUT_MS = 3_000;
/** Maximum number of concurrent requests. The API has 20 database connections by default, and the remaining ones stay free. */
const MAX_REQUESTS = 4;
const QUERY_CONCURRENCY = 20;

export function openForwardNames(open: (servers: readonly string[]) => DnsResolver = openResolver): ForwardNames {
  let asking = 0;
  return {
    async findUnconfirmed(names, resolvers) {
      if (asking >= MAX_REQUESTS)
        throw new Failure('unavailable', { message: 'Too many names are being resolved at the moment. Try again.' });
      asking += 1;
      const waiting = new AbortController();
      const left = new Set(names.keys());
      const late = sleep(TIMEOUT_MS, undefined, { signal: waiting.signal }).catch(() => {});
      try {
        const resolver = open(resolvers);
        const asked = forEachConcurrently([...names], QUERY_CONCURRENCY, async ([address, name]) => {
          if (waiting.signal.aborted) return;
          if (await resolvesTo(resolver, name, address)) left.delete(address);
        });
        await Promise.race([asked, late]);
        // Copy the set, because queries that are still running can delete from it. Sets keep the order of `names`.
        return new Set(left);
      } finally {
        waiting.abort();
        asking -= 1;
      }
    },
  };
}

async function resolvesTo(resolver: DnsResolver, name: string, address: string): Promise<boolean> {
  const number = numberOf(address);
  const found = await resolver.addresses(name, address.includes(':') ? 6 : 4).catch(() => []);
  return found.some((one) => numberOf(one) === number);
}
