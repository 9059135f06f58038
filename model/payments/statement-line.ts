/** A credit of a bank statement, as read from a file. */
export interface StatementLine {
  /** IBAN or other number of the account, or an empty text. */
  account: string;
  /** Id of the statement. `line` is the id within it. Other statements may have the same ids. */
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
  /** `text` as versions before references read it. */
  formerText: string;
  /** Reference of the bank, in a batch with the position, or `null`. */
  reference: string | null;
  /** End of `line` that names the entry in rows from before references: its reference, in a batch after the position. Or `null`. */
  formerEnd: string | null;
  /** The entry of which the line is a part, or `null`. */
  batch: { amount: bigint; reference: string | null } | null;
  /** Reason for which the operator decides on the line, as a sentence, or `null`. */
  hint: string | null;
}

/** Money that left the account for another one. */
export interface StatementDebit {
  /** Booking date, such as `2026-03-01`. */
  bookedOn: string;
  /** Amount in cents, more than 0. */
  amount: bigint;
  currency: string;
  /** Without spaces, in upper case. */
  payeeIban: string;
  /** Complete text that the operator wrote. */
  text: string;
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
  /** IBANs of the statements. */
  ibans: string[];
  lines: StatementLine[];
  /** Reversed credits, which the bank took back. */
  reversals: StatementLine[];
  /** Debits with the account of their payee. They may send credits back. */
  debits: StatementDebit[];
  unreadable: UnreadableStatementEntry[];
}
