/** Looks for TXT records that prove domains, in bounds: a request waits 5 s at most, and few do at a time. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DomainProofs } from '@innkeeper/domain/single-sign-on/domain-proofs';
import { type DnsResolver, openResolver } from '@innkeeper/engine/dns/resolver';
import { Failure } from '@innkeeper/model/failures';

const MOST_MS = 5_000;
const AT_ONCE = 8;

export function openDomainProofs(open: () => DnsResolver = () => openResolver([])): DomainProofs {
  let asking = 0;
  return {
    async found<Key>(records: ReadonlyMap<Key, { name: string; value: string }>) {
      if (asking >= AT_ONCE)
        throw new Failure('unavailable', { message: 'Too many domains are being resolved at the moment. Try again.' });
      asking += 1;
      const waiting = new AbortController();
      try {
        const resolver = open();
        const there = new Set<Key>();
        const late = sleep(MOST_MS, undefined, { signal: waiting.signal }).catch(() => {});
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
