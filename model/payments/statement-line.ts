/** A credit of a bank statement, as read from a file. */
export interface StatementLine {
  /** Id of the statement. `line` is the id within it. Both are the same each time the file is read. */
  statement: string;
  line: string;
  /** Booking date, such as `2026-03-01`. */
  bookedOn: string;
  /** Amount in cents. */
  amount: bigint;
  currency: string;
  payer: string;
  payerIban: string;
  /** Complete text of the payer, structured or not. */
  text: string;
  /** Reason for which the operator decides on the line, as a sentence, or `null`. */
  hint: string | null;
}

/** An entry of a file that cannot be read. */
export interface UnreadableStatementEntry {
  statement: string;
  /** Position of the entry in its statement, from 1. */
  entry: number;
  /** Complete sentence. */
  reason: string;
}

/** Content of a file. */
export interface StatementFile {
  lines: StatementLine[];
  unreadable: UnreadableStatementEntry[];
}
