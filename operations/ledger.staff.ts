import { type JournalPosting, journalOf, sumsOfAccounts } from '@innkeeper/db/ledger/journal';
import { verifyLedger as findMismatches } from '@innkeeper/db/ledger/verify';
import { sellerTimeZone } from '@innkeeper/db/tables/seller-time-zone';
import { invoiceNumber } from '@innkeeper/model/invoices/document';
import { formatDecimal } from '@innkeeper/model/money/money';
import { csvLine } from '@innkeeper/model/text/csv';
import { monthSpan } from '@innkeeper/model/time/calendar';
import { zonedTimes } from '@innkeeper/model/time/zoned-time';
import { sql } from 'kysely';
import type { StaffCx, StaffInput, StaffReply } from './define.staff.ts';

const HEAD = [
  ...['date', 'entry', 'kind', 'account', 'order', 'document', 'ledger_account', 'country', 'vat_rate'],
  ...['debit', 'credit', 'currency', 'payment_method', 'description'],
];

/**
 * Writes a CSV line for each posting of a month in the time zone of the seller. Awaits each `write`, so memory use does not grow with the
 * month. Returns the totals.
 */
export async function exportLedger(
  { db, settings }: StaffCx,
  { month, file }: Required<StaffInput<'exportLedger'>>,
  write: (line: string) => Promise<void>,
): Promise<StaffReply<'exportLedger'>> {
  await sql`set local statement_timeout = 0`.execute(db);
  const sums = { entries: 0, postings: 0, debit: 0n, credit: 0n };
  let entry: number | undefined;
  await write(csvLine(HEAD));
  const timeZone = await sellerTimeZone(db);
  for await (const posting of journalOf(db, monthSpan(month, timeZone))) {
    const { amount } = posting;
    if (amount < 0n) sums.debit -= amount;
    else sums.credit += amount;
    sums.postings += 1;
    if (posting.entry !== entry) sums.entries += 1;
    entry = posting.entry;
    await write(csvLine(cellsOf(posting, settings.currency, timeZone)));
  }
  const { debit, credit } = sums;
  return {
    month,
    file,
    entries: sums.entries,
    postings: sums.postings,
    debit: formatDecimal(debit),
    credit: formatDecimal(credit),
  };
}

function cellsOf(posting: JournalPosting, currency: string, timeZone: string): (string | number | null)[] {
  const { amount, at, documents, rateBp } = posting;
  return [
    ...[formatTime(at, timeZone), posting.entry, posting.kind, posting.accountId, posting.orderId],
    documents.map(({ type, number }) => invoiceNumber(type, number)).join(' ') || null,
    ...[posting.ledgerAccount, posting.country, rateBp === null ? null : (rateBp / 100).toFixed(2)],
    ...[amount < 0n ? formatDecimal(-amount) : null, amount > 0n ? formatDecimal(amount) : null],
    ...[currency, posting.paymentMethod, posting.description],
  ];
}

/** Formats a time in the zone of the seller, so that its date is in the exported month. */
const formatTime = (at: Date, timeZone: string): string => (timeZone === 'UTC' ? at.toISOString() : zonedTimes(timeZone).iso(at));

/** Checks every posting, without a statement timeout. */
export async function verifyLedger({ db }: StaffCx, _: StaffInput<'verifyLedger'>): Promise<StaffReply<'verifyLedger'>> {
  await sql`set local statement_timeout = 0`.execute(db);
  const findings = await findMismatches(db);
  const accounts = await sumsOfAccounts(db);
  return { findings, accounts: accounts.map(({ code, balance }) => ({ account: code, balance: formatDecimal(balance) })) };
}
