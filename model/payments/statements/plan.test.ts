/** Forms in which one booking comes again, or another one looks like it. Add a case as one line. */
import { expect, test } from 'vitest';
import { formatReference, makeReference } from '../reference.ts';
import type { StatementLine } from '../statement-line.ts';
import type { StoredLine } from './content.ts';
import { planImport } from './plan.ts';

type Line = Partial<StatementLine>;
type Row = Partial<StoredLine>;

const EQUAL = { account: 'DE1', bookedOn: '2026-11-10', amount: 50n, currency: 'EUR', payer: 'Max', payerIban: '', text: 'abc' };
const lineOf = (line: Line): StatementLine => ({
  ...{ ...EQUAL, statement: 'DE1 S', line: '1', reference: null, formerEnd: null, batch: null, hint: null },
  formerText: line.text ?? EQUAL.text,
  ...line,
});
const rowOf = (row: Row, i: number): StoredLine => ({
  ...{ ...EQUAL, id: i + 1, statement: 'DE1 S', line: '1', reference: null, paymentId: null },
  ...row,
});
const plan = (rows: Row[], lines: Line[], reversals: Line[] = []) =>
  planImport(
    { ibans: [], lines: lines.map(lineOf), reversals: reversals.map(lineOf), debits: [], unreadable: [] },
    rows.map(rowOf),
  );

/** Returns for each line: the id of its row, `new`, or `waits`. */
function resultOf(rows: Row[], lines: Line[], reversals?: Line[]): (number | string)[] {
  const file = lines.map(lineOf);
  const { known, fresh } = planImport(
    { ibans: [], lines: file, reversals: (reversals ?? []).map(lineOf), debits: [], unreadable: [] },
    rows.map(rowOf),
  );
  const rest = [...fresh];
  return file.map((line) => known.get(line)?.id ?? (rest.shift()?.hint === null ? 'new' : 'waits'));
}

const [A, B] = [{ reference: 'A' }, { reference: 'B' }];
const on = (day: string) => ({ bookedOn: `2026-11-${day}` });
const [RF, OTHER_RF] = [makeReference(new Uint8Array(12)), makeReference(new Uint8Array(12).fill(7))];
const RF_SPACED = formatReference(RF).toLowerCase();
const IBAN = { payerIban: 'DE02120300000000202051' };
const OTHER_IBAN = { payerIban: 'AT611904300234573201' };
const old = (line: string) => ({ line, text: 'old' });
const PART = { batch: { amount: 100n, reference: 'E' } };
const SUM = { amount: 100n, payer: '', text: 'sum' };

