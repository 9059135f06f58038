/** Resolves TXT records that prove domains, within bounds: a request waits at most 5 s, and at most 8 run at once. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DomainProofs } from '@innkeeper/domain/single-sign-on/domain-proofs';
import { type DnsResolver, openResolver } from '@innkeeper/engine/dns/resolver';
import { Failure } from '@innkeeper/model/failures';

const TIMEOUT_MS = 5_000;
const MAX_QUERIES = 8;

export function openDomainProofs(open: () => DnsResolver = () => openResolver([])): DomainProofs {
  let runningRequests = 0;
  return {
    async findProven<Key>(records: ReadonlyMap<Key, { name: string; value: string }>) {
      if (runningRequests >= MAX_QUERIES)
        throw new Failure('unavailable', { message: 'Too many domains are being resolved at the moment. Try again.' });
      runningRequests += 1;
      const controller = new AbortController();
      try {
        const resolver = open();
        const proven = new Set<Key>();
        const timeout = sleep(TIMEOUT_MS, undefined, { signal: controller.signal }).catch(() => {});
        const lookups = Promise.all(
          [...records].map(async ([key, { name, value }]) => {
            const texts: string[] = await resolver.texts(name).catch(() => []);
            if (texts.includes(value)) proven.add(key);
          }),
        );
        await Promise.race([lookups, timeout]);
        return new Set(proven);
      } finally {
        controller.abort();
        runningRequests -= 1;
      }
    },
  };
}
