/** The outcome of a payment in the sandbox. Its cents determine the outcome, so that tests and demonstrations can choose it. */
export type SandboxOutcome =
  | 'succeeds'
  | 'declined'
  | 'declined for good'
  /** The answer is lost, but the money was taken. */
  | 'lost'
  /** The request itself is lost. */
  | 'never arrives'
  /** The money arrives only when the payment is closed. */
  | 'late'
  /** Never paid. */
  | 'abandoned';

const FATES: Readonly<Record<string, SandboxOutcome>> = {
  '1': 'declined',
  '2': 'declined for good',
  '3': 'lost',
  '4': 'never arrives',
  '5': 'late',
  '6': 'abandoned',
};

/** Returns the outcome. An amount ending in .01 is declined, .02 is declined for good, and so on. All others succeed. */
export const sandboxOutcomeOf = (amount: bigint): SandboxOutcome => FATES[String(amount % 100n)] ?? 'succeeds';
