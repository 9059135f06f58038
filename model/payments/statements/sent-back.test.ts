import { expect, test } from 'vitest';
import type { StatementDebit } from '../statement-line.ts';
import { planReturns, type ReturnableCredit } from './sent-back.ts';

const [ADA, BOB] = ['AT611904300234573201', 'DE02120300000000202051'];
const debit = (fields: Partial<StatementDebit> = {}): StatementDebit => ({
  ...{ bookedOn: '2026-11-12', amount: 20_00n, currency: 'EUR', payeeIban: ADA, text: '' },
  ...fields,
});
const credit = (id: number, fields: Partial<ReturnableCredit> = {}): ReturnableCredit => ({
  ...{ id, bookedOn: '2026-11-10', amount: 20_00n, currency: 'EUR', payerIban: ADA, returnedOn: null },
  ...fields,
});
const RETURNED = { returnedOn: '2026-11-12' };

test.each<[form: string, debits: StatementDebit[], credits: ReturnableCredit[], returned: number[]]>([
  ['the same amount to the same account', [debit()], [credit(1)], [1]],
  ['on the day of the credit', [debit({ bookedOn: '2026-11-10' })], [credit(1)], [1]],
  ['before the credit', [debit({ bookedOn: '2026-11-09' })], [credit(1)], []],
  ['another amount', [debit({ amount: 19_99n })], [credit(1)], []],
  ['another currency', [debit({ currency: 'CHF' })], [credit(1)], []],
  ['another account', [debit({ payeeIban: BOB })], [credit(1)], []],
  ['an account that is written otherwise', [debit()], [credit(1, { payerIban: 'at61 1904 3002 3457 3201' })], [1]],
  ['one debit for two credits', [debit()], [credit(2), credit(1)], [1]],
  ['two debits for two credits', [debit(), debit()], [credit(1), credit(2)], [1, 2]],
  ['the oldest first', [debit()], [credit(1, { bookedOn: '2026-11-11' }), credit(2)], [2]],
  ['a debit that is imported again', [debit()], [credit(1, RETURNED), credit(2)], []],
  ['two debits of which one is imported again', [debit(), debit()], [credit(1, RETURNED), credit(2)], [2]],
  ['a debit of another day', [debit({ bookedOn: '2026-11-13' })], [credit(1, RETURNED), credit(2)], [2]],
])('%s', (_form, debits, credits, returned) => {
  const plan = planReturns(debits, credits);
  expect([...plan.keys()].sort()).toEqual(returned);
  for (const day of plan.values()) expect(debits.map(({ bookedOn }) => bookedOn)).toContain(day);
});
