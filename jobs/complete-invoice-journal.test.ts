import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { markSeriesUnknown } from '@innkeeper/db/tables/invoices/series';
import { openInvoiceJournal } from '@innkeeper/engine/journal/invoices';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { systemClock } from '@innkeeper/model/time/clock';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { completeInvoiceJournal } from './complete-invoice-journal.ts';

let lab: TestDatabase;
let directory: string;
beforeEach(async () => {
  lab = await openTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'innkeeper-journal-'));
});
afterEach(async () => {
  await rm(directory, { recursive: true });
  await lab.close();
});

const journal = () => openInvoiceJournal(directory);
const complete = () => completeInvoiceJournal({ db: lab.db, clock: systemClock }, journal());
const issueElsewhere = (last: number) =>
  lab.db.updateTable('invoice_series').set({ last }).where('type', '=', 'original').execute();
const last = (original: number) => ({ original, 'credit-note': 0, proform: 0 });

test('begins with the rows, and learns the numbers that another node assigned', async () => {
  await complete();
  expect(await journal().read()).toEqual(last(0));
  await issueElsewhere(7);
  await complete();
  expect(await journal().read()).toEqual(last(7));
});

test('keeps the higher numbers of a journal whose rows are behind', async () => {
  await journal().append(last(9), new Date());
  await issueElsewhere(7);
  await complete();
  expect(await journal().read()).toEqual(last(9));
});

test('learns nothing while the last number of a series is unknown', async () => {
  await journal().append(last(2), new Date());
  await issueElsewhere(7);
  await lab.db.transaction().execute((trx) => markSeriesUnknown(trx, 'proform', new Date()));
  await complete();
  expect(await journal().read()).toEqual(last(2));
});
