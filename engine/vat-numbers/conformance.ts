/** The conformance suite that every checker of VAT numbers must pass. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { VatNumbers } from './port.ts';

export interface VatNumbersHarness {
  port: VatNumbers;
  /** Makes the queried service unavailable. `null` if the checker queries none. */
  makeUnavailable: (() => Promise<void>) | null;
  close(): Promise<void>;
}

/** Numbers with correct check digits. */
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

    it('recognizes valid numbers of all kinds, and those with a wrong digit', async () => {
      for (const number of VALID) expect(await check(number), number).toMatchObject({ verdict: 'valid' });
      for (const number of INVALID) expect(await check(number), number).toMatchObject({ verdict: 'invalid' });
    });

    it('refuses other text, without throwing', async () => {
      for (const number of NONSENSE) expect(await check(number), number).toMatchObject({ verdict: 'invalid' });
    });

    it('answers concurrent requests, each about its own number', async () => {
      const asked = [...VALID, ...INVALID, ...VALID];
      const answers = await Promise.all(asked.map((number) => check(number)));
      expect(answers.map(({ verdict }) => verdict === 'valid')).toEqual(asked.map((number) => VALID.includes(number)));
    });

    it('returns a consultation number to a requester with a number, if it queries registers', async () => {
      const { registers } = harness.port.capabilities;
      const answer = await check('DE136695976', 'ATU12345675');
      expect(answer).toMatchObject({ verdict: 'valid', consultation: registers ? expect.stringMatching(/./) : null });
      expect(await check('DE136695976')).toMatchObject({ verdict: 'valid', consultation: null });
    });

    it('has no verdict while the registers are unavailable', async () => {
      if (!harness.makeUnavailable) return expect(harness.port.capabilities.registers).toBe(false);
      await harness.makeUnavailable();
      for (const number of [...VALID, ...INVALID]) expect(await check(number)).toMatchObject({ verdict: 'unknown', away: 'all' });
    });
  });
}
