/** Asks resolvers where names lead, in bounds: a request waits 3 s at most, and few do at a time, since each keeps its transaction open. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sideBySide } from '@innkeeper/db/side-by-side';
import type { ForwardNames } from '@innkeeper/domain/names/forward';
import { type DnsResolver, openResolver } from '@innkeeper/engine/dns/resolver';
import { Failure } from '@innkeeper/model/failures';
import { numberOf } from '@innkeeper/model/ip-networks';

const MOST_MS = 3_000;
/** Requests at a time; of the 20 connections of the API the others stay free. */
const AT_ONCE = 4;
const QUESTIONS_AT_ONCE = 20;

export function openForwardNames(open: (servers: readonly string[]) => DnsResolver = openResolver): ForwardNames {
  let asking = 0;
  return {
    async unconfirmed(names, resolvers) {
      if (asking >= AT_ONCE)
        throw new Failure('unavailable', { message: 'Too many names are being resolved at the moment. Try again.' });
      asking += 1;
      const waiting = new AbortController();
      const left = new Set(names.keys());
      const late = sleep(MOST_MS, undefined, { signal: waiting.signal }).catch(() => {});
      try {
        const resolver = open(resolvers);
        const asked = sideBySide([...names], QUESTIONS_AT_ONCE, async ([address, name]) => {
          if (waiting.signal.aborted) return;
          if (await leadsTo(resolver, name, address)) left.delete(address);
        });
        await Promise.race([asked, late]);
        // In the order in which they were named.
        return new Set(left);
      } finally {
        waiting.abort();
        asking -= 1;
      }
    },
  };
}

async function leadsTo(resolver: DnsResolver, name: string, address: string): Promise<boolean> {
  const number = numberOf(address);
  const found = await resolver.addresses(name, address.includes(':') ? 6 : 4).catch(() => []);
  return found.some((one) => numberOf(one) === number);
}
