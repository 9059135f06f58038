/** A credit of a bank statement, as it was read from a file. */
export interface StatementLine {
  /** The statement's identification, and the line's within it: the same whenever the file is read. */
  statement: string;
  line: string;
  /** `2026-03-01` */
  bookedOn: string;
  /** Cents. */
  amount: bigint;
  currency: string;
  payer: string;
  payerIban: string;
  /** All that the payer wrote, structured or not. */
  text: string;
}
