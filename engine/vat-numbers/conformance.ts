/** What every checker of VAT numbers must do, as one suite. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { VatNumbers } from './port.ts';

export interface VatNumbersHarness {
  port: VatNumbers;
  /** Takes away what it asks; null where there is nothing. */
  goAway: (() => Promise<void>) | null;
  close(): Promise<void>;
}

/** Real ones, of companies that are registered, but for the last digits. */
const VALID = ['DE136695976', 'ATU12345675', 'EL094259216', 'NL004495445B01', 'FR40303265045', 'IE6388047V'];
const INVALID = ['DE136695977', 'ATU99999999', 'EL094259217', 'FR41303265045'];
const NONSENSE = ['', 'X', 'XX', 'DE', 'DEDEDEDEDE', 'AT\u0000', `DE${'9'.repeat(5_000)}`, '<xml/>', '💶💶'];

export function vatNumbersConformance(name: string, openHarness: () => Promise<VatNumbersHarness>): void {
  describe(`VAT numbers: ${name}`, () => {
    let harness: VatNumbersHarness;
    beforeAll(async () => {
      harness = await openHarness();
    });
    afterAll(() => harness?.close());
    const check = (vatNumber: string, requester: string | null = null) => harness.port.check({ vatNumber, requester });

    it('knows valid numbers of all kinds, and those with a wrong digit', async () => {
      for (const number of VALID) expect(await check(number), number).toMatchObject({ verdict: 'valid' });
      for (const number of INVALID) expect(await check(number), number).toMatchObject({ verdict: 'invalid' });
    });

    it('refuses what is no number of the EU, and throws for nothing', async () => {
      for (const number of NONSENSE) expect(await check(number), number).toMatchObject({ verdict: 'invalid' });
    });

    it('answers many at once, each about its own number', async () => {
      const asked = [...VALID, ...INVALID, ...VALID];
      const answers = await Promise.all(asked.map((number) => check(number)));
      expect(answers.map(({ verdict }) => verdict === 'valid')).toEqual(asked.map((number) => VALID.includes(number)));
    });

    it('gives a consultation number to who asks with a number, if it asks registers', async () => {
      const { registers } = harness.port.capabilities;
      const answer = await check('DE136695976', 'ATU12345675');
      expect(answer).toMatchObject({ verdict: 'valid', consultation: registers ? expect.stringMatching(/./) : null });
      expect(await check('DE136695976')).toMatchObject({ verdict: 'valid', consultation: null });
    });

    it('has no verdict while what it asks is away', async () => {
      if (!harness.goAway) return expect(harness.port.capabilities.registers).toBe(false);
      await harness.goAway();
      for (const number of [...VALID, ...INVALID]) expect(await check(number)).toMatchObject({ verdict: 'unknown', away: 'all' });
    });
  });
}