test.each<[form: string, rows: Row[], lines: Line[], result: (number | string)[]]>([
  ['the same reference', [A], [A], [1]],
  ['the same reference with other content', [A], [{ ...A, text: 'x', payer: 'y' }], [1]],
  ['the same reference on another day', [A], [{ ...A, ...on('11') }], ['new']],
  ['the same reference with another amount', [A], [{ ...A, amount: 51n }], ['new']],
  ['the same reference in another currency', [A], [{ ...A, currency: 'CHF' }], ['new']],
  ['the same reference in another account', [A], [{ ...A, account: 'DE2' }], ['new']],
  ['another reference, other content', [A], [{ ...B, text: 'x' }], ['new']],
  ['another reference, equal content, the same day', [A], [B], ['waits']],
  ['another reference, equal content, another day', [A], [{ ...B, ...on('11') }], ['new']],
  ['another reference, and the row is in the file', [A], [A, B], [1, 'new']],
  ['the same reference twice in a file', [A], [A, A], [1, 'new']],
  ['the same reference twice, twice stored', [A, A], [A, A], [1, 2]],
  [
    'the same reference for two payers',
    [
      { ...A, payer: 'x' },
      { ...A, payer: 'y' },
    ],
    [
      { ...A, payer: 'y' },
      { ...A, payer: 'x' },
    ],
    [2, 1],
  ],
  ['equal content, no references', [{}], [{}], [1]],
  ['equal content, a reference only in the file', [{}], [A], [1]],
  ['equal content, a reference only in the row', [A], [{}], [1]],
  ['two equal lines of a file', [], [{}, {}], ['new', 'new']],
  ['two equal lines, one stored', [{}], [{}, {}], [1, 'new']],
  ['two equal lines, both stored', [{}, {}], [{}, {}], [1, 2]],
  ['two lines with references, rows without', [{}, {}], [A, B], [1, 2]],
  ['two lines without references, rows with', [A, B], [{}, {}], [1, 2]],
  ['a line without a reference leaves the row to one with it', [A], [{}, A], ['new', 1]],
  ['a line with a reference takes the row without', [{}, A], [{}, B], [2, 1]],
  ['other text', [{}], [{ text: 'x' }], ['new']],
  ['the text with other blanks', [{}], [{ text: ' a b c' }], [1]],
  ['the same number in other words', [{ text: `for ${RF}` }], [{ text: `${RF_SPACED} thanks` }], [1]],
  ['another number in equal words', [{ text: RF }], [{ text: OTHER_RF }], ['new']],
  ['the same pro forma number', [{ text: 'a 9000000007' }], [{ text: '9000000007 b' }], [1]],
  ['a further number', [{ text: RF }], [{ text: `${RF} 9000000007` }], ['new']],
  ['the same IBAN, another name', [IBAN], [{ ...IBAN, payer: 'M. Beispiel' }], [1]],
  ['another IBAN, the same name', [IBAN], [OTHER_IBAN], ['new']],
  ['an IBAN on one side, the same name', [IBAN], [{}], [1]],
  ['an IBAN on one side, another name', [IBAN], [{ payer: 'y' }], ['new']],
  ['the row with the IBAN is left to it', [{}, IBAN], [IBAN, OTHER_IBAN], [2, 1]],
  ['a row of before with the reference at its end', [old('7 R')], [{ reference: 'R', formerEnd: 'R' }], [1]],
  ['a row of before with the reference of a batch', [old('7 2 R')], [{ reference: 'R 2', formerEnd: '2 R' }], [1]],
  ['a row of before with another position in a batch', [old('7 1 R')], [{ reference: 'R 2', formerEnd: '2 R' }], ['new']],
  ['a row of before, the transaction has its own reference', [old('7 R')], [{ reference: 'T', formerEnd: 'R' }], [1]],
  ['a row of before with a reference that only ends alike', [old('7 XR')], [{ reference: 'R', formerEnd: 'R' }], ['new']],
  ['a row of before with the text of then', [{ text: 'abc common' }], [{ ...A, formerText: 'abc common' }], [1]],
  ['a row of before without an account', [{ account: '', statement: '12 34 S' }], [{ account: '12 34' }], [1]],
  ['a row of before of another account', [{ account: '', statement: '12 S' }], [{ account: '13' }], ['new']],
  ['a row of a statement without an account', [{ account: '', statement: 'S' }], [{ account: '' }], [1]],
  ['5 days later without references', [{}], [on('15')], ['waits']],
  ['5 days before without references', [{}], [on('05')], ['waits']],
  ['6 days later', [{}], [on('16')], ['new']],
  ['2 days later, one reference', [A], [on('12')], ['waits']],
  ['2 days later, two references', [A], [{ ...B, ...on('12') }], ['new']],
  ['2 days later, other content', [{}], [{ ...on('12'), text: 'x' }], ['new']],
  ['2 days later, and the row is in the file', [{}], [{}, on('12')], [1, 'new']],
  ['parts of a waiting sum', [{ ...SUM, reference: 'E' }], [PART, { ...PART, text: 'b' }], ['new', 'new']],
  ['parts of an assigned sum', [{ ...SUM, reference: 'E', paymentId: 3 }], [PART, { ...PART, text: 'b' }], ['waits', 'waits']],
  ['parts of an assigned sum of before', [{ ...SUM, line: '1 E', paymentId: 3 }], [PART], ['waits']],
  [
    'parts of an assigned sum without a reference',
    [{ ...SUM, paymentId: 3 }],
    [{ batch: { amount: 100n, reference: null } }],
    ['waits'],
  ],
  ['parts, and another credit of their sum', [{ ...SUM, reference: 'F', paymentId: 3 }], [PART], ['new']],
  ['parts, and a payer with their sum', [{ ...SUM, payer: 'Max', paymentId: 3 }], [PART], ['new']],
  ['a sum whose parts are stored', [{ line: '1 1' }, { line: '1 2' }], [SUM], ['waits']],
  ['a sum that no stored parts have', [{ line: '1 1' }, { line: '2 1' }], [SUM], ['new']],
  ['a line that the reader lets wait', [], [{ hint: 'Odd.' }], ['waits']],
])('%s', (_form, rows, lines, result) => {
  expect(resultOf(rows, lines)).toEqual(result);
});

test.each<[form: string, lines: Line[], reversals: Line[], result: string[]]>([
  ['an equal credit', [{}], [{ ...on('11') }], ['waits']],
  ['a credit of another amount', [{}], [{ amount: 51n }], ['new']],
  ['a credit of another payer', [{}], [{ payer: 'y' }], ['new']],
  ['a credit with the same number', [{ text: RF }], [{ text: `return ${RF_SPACED}` }], ['waits']],
])('a reversal in the file makes %s wait', (_form, lines, reversals, result) => {
  expect(resultOf([], lines, reversals)).toEqual(result);
});

test('a reversal names the latest row that it reverses', () => {
  const rows = [
    { ...on('08'), paymentId: 3 },
    { ...on('09'), paymentId: 4 },
    { ...on('12'), paymentId: 5 },
  ];
  expect(plan(rows, [], [EQUAL]).reversed[0]?.row?.paymentId).toBe(4);
  expect(plan(rows, [], [{ text: 'x' }]).reversed[0]?.row).toBeUndefined();
  expect(plan([{ ...A, text: 'y' }], [], [{ ...A, text: 'x' }]).reversed[0]?.row?.id).toBe(1);
});

test('a waiting sum is told that its parts came alone', () => {
  expect([...plan([{ ...SUM, reference: 'E' }], [PART]).sums.keys()]).toEqual([1]);
  expect(plan([{ ...SUM, reference: 'E', paymentId: 3 }], [PART]).sums.size).toBe(0);
});

test('pairs 100,000 equal lines', () => {
  const many = Array.from({ length: 100_000 }, () => ({}));
  expect(plan(many, many).fresh).toEqual([]);
});
