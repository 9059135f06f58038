/** The registers of VAT numbers. They are down for days now and then, and their verdicts change over the months. */
import type { VatNumbers } from '@innkeeper/engine/vat-numbers/port';
import { type Clock, days } from '@innkeeper/model/time/clock';
import { hashToInteger } from '../random.ts';

export function vatRegisters(seed: number, clock: Clock): VatNumbers {
  const since = (span: number): number => Math.floor(clock.now().getTime() / span);
  return {
    capabilities: { registers: true },
    async check({ vatNumber }) {
      if (hashToInteger(seed, 'away', since(days(3))) % 4 === 0)
        return { verdict: 'unknown', reason: 'MS_UNAVAILABLE', away: 'all' };
      if (hashToInteger(seed, 'country', vatNumber.slice(0, 2), since(days(2))) % 4 === 0)
        return { verdict: 'unknown', reason: 'MS_UNAVAILABLE', away: 'country' };
      const verdict = hashToInteger(seed, 'verdict', vatNumber, since(days(120))) % 4 === 0 ? 'invalid' : 'valid';
      return { verdict, consultation: verdict === 'valid' ? 'WAPI7' : null, name: 'Given Ltd', address: null };
    },
  };
}
