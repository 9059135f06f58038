/** What becomes of a payment in the sandbox: its cents decide, so that a test or a demonstration gets what it wants. */
export type Fate =
  | 'succeeds'
  | 'declined'
  | 'declined for good'
  /** The answer is lost; the money came. */
  | 'lost'
  /** The request itself is lost. */
  | 'never arrives'
  /** Nobody pays it, until it is closed: then the money comes. */
  | 'late'
  /** Nobody ever pays it. */
  | 'abandoned';

const FATES: Readonly<Record<string, Fate>> = {
  '1': 'declined',
  '2': 'declined for good',
  '3': 'lost',
  '4': 'never arrives',
  '5': 'late',
  '6': 'abandoned',
};

/** An amount that ends in .01 is declined, .02 for good ... and every other succeeds. */
export const fateOf = (amount: bigint): Fate => FATES[String(amount % 100n)] ?? 'succeeds';
