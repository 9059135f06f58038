/** Hashes users' passwords with argon2id. Worker threads do this, so that a flood of sign-ins delays no other request. */
import { networksAround } from '../sign-in/place.ts';
import { type LimitedThreads, openLimitedThreads } from '../threads/limited.ts';
import { threadFile } from '../threads/thread-file.ts';

export interface UserPasswords extends Pick<LimitedThreads, 'startAll' | 'close'> {
  /**
   * Hashes a password of a caller who presented a session or the secret of a mail. `network` is the caller's network. The number of hashes
   * in flight per network is limited. Throws `rate_limited` or `unavailable`.
   */
  hash(password: string, network: string): Promise<string>;
  /**
   * Returns whether a password matches the stored hash. A `stored` of `null` never matches, but takes the same time. `isKnown` is true if
   * the user has signed in from this network before. Throws the same failures as `hash`.
   */
  verify(stored: string | null, password: string, from: { network: string; isKnown: boolean }): Promise<boolean>;
}

export interface UserPasswordLimits {
  /** Maximum number of passwords in flight (queued or being hashed), 64 by default. One thread hashes 64 in 2.5 s, idle times included. */
  max?: number;
  /** Maximum number of passwords in flight per caller's network, 4 by default. Wider networks may have more. */
  maxPerKey?: number;
}

const THREAD = threadFile('argon2-thread', import.meta.url);

/**
 * Ratio of idle time to working time of a hashing thread.
 *
 * A hashing thread keeps a core from requests for some milliseconds, even at nice 10. Linux 6.6 and later let the thread end its slice.
 * Measured with eight clients that signed in continuously, on two cores with one thread. With ratio 1, p99 of reads was 1.2 to 2.1 times
 * that of reads alone (42 sign-ins a second). With ratio 2, p99 was 1.3 to 1.6 times in four runs (25 a second).
 */
const IDLE_FACTOR = 2;

/** Hash of 32 discarded random bytes. It has the settings of all other hashes (argon2-thread.ts), so that verifying it takes as long. */
const DUMMY_HASH = '$argon2id$v=19$m=19456,t=2,p=1$NT2E9963xYRrAgTr3+p2Sg$ftZ483cFCGCpQEkon8x/azPKp8Pur3L4Zsq/QuUVAuk';

export function openUserPasswords({ max = 64, maxPerKey = 4 }: UserPasswordLimits = {}): UserPasswords {
  const { run, startAll, close } = openLimitedThreads({
    file: THREAD,
    max,
    maxPerKey,
    // Slots for trusted callers, such as users from a known network. A flood from many networks cannot use up these slots.
    reserved: max / 2,
    idleFactor: IDLE_FACTOR,
    tooMany: 'Too many passwords from your address are being checked at the same time. Try again in a moment.',
    allTooMany: 'Too many passwords are being checked at the moment. Try again in a moment.',
  });
  return {
    hash: (password, network) => run({ keys: networksAround(network), isTrusted: true }, normal(password), 'hash'),
    async verify(stored, password, { network, isKnown }) {
      const task = { stored: stored ?? DUMMY_HASH, password: normal(password) };
      const fits = await run<typeof task, boolean>({ keys: networksAround(network), isTrusted: isKnown }, task, 'verify');
      return fits && stored !== null;
    },
    startAll,
    close,
  };
}

/** Normalizes a password, because keyboards encode the same letters differently. */
const normal = (password: string): string => password.normalize('NFKC');
