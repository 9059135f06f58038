import { expect, test } from 'vitest';
import { isJournalBehind, journalLine, readJournal, seriesAfterRestore } from './invoice-numbers.ts';

const AT = new Date('2026-01-31T12:00:00Z');
const line = (original: number) => journalLine({ original, 'credit-note': 2, proform: 30 }, AT);

test('a journal gives the highest number of each series', () => {
  expect(line(7)).toBe('2026-01-31T12:00:00.000Z original 7 credit-note 2 proform 30\n');
  // The second transaction was not committed, so its numbers were used again.
  expect(readJournal(line(7) + line(9) + line(8))).toEqual({ original: 9, 'credit-note': 2, proform: 30 });
});

test.each(['2026-01-31T12:00:00.000Z original 9 cre', '\n', 'what\n'])('skips a truncated line: %j', (cut) => {
  expect(readJournal(cut)).toBeNull();
  expect(readJournal(`${line(7)}${cut}\n${line(8)}`)).toMatchObject({ original: 8 });
});

test.each([
  [null, true],
  [{ original: 6, 'credit-note': 9, proform: 9 }, true],
  [{ original: 7, 'credit-note': 2, proform: 30 }, false],
  [{ original: 9, 'credit-note': 9, proform: 99 }, false],
])('compares the journal %j with rows', (journal, behind) => {
  expect(isJournalBehind(journal, { original: 7, 'credit-note': 2, proform: 30 })).toBe(behind);
});

test.each([
  [1040, 1042, { known: true, last: 1042 }],
  [1042, 1042, { known: true, last: 1042 }],
  [0, 0, { known: true, last: 0 }],
  // Numbers beyond the journal may have been issued.
  [1042, 1040, { known: false, last: 1042 }],
  [1042, null, { known: false, last: 1042 }],
])('a series of %d in the backup and %j in the journal', (last, journal, decided) => {
  expect(seriesAfterRestore(last, { journal, isOnlyJournal: true })).toEqual(decided);
});

test('a journal with others on other nodes does not determine the last issued number', () => {
  expect(seriesAfterRestore(1040, { journal: 1042, isOnlyJournal: false })).toEqual({ known: false, last: 1042 });
});
