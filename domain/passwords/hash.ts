/** Passwords of users: argon2id, in threads beside the event loop, so that a flood of sign-ins delays no other request. */
import { networksAround } from '../sign-in/place.ts';
import { type LimitedThreads, openLimitedThreads } from '../threads/limited.ts';
import { threadFile } from '../threads/thread-file.ts';

export interface UserPasswords extends Pick<LimitedThreads, 'startAll' | 'close'> {
  /**
   * Hashes the password of a caller who has shown a secret of ours: a session, or the secret of a mail. `network`: where the caller is; each network has a few
   * under way at a time. Throws `rate_limited` and `unavailable`.
   */
  hash(password: string, network: string): Promise<string>;
  /**
   * Returns whether a password fits. Takes the same time whether there is a hash or not: `null` never fits. `isKnown`: whether the user has signed
   * in from this network before. Throws as `hash` does.
   */
  verify(stored: string | null, password: string, from: { network: string; isKnown: boolean }): Promise<boolean>;
}

export interface UserPasswordLimits {
  /** Under way, waiting or being hashed: 64 take 2.5 s on one thread, with its rests. */
  most?: number;
  mostPerKey?: number;
}

const THREAD = threadFile('argon2-thread', import.meta.url);

/**
 * A thread that hashes keeps a core from requests for some milliseconds, even at nice 10: Linux 6.6 and later let it end its slice. While eight clients
 * signed in without end, on two cores with one thread, p99 of reads was 1.2 to 2.1 times that of reads alone where it rested once as long as it worked
 * (42 sign-ins a second), and 1.3 to 1.6 times in four runs with this (25 a second).
 */
const REST = 2;

/** Hash of 32 random bytes that nobody has, with the settings of all others (argon2-thread.ts), so that verifying it takes as long. */
const NOBODYS = '$argon2id$v=19$m=19456,t=2,p=1$NT2E9963xYRrAgTr3+p2Sg$ftZ483cFCGCpQEkon8x/azPKp8Pur3L4Zsq/QuUVAuk';

export function openUserPasswords({ most = 64, mostPerKey = 4 }: UserPasswordLimits = {}): UserPasswords {
  const { run, startAll, close } = openLimitedThreads({
    file: THREAD,
    most,
    mostPerKey,
    // A flood from many networks keeps nobody out of a network from which they have signed in before.
    reserved: most / 2,
    rest: REST,
    tooMany: 'Too many passwords from your address are being checked at the same time. Try again in a moment.',
    allTooMany: 'Too many passwords are being checked at the moment. Try again in a moment.',
  });
  return {
    hash: (password, network) => run({ keys: networksAround(network), isTrusted: true }, normal(password), 'hash'),
    async verify(stored, password, { network, isKnown }) {
      const task = { stored: stored ?? NOBODYS, password: normal(password) };
      const fits = await run<typeof task, boolean>({ keys: networksAround(network), isTrusted: isKnown }, task, 'verify');
      return fits && stored !== null;
    },
    startAll,
    close,
  };
}

/** Keyboards write the same letters in several ways. */
const normal = (password: string): string => password.normalize('NFKC');
