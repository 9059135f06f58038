/**
 * The port to the registers of EU VAT numbers. A driver answers, or says that it has no answer: a register that is away, overloaded or
 * talks nonsense is never a verdict. Called by a worker's job, never in a transaction.
 */

export interface VatNumbersCapabilities {
  /** It asks the registers themselves; else it knows only how numbers are built. */
  readonly registers: boolean;
}

export interface VatQuestion {
  /** With its prefix, without blanks: `ATU12345675`. */
  readonly vatNumber: string;
  /** The seller's own number; with it a register gives a consultation number. Null: it has none. */
  readonly requester: string | null;
}

export type VatAnswer =
  | {
      readonly verdict: 'valid' | 'invalid';
      /** Proof of this question, where one was given. */
      readonly consultation: string | null;
      /** As registered, where the country tells it. */
      readonly name: string | null;
      readonly address: string | null;
    }
  | NoAnswer;

export interface NoAnswer {
  readonly verdict: 'unknown';
  /** A word for the operator: `MS_UNAVAILABLE`, `timeout`. */
  readonly reason: string;
  /** What is worth no further question for now: numbers of this country, or all. */
  readonly away: 'country' | 'all';
}

export interface VatNumbers {
  readonly capabilities: VatNumbersCapabilities;
  /** Never throws. */
  check(question: VatQuestion): Promise<VatAnswer>;
}
