/**
 * Reads bank statements in CAMT.053 (any version) of ISO 20022. Returns a line per transaction of booked credits. Omits debits and
 * announced payments.
 */
import { parseDecimal } from '@innkeeper/model/money';
import type { StatementLine } from '@innkeeper/model/payments/statement-line';
import { XMLParser } from 'fast-xml-parser';

export class UnreadableStatement extends Error {
  override readonly name = 'UnreadableStatement';
}

/** Maximum size of a file: a year of a busy account. */
const MAX_BYTES = 32 * 1024 ** 2;
const MAX_LINES = 100_000;
/** Maximum length of a text. Banks allow 140 characters. Longer texts are cut, because no reference of ours starts that late. */
const MAX_TEXT_LENGTH = 1_000;

const LISTS = new Set(['Stmt', 'Ntry', 'NtryDtls', 'TxDtls', 'Ustrd', 'Strd', 'AddtlRmtInf', 'RfrdDocInf']);

type Node = { [name: string]: unknown };

/** Returns the lines of all statements. Throws `UnreadableStatement` with a message for the operator, and never reads a file in part. */
export function readStatements(xml: string): StatementLine[] {
  if (Buffer.byteLength(xml) > MAX_BYTES) throw new UnreadableStatement('The file is larger than 32 MB.');
  // The format needs no document type declaration, and its entities may expand without end.
  if (/<!DOCTYPE/i.test(xml))
    throw new UnreadableStatement('The file has a document type declaration, which bank statements do not have.');
  const root = parsed(xml);
  const document = at(root, 'Document', 'BkToCstmrStmt');
  if (!document) throw new UnreadableStatement('The file is not a bank statement in the format CAMT.053.');
  const lines = listOf(document.Stmt).flatMap(linesOfStatement);
  if (lines.length > MAX_LINES)
    throw new UnreadableStatement(`The file has more than ${MAX_LINES} lines. Split it into smaller statements.`);
  return lines;
}

function parsed(xml: string): Node {
  // Values stay text: an amount must never become a float.
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    removeNSPrefix: true,
    parseTagValue: false,
    parseAttributeValue: false,
    isArray: (name) => LISTS.has(name),
  });
  try {
    return parser.parse(xml, true) as Node;
  } catch (cause) {
    throw new UnreadableStatement('The file is not well-formed XML.', { cause });
  }
}

function linesOfStatement(statement: Node, at: number): StatementLine[] {
  const account = textAt(statement, 'Acct', 'Id', 'IBAN') || textAt(statement, 'Acct', 'Id', 'Othr', 'Id');
  const id = textAt(statement, 'Id');
  if (!id) throw new UnreadableStatement(`Statement ${at + 1} of the file has no identification.`);
  return listOf(statement.Ntry).flatMap((entry, position) => linesOfEntry(entry, { name: `${account} ${id}`.trim(), position }));
}

interface EntryPosition {
  name: string;
  /** Position of the entry in its statement, from 0. */
  position: number;
}

function linesOfEntry(entry: Node, place: EntryPosition): StatementLine[] {
  if (textAt(entry, 'CdtDbtInd') !== 'CRDT' || textAt(entry, 'RvslInd') === 'true') return [];
  if ((textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts')) !== 'BOOK') return [];
  const bookedOn = (textAt(entry, 'BookgDt', 'Dt') || textAt(entry, 'BookgDt', 'DtTm')).slice(0, 10);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(bookedOn)) throw new UnreadableStatement(`${whereOf(place)} has no booking date.`);
  const details = listOf(entry.NtryDtls).flatMap((group) => listOf(group.TxDtls));
  const whole = amountOf(entry, place);
  // A batch has an amount per transaction. A single transaction has the entry's amount.
  const parts = details.length > 1 ? details : [details[0] ?? {}];
  const amounts = parts.length > 1 ? parts.map((part) => partAmount(part, place)) : [whole];
  if (amounts.reduce((sum, { cents }) => sum + cents, 0n) !== whole.cents)
    throw new UnreadableStatement(`${whereOf(place)} has transactions that do not add up to its amount.`);
  const reference = textAt(entry, 'AcctSvcrRef') || textAt(entry, 'NtryRef');
  return parts.map((part, i) => ({
    statement: place.name,
    line: [place.position + 1, ...(parts.length > 1 ? [i + 1] : []), ...(reference ? [reference] : [])].join(' '),
    bookedOn,
    amount: (amounts[i] as Amount).cents,
    currency: (amounts[i] as Amount).currency,
    payer: (textAt(part, 'RltdPties', 'Dbtr', 'Pty', 'Nm') || textAt(part, 'RltdPties', 'Dbtr', 'Nm')).slice(0, MAX_TEXT_LENGTH),
    payerIban: textAt(part, 'RltdPties', 'DbtrAcct', 'Id', 'IBAN').slice(0, 34),
    text: [...remittance(part), ...(isBatch(entry, details) ? [] : [textAt(entry, 'AddtlNtryInf')])]
      .filter(Boolean)
      .join(' ')
      .slice(0, MAX_TEXT_LENGTH),
  }));
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

interface Amount {
  cents: bigint;
  currency: string;
}

function amountOf(node: Node, place: EntryPosition): Amount {
  const given = node.Amt;
  const currency = typeof given === 'object' && given !== null ? String((given as Node)['@Ccy'] ?? '') : '';
  const digits = textOf(given).replace(/^\+/, '');
  // ISO 20022 allows up to five decimals. Only zeros may follow the cents.
  const exact = /^(\d{1,13})(?:\.(\d{0,2})0*)?$/.exec(digits);
  if (!exact || !/^[A-Z]{3}$/.test(currency)) throw new UnreadableStatement(`${whereOf(place)} has no amount in whole cents.`);
  return { cents: parseDecimal(`${exact[1]}${exact[2] ? `.${exact[2]}` : ''}`), currency };
}

/** Returns the amount of a transaction. Its position depends on the version. */
function partAmount(part: Node, place: EntryPosition): Amount {
  const inside = at(part, 'AmtDtls', 'TxAmt');
  return amountOf(part.Amt === undefined && inside ? inside : part, place);
}

const whereOf = ({ name, position }: EntryPosition): string => `Entry ${position + 1} of statement ${name}`;

function at(node: Node, ...path: string[]): Node | undefined {
  let here: unknown = node;
  for (const name of path) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = (here as Node)[name];
  }
  return typeof here === 'object' && here !== null ? (here as Node) : undefined;
}

function textAt(node: Node, ...path: [string, ...string[]]): string {
  const last = path.at(-1) as string;
  const parent = at(node, ...path.slice(0, -1));
  return path.length === 1 ? textOf(node[last]) : parent ? textOf(parent[last]) : '';
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'object' && value !== null) return textOf((value as Node)['#text'] ?? '');
  return '';
}

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(textOf) : []);

function listOf(value: unknown): Node[] {
  if (!Array.isArray(value)) return [];
  return value.filter((item): item is Node => typeof item === 'object' && item !== null);
}
