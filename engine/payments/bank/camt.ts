/**
 * Reads bank statements in CAMT.053 (any version) of ISO 20022. Returns a line per transaction of booked credits, and booked debits to other
 * accounts. Omits announced payments.
 */
import type { StatementFile, UnreadableStatementEntry } from '@innkeeper/model/payments/statement-line';
import { XMLParser } from 'fast-xml-parser';
import { debitsOfEntry } from './debit.ts';
import { decodeXml } from './decode.ts';
import { linesOfEntry } from './entry.ts';
import { at, listOf, type Node, textAt } from './nodes.ts';
import { UnreadableEntry, UnreadableStatement } from './unreadable.ts';

export { UnreadableStatement } from './unreadable.ts';

/** Maximum size of a file: a year of a busy account. */
export const MAX_STATEMENT_BYTES = 32 * 1024 ** 2;
const MAX_LINES = 100_000;

const LISTS = new Set(['Stmt', 'Ntry', 'NtryDtls', 'TxDtls', 'Ustrd', 'Strd', 'AddtlRmtInf', 'RfrdDocInf', 'Chrgs', 'Rcrd']);

/**
 * Returns the lines of all statements, and the entries that cannot be read. Throws `UnreadableStatement` with a message for the operator if
 * the file as a whole cannot be read.
 */
export function readStatements(file: Uint8Array): StatementFile {
  if (file.length > MAX_STATEMENT_BYTES) throw new UnreadableStatement('The file is larger than 32 MB.');
  const xml = decodeXml(file);
  // The format needs no document type declaration, and its entities may expand without end.
  if (/<!DOCTYPE/i.test(xml))
    throw new UnreadableStatement('The file has a document type declaration, which bank statements do not have.');
  const document = at(parsed(xml), 'Document', 'BkToCstmrStmt');
  if (!document) throw new UnreadableStatement('The file is not a bank statement in the format CAMT.053.');
  const read: StatementFile = { ibans: [], lines: [], reversals: [], debits: [], unreadable: [] };
  for (const [position, statement] of listOf(document.Stmt).entries()) readStatement(read, statement, position);
  if (read.lines.length + read.reversals.length + read.unreadable.length > MAX_LINES)
    throw new UnreadableStatement(`The file has more than ${MAX_LINES} lines. Split it into smaller statements.`);
  return read;
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

function readStatement(read: StatementFile, statement: Node, at: number): void {
  const iban = textAt(statement, 'Acct', 'Id', 'IBAN').replace(/\s/g, '').toUpperCase();
  if (iban && !read.ibans.includes(iban)) read.ibans.push(iban);
  const account = iban || textAt(statement, 'Acct', 'Id', 'Othr', 'Id');
  const id = textAt(statement, 'Id');
  if (!id) throw new UnreadableStatement(`Statement ${at + 1} of the file has no identification.`);
  const name = `${account} ${id}`.trim();
  for (const [position, entry] of listOf(statement.Ntry).entries()) {
    read.debits.push(...debitsOfEntry(entry));
    try {
      const { isReversal, lines } = linesOfEntry(entry, { account, name, position });
      for (const line of lines) (isReversal ? read.reversals : read.lines).push(line);
    } catch (error) {
      read.unreadable.push(describeUnreadable(error, name, position));
    }
  }
}

function describeUnreadable(error: unknown, statement: string, position: number): UnreadableStatementEntry {
  if (!(error instanceof UnreadableEntry)) throw error;
  return { statement, entry: position + 1, reason: `Entry ${position + 1} of statement ${statement} ${error.message}.` };
}
