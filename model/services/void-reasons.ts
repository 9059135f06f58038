/**
 * Our own reasons of unpaid renewals that are cancelled. Orders store the sentence only, so its code is found by the sentence. A mail
 * translates the code (model/mail/de/failures.ts). A changed sentence needs a new code, because orders keep the old one.
 */
export const VOID_REASONS = {
  suspended: 'The service that this order would have renewed was suspended.',
  end_moved: 'The end of the service that this order would have renewed was moved.',
  cancelled: 'The service that this order would have renewed was cancelled.',
  ended: 'The service that this order would have renewed has ended.',
  more_addons: 'The order was replaced because its server has more addons.',
  manual_renewal: 'A manual renewal replaced this order.',
  server_renewal: 'The renewal of the server replaced this order.',
  price_changed: 'The price of the renewed service has changed.',
} as const;

const [ENDED_EARLY, WAS_CANCELLED] = ['The service that this order would have renewed (', ') was cancelled.'];

/** Returns the reason of a renewal whose service was ended early. `label`: noun and id, such as `addon 12`. */
export const endedEarly = (label: string): string => `${ENDED_EARLY}${label}${WAS_CANCELLED}`;

export type VoidCode = keyof typeof VOID_REASONS | 'ended_early';

export interface VoidReason {
  code: VoidCode;
  /** Noun and id of the service that was ended early, or `null`. */
  label: string | null;
}

/** Returns the code of our own sentence, or `null` for any other, such as that of an end by staff. */
export function voidReasonOf(sentence: string): VoidReason | null {
  if (sentence.startsWith(ENDED_EARLY) && sentence.endsWith(WAS_CANCELLED))
    return { code: 'ended_early', label: sentence.slice(ENDED_EARLY.length, -WAS_CANCELLED.length) };
  const known = Object.entries(VOID_REASONS).find(([, text]) => text === sentence);
  return known ? { code: known[0] as VoidCode, label: null } : null;
}

/** Reasons after which the service is not renewed, or is renewed by another order. */
const NOT_ORDERED_AGAIN: ReadonlySet<VoidCode> = new Set(['suspended', 'cancelled', 'ended', 'manual_renewal', 'server_renewal']);

/** Returns whether the owner may need the services of the void order again. */
export const isOrderedAgain = ({ code }: VoidReason): boolean => !NOT_ORDERED_AGAIN.has(code);
