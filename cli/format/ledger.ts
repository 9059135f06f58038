/** Formats the ledger. Pure. */
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { table } from '../output/table.ts';

export function formatVerified({ findings, accounts }: OperatorReply<'verifyLedger'>): string {
  const sums = table(
    ['LEDGER ACCOUNT', 'BALANCE'],
    accounts.map(({ account, balance }) => [account, balance]),
  );
  const verdict = findings.length === 0 ? 'The ledger agrees.' : findings.join('\n');
  return `${sums}\n\n${verdict}`;
}

export function formatExport({ file, month, entries, postings, debit, credit }: OperatorReply<'exportLedger'>): string {
  return `${file}: ${entries} entries of ${month} with ${postings} postings, debit ${debit}, credit ${credit}.`;
}
