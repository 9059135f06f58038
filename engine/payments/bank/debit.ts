/** Reads the booked debits of an entry, which may give credits back. No other money that leaves the account matters here. */
import type { StatementDebit } from '@innkeeper/model/payments/statement-line';
import { amountOf, partCents } from './amounts.ts';
import { dateAt, isAgainst, joinTexts, remittance } from './entry.ts';
import { isTrue, listOf, type Node, textAt } from './nodes.ts';

/** Returns a debit per transaction that names the account of its payee. Omits entries that cannot be read, since no money arrives by them. */
export function debitsOfEntry(entry: Node): StatementDebit[] {
  const status = textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts');
  if (status !== 'BOOK' || textAt(entry, 'CdtDbtInd') !== 'DBIT' || isTrue(textAt(entry, 'RvslInd'))) return [];
  const bookedOn = dateAt(entry, 'BookgDt') || dateAt(entry, 'ValDt');
  const whole = amountOf(entry.Amt);
  if (!bookedOn || !whole) return [];
  const parts = listOf(entry.NtryDtls).flatMap((group) => listOf(group.TxDtls));
  return parts.flatMap((part) => {
    // A single transaction may leave its amount to the entry, which has charges too if the bank adds them.
    const amount = partCents(part, whole.currency) ?? (parts.length === 1 ? whole.cents : undefined);
    const payeeIban = textAt(part, 'RltdPties', 'CdtrAcct', 'Id', 'IBAN').replace(/\s/g, '').toUpperCase();
    if (amount === undefined || !payeeIban || isAgainst(part, 'DBIT')) return [];
    return [{ bookedOn, amount, currency: whole.currency, payeeIban, text: joinTexts(remittance(part)) }];
  });
}
