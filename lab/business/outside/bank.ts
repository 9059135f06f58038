/**
 * The seller's bank. Transfers come late, short, in excess, twice or without a reference, and exports overlap under new ids and are imported again.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { formatDecimal } from '@innkeeper/model/money/money';
import { type GivenCredit, statementXml } from '../../bank-statement.ts';
import type { Random } from '../random.ts';
import type { Simulation } from '../simulation.ts';

type Credit = GivenCredit;

export interface SimulatedBank {
  /** Reads the expected transfers, and decides the amounts that payers send. */
  notice(): Promise<void>;
  /** Imports the export of a day, sometimes with the credits of the previous one, or twice. Returns a line of the journal, if there is a statement. */
  statement(): Promise<string | undefined>;
}

export function openBank(place: Simulation, random: Random): SimulatedBank {
  const { lab, clock, home, operator } = place;
  let seen = 0;
  let made = 0;
  let waiting: Credit[] = [];
  let last: Credit[] = [];

  function sent(reference: string, amount: bigint): Credit[] {
    const exact = { amount: formatDecimal(amount), text: `order ${reference.toLowerCase().replace(/(.{4})/g, '$1 ')}` };
    const part = (cents: bigint) => ({ ...exact, amount: formatDecimal(cents) });
    return random.of([
      () => [exact],
      () => [exact],
      () => [],
      () => [exact, { ...exact, text: `${exact.text} again` }],
      () => [part(amount / 2n + 1n), part(amount - amount / 2n - 1n)].filter((one) => one.amount !== '0.00'),
      () => [part(amount + 500n)],
      () => [{ ...exact, text: 'for the server' }],
    ])();
  }

  async function assign(lines: readonly { id: number }[]): Promise<number> {
    const expected = await lab.db.selectFrom('payments').select('id').where('gateway', '=', 'bank').orderBy('id').execute();
    let assigned = 0;
    for (const { id } of lines) {
      if (expected.length === 0 || random.oneIn(2)) continue;
      await operator.run('assignBank', { line: id, payment: random.of(expected).id });
      assigned += 1;
    }
    return assigned;
  }

  return {
    async notice() {
      const fresh = await lab.db
        .selectFrom('payments')
        .select(['id', 'reference', 'amount'])
        .where('id', '>', seen)
        .where('gateway', '=', 'bank')
        .orderBy('id')
        .execute();
      for (const { id, reference, amount } of fresh) {
        seen = id;
        waiting.push(...sent(reference, amount));
      }
    },
    async statement() {
      // Each transfer takes a few days, in any order.
      const come = waiting.filter(() => random.oneIn(2));
      waiting = waiting.filter((one) => !come.includes(one));
      if (come.length === 0) return undefined;
      made += 1;
      const bookedOn = clock.now().toISOString().slice(0, 10);
      const reference = random.oneIn(3) ? undefined : `${made}`.padStart(8, '9');
      const fresh = come.map((one, i) => ({ ...one, bookedOn, reference: reference && `${reference}-${i}` }));
      const repeated = random.oneIn(2) ? last : [];
      last = fresh;
      // Some banks begin with 1 again.
      const id = random.oneIn(2) ? '1' : `S-${made}`;
      const file = path.join(home, 'statement.xml');
      await fs.writeFile(file, statementXml([{ id, credits: [...repeated, ...fresh] }], place.settings.currency));
      const { unmatched, lines, known } = await operator.run('importBank', { file });
      if (known < repeated.length)
        throw new Error(`statement ${made} credits a transfer twice: ${known} of ${repeated.length} known`);
      if (random.oneIn(3)) {
        const again = await operator.run('importBank', { file });
        if (again.known !== again.lines) throw new Error(`lines of statement ${made} were taken twice: ${JSON.stringify(again)}`);
      }
      const assigned = await assign(unmatched);
      return `statement ${made}: ${lines} credits, ${known} known, ${unmatched.length} of nobody, ${assigned} assigned`;
    },
  };
}
