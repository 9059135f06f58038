/** Reads an entry of a statement: a line per transaction of a booked credit. */
import type { StatementLine } from '@innkeeper/model/payments/statement-line';
import { type Amount, amountOf, chargesExplain, partCents } from './amounts.ts';
import { isTrue, listOf, type Node, textAt, textsOf } from './nodes.ts';
import { UnreadableEntry } from './unreadable.ts';

/** Maximum length of a text. Banks allow 140 characters. Longer texts are cut, because no reference of ours starts that late. */
const MAX_TEXT_LENGTH = 1_000;

export interface EntryPosition {
  /** Name of the statement. */
  name: string;
  /** Position of the entry in its statement, from 0. */
  position: number;
}

/** Returns the credits of an entry. Throws `UnreadableEntry` for a booked entry without direction, date or amount. */
export function linesOfEntry(entry: Node, place: EntryPosition): StatementLine[] {
  const status = textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts');
  const direction = textAt(entry, 'CdtDbtInd');
  if (!status && direction !== 'DBIT') throw new UnreadableEntry('has no status');
  if (status !== 'BOOK' || direction === 'DBIT' || isTrue(textAt(entry, 'RvslInd'))) return [];
  if (direction !== 'CRDT') throw new UnreadableEntry('is neither a credit nor a debit');
  const bookedOn = dateAt(entry, 'BookgDt') || dateAt(entry, 'ValDt');
  if (!bookedOn) throw new UnreadableEntry('has no booking date');
  const whole = amountOf(entry.Amt);
  if (!whole) throw new UnreadableEntry('has no amount in whole cents');
  const parts = listOf(entry.NtryDtls).flatMap((group) => listOf(group.TxDtls));
  const reference = textAt(entry, 'AcctSvcrRef') || textAt(entry, 'NtryRef');
  const common = isBatch(entry, parts) ? '' : textAt(entry, 'AddtlNtryInf');
  const split = splitEntry(entry, whole, parts);
  const lines = split ?? [{ part: wholePart(parts), position: null, cents: whole.cents }];
  return lines
    .filter(({ cents }) => cents > 0n)
    .map(({ part, position, cents }) => ({
      statement: place.name,
      line: [place.position + 1, ...(position === null ? [] : [position]), ...(reference ? [reference] : [])].join(' '),
      bookedOn,
      amount: cents,
      currency: whole.currency,
      payer: cut(textAt(part, 'RltdPties', 'Dbtr', 'Pty', 'Nm') || textAt(part, 'RltdPties', 'Dbtr', 'Nm')),
      payerIban: textAt(part, 'RltdPties', 'DbtrAcct', 'Id', 'IBAN').slice(0, 34),
      text: joinTexts(split ? [...remittance(part), common] : [...parts.flatMap(remittance), textAt(entry, 'AddtlNtryInf')]),
      hint: split ? null : 'The transactions of this entry do not add up to its amount.',
    }));
}

interface EntryPart {
  part: Node;
  /** Position among the transactions, from 1, or `null` for an entry that is one line. */
  position: number | null;
  cents: bigint;
}

/**
 * Returns the credits of an entry, or `undefined` if its transactions do not explain its amount. A single transaction has the amount of the
 * entry, because its own may be in the payer's currency.
 */
function splitEntry(entry: Node, whole: Amount, parts: readonly Node[]): EntryPart[] | undefined {
  if (parts.length <= 1) {
    const part = parts[0] ?? {};
    return textAt(part, 'CdtDbtInd') === 'DBIT' ? undefined : [{ part, position: null, cents: whole.cents }];
  }
  const credits: EntryPart[] = [];
  let rest = -whole.cents;
  for (const [i, part] of parts.entries()) {
    const cents = partCents(part, whole.currency);
    if (cents === undefined) return undefined;
    const isDebit = textAt(part, 'CdtDbtInd') === 'DBIT';
    rest += isDebit ? -cents : cents;
    if (!isDebit) credits.push({ part, position: i + 1, cents });
  }
  return rest === 0n || chargesExplain(rest, entry, parts, whole.currency) ? credits : undefined;
}

/** Returns the transaction that describes an entry which is one line: its only one. */
const wholePart = (parts: readonly Node[]): Node => (parts.length === 1 && parts[0]) || {};

/** Returns a date such as `2026-03-01`, or an empty text. */
function dateAt(entry: Node, name: 'BookgDt' | 'ValDt'): string {
  const date = (textAt(entry, name, 'Dt') || textAt(entry, name, 'DtTm')).slice(0, 10);
  const time = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(date) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date) ? date : '';
}

/** Returns whether the entry sums several transactions. Its common text then belongs to none of them, although it may contain a reference. */
function isBatch(entry: Node, details: readonly Node[]): boolean {
  return details.length > 1 || listOf(entry.NtryDtls).some((group) => Number(textAt(group, 'Btch', 'NbOfTxs')) > 1);
}

/**
 * Returns the remittance texts of a transaction. Creditor references come first and free texts last, so that the maximum length cuts no
 * reference.
 */
function remittance(part: Node): string[] {
  const information = (part.RmtInf ?? {}) as Node;
  const structured = listOf(information.Strd);
  const documents = structured.flatMap((one) => listOf(one.RfrdDocInf));
  return [
    ...structured.map((one) => textAt(one, 'CdtrRefInf', 'Ref')),
    // A bank may cut a text anywhere, even within a word.
    textsOf(information.Ustrd).join(''),
    textAt(part, 'Refs', 'EndToEndId'),
    ...documents.map((one) => textAt(one, 'Nb')),
    ...structured.flatMap((one) => textsOf(one.AddtlRmtInf)),
    textAt(part, 'AddtlTxInf'),
  ];
}

const joinTexts = (texts: readonly string[]): string => cut(texts.filter(Boolean).join(' '));

/** Cuts a text to the maximum length. A cut within a character leaves the replacement character, as the database would store it. */
const cut = (text: string): string => Buffer.from(text.slice(0, MAX_TEXT_LENGTH)).toString();
