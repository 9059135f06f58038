/** Reads an entry of a statement: a line per transaction of a booked credit, or of a reversed one. */
import type { StatementLine } from '@innkeeper/model/payments/statement-line';
import { type Amount, amountOf, chargesExplain, partCents } from './amounts.ts';
import { isTrue, listOf, type Node, textAt, textsOf } from './nodes.ts';
import { UnreadableEntry } from './unreadable.ts';

/** Maximum length of a text. Banks allow 140 characters. Longer texts are cut, because no reference of ours starts that late. */
const MAX_TEXT_LENGTH = 1_000;

export interface EntryPosition {
  account: string;
  /** Name of the statement. */
  name: string;
  /** Position of the entry in its statement, from 0. */
  position: number;
}

export interface EntryLines {
  /** True if the bank took the lines back. */
  isReversal: boolean;
  lines: StatementLine[];
}

const NOTHING: EntryLines = { isReversal: false, lines: [] };

/** Returns the credits of an entry. Throws `UnreadableEntry` for a booked entry without direction, date or amount. */
export function linesOfEntry(entry: Node, place: EntryPosition): EntryLines {
  const status = textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts');
  const direction = textAt(entry, 'CdtDbtInd');
  const isReversal = isTrue(textAt(entry, 'RvslInd'));
  if (direction === 'DBIT' && !isReversal) return NOTHING;
  if (!status) throw new UnreadableEntry('has no status');
  if (status !== 'BOOK') return NOTHING;
  if (direction !== 'CRDT' && direction !== 'DBIT') throw new UnreadableEntry('is neither a credit nor a debit');
  if (direction === 'CRDT' && isReversal) return NOTHING;
  const bookedOn = dateAt(entry, 'BookgDt') || dateAt(entry, 'ValDt');
  if (!bookedOn) throw new UnreadableEntry('has no booking date');
  const whole = amountOf(entry.Amt);
  if (!whole) throw new UnreadableEntry('has no amount in whole cents');
  const parts = listOf(entry.NtryDtls).flatMap((group) => listOf(group.TxDtls));
  const common = isBatch(entry, parts) ? '' : textAt(entry, 'AddtlNtryInf');
  const split = splitEntry(entry, { whole, direction }, parts);
  const chosen = split ?? [{ part: wholePart(parts), position: null, cents: whole.cents }];
  const isSum = split !== undefined && parts.length > 1;
  const lines = chosen
    .filter(({ cents }) => cents > 0n)
    .map(({ part, position, cents }) => ({
      account: place.account,
      statement: place.name,
      bookedOn,
      amount: cents,
      currency: whole.currency,
      ...payerOf(part),
      text: joinTexts(split ? [...remittance(part), common] : [...parts.flatMap(remittance), textAt(entry, 'AddtlNtryInf')]),
      formerText: formerText(entry, part),
      ...namesOf(entry, { part, position }, place),
      batch: isSum ? { amount: whole.cents, reference: referenceAt(entry, 'AcctSvcrRef') } : null,
      hint: split ? null : 'The transactions of this entry do not add up to its amount.',
    }));
  return { isReversal, lines };
}

/** Returns the id of the line, and the references that name it in other files. */
function namesOf(entry: Node, { part, position }: Omit<EntryPart, 'cents'>, place: EntryPosition) {
  const places = position === null ? [] : [position];
  const written = textAt(entry, 'AcctSvcrRef') || textAt(entry, 'NtryRef');
  const ofEntry = referenceAt(entry, 'AcctSvcrRef');
  const positioned = ofEntry === null ? null : [...places, ofEntry].join(' ');
  return {
    line: [place.position + 1, ...places, ...(written ? [written] : [])].join(' '),
    reference: referenceAt(part, 'Refs', 'AcctSvcrRef') ?? positioned,
    formerEnd: positioned,
  };
}

/** Returns a reference of the bank, or `null` for a text that banks write if they have none. */
function referenceAt(node: Node, ...path: [string, ...string[]]): string | null {
  const reference = textAt(node, ...path).slice(0, MAX_TEXT_LENGTH);
  return /^(?:NONREF|NOTPROVIDED|NONE|0*)$/i.test(reference) ? null : reference;
}

function payerOf(part: Node): Pick<StatementLine, 'payer' | 'payerIban'> {
  const name = textAt(part, 'RltdPties', 'Dbtr', 'Pty', 'Nm') || textAt(part, 'RltdPties', 'Dbtr', 'Nm');
  return { payer: cut(name), payerIban: textAt(part, 'RltdPties', 'DbtrAcct', 'Id', 'IBAN').slice(0, 34) };
}

/** Returns the text as versions before references read it, so that their rows are found by it. */
function formerText(entry: Node, part: Node): string {
  const information = (part.RmtInf ?? {}) as Node;
  const structured = listOf(information.Strd).map((one) => textAt(one, 'CdtrRefInf', 'Ref'));
  const own = [...structured, textsOf(information.Ustrd).join(''), textAt(part, 'Refs', 'EndToEndId')];
  return joinTexts([...own, textAt(entry, 'AddtlNtryInf')]);
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
function splitEntry(
  entry: Node,
  { whole, direction }: { whole: Amount; direction: string },
  parts: readonly Node[],
): EntryPart[] | undefined {
  if (parts.length <= 1) {
    const part = parts[0] ?? {};
    return isAgainst(part, direction) ? undefined : [{ part, position: null, cents: whole.cents }];
  }
  const credits: EntryPart[] = [];
  let rest = -whole.cents;
  for (const [i, part] of parts.entries()) {
    const cents = partCents(part, whole.currency);
    if (cents === undefined) return undefined;
    const isDebit = isAgainst(part, direction);
    rest += isDebit ? -cents : cents;
    if (!isDebit) credits.push({ part, position: i + 1, cents });
  }
  return rest === 0n || chargesExplain(rest, entry, parts, whole.currency) ? credits : undefined;
}

/** Returns whether the transaction has the other direction than its entry. */
export const isAgainst = (part: Node, direction: string): boolean => (textAt(part, 'CdtDbtInd') || direction) !== direction;

/** Returns the transaction that describes an entry which is one line: its only one. */
const wholePart = (parts: readonly Node[]): Node => (parts.length === 1 && parts[0]) || {};

/** Returns a date such as `2026-03-01`, or an empty text. */
export function dateAt(entry: Node, name: 'BookgDt' | 'ValDt'): string {
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
export function remittance(part: Node): string[] {
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

/** Joins the texts of a transaction, cut to the maximum length. */
export const joinTexts = (texts: readonly string[]): string => cut(texts.filter(Boolean).join(' '));

/** Cuts a text to the maximum length. A cut within a character leaves the replacement character, as the database would store it. */
const cut = (text: string): string => Buffer.from(text.slice(0, MAX_TEXT_LENGTH)).toString();
