/**
 * The port to the registers of EU VAT numbers. A driver returns a verdict, or reports that it has no answer. A register that is
 * unavailable, overloaded or replies with nonsense never yields a verdict. Only a job of the worker calls the port, never in a transaction.
 */

export interface VatNumbersCapabilities {
  /** True if the registers themselves are queried. Otherwise only the format of numbers is checked. */
  readonly registers: boolean;
}

export interface VatQuestion {
  /** Number with its prefix, without blanks, such as `ATU12345675`. */
  readonly vatNumber: string;
  /** VAT number of the seller, for which a register returns a consultation number. `null` if the seller has none. */
  readonly requester: string | null;
}

export type VatAnswer =
  | {
      readonly verdict: 'valid' | 'invalid';
      /** Proof of this query, or `null` if none was returned. */
      readonly consultation: string | null;
      /** Name as registered, or `null` if the country does not publish it. */
      readonly name: string | null;
      readonly address: string | null;
    }
  | NoAnswer;

export interface NoAnswer {
  readonly verdict: 'unknown';
  /** Code for the operator, such as `MS_UNAVAILABLE` or `timeout`. */
  readonly reason: string;
  /** Numbers for which queries are useless for now: those of this country, or all. */
  readonly away: 'country' | 'all';
}

export interface VatNumbers {
  readonly capabilities: VatNumbersCapabilities;
  /** Checks a number. Never throws. */
  check(question: VatQuestion): Promise<VatAnswer>;
}
