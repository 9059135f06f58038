import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openInvoiceJournal } from './invoices.ts';

const AT = new Date('2026-01-31T12:00:00Z');
const last = (original: number) => ({ original, 'credit-note': 0, proform: 0 });

let home: string;
let directory: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'innkeeper-journal-'));
  directory = join(home, 'journal');
});
afterEach(() => rm(home, { recursive: true }));

test('is empty before the first line', async () => {
  const journal = openInvoiceJournal(directory);
  expect(await journal.read()).toBeNull();
  await journal.append(last(1), AT);
  await journal.append(last(2), AT);
  expect(await openInvoiceJournal(directory).read()).toEqual(last(2));
  expect((await stat(directory)).mode & 0o777).toBe(0o700);
});

test('a line truncated by a crash does not damage the next one', async () => {
  const journal = openInvoiceJournal(directory);
  await journal.append(last(7), AT);
  await appendFile(join(directory, 'invoices'), '2026-01-31T12:00:00.000Z origi');
  await journal.append(last(8), AT);
  expect(await journal.read()).toEqual(last(8));
});

test('a long journal is compacted to its highest numbers', async () => {
  const journal = openInvoiceJournal(directory);
  await journal.append(last(7), AT);
  const line = await readFile(join(directory, 'invoices'), 'utf8');
  await writeFile(join(directory, 'invoices'), line.repeat(20_000));
  await journal.append(last(8), AT);
  expect(await readFile(join(directory, 'invoices'), 'utf8')).toBe(line.replace('original 7', 'original 8'));
});
