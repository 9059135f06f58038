/** Resolves TXT records that prove domains, within bounds: a request waits at most 5 s, and at most 8 run at once. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DomainProofs } from '@innkeeper/domain/single-sign-on/domain-proofs';
import { type DnsResolver, openResolver } from '@innkeeper/engine/dns/resolver';
import { Failure } from '@innkeeper/model/failures';

const TIMEOUT_MS = 5_000;
const MAX_QUERIES = 8;

export function openDomainProofs(open: () => DnsResolver = () => openResolver([])): DomainProofs {
  let asking = 0;
  return {
    async findProven<Key>(records: ReadonlyMap<Key, { name: string; value: string }>) {
      if (asking >= MAX_QUERIES)
        throw new Failure('unavailable', { message: 'Too many domains are being resolved at the moment. Try again.' });
      asking += 1;
      const waiting = new AbortController();
      try {
        const resolver = open();
        const there = new Set<Key>();
        const late = sleep(TIMEOUT_MS, undefined, { signal: waiting.signal }).catch(() => {});
        const asked = Promise.all(
          [...records].map(async ([key, { name, value }]) => {
            const texts: string[] = await resolver.texts(name).catch(() => []);
            if (texts.includes(value)) there.add(key);
          }),
        );
        await Promise.race([asked, late]);
        return new Set(there);
      } finally {
        waiting.abort();
        asking -= 1;
      }
    },
  };
}
