/**
 * A guest's root password leaves the request only as a crypt(3) hash: it is never stored, logged or sent in clear. Hashing takes
 * 28 ms, so it happens in a thread beside the event loop, and before a transaction is opened: there it held the locks of
 * rows for as long, and again at each retry.
 */
import { type LimitedThreads, openLimitedThreads } from '../threads/limited.ts';
import { threadFile } from '../threads/thread-file.ts';

export interface GuestPasswords extends Pick<LimitedThreads, 'startAll' | 'close'> {
  /**
   * Throws `rate_limited` when the account has too many under way, so that none fills the queue for others, and `unavailable` when
   * all have.
   */
  hash(password: string, accountId: number): Promise<string>;
}

export interface GuestPasswordLimits {
  /** Under way, waiting or being hashed: 64 take 2 s on one thread. */
  most?: number;
  mostPerAccount?: number;
}

const THREAD = threadFile('hash-thread', import.meta.url);

export function openGuestPasswords({ most = 64, mostPerAccount = 4 }: GuestPasswordLimits = {}): GuestPasswords {
  const { run, startAll, close } = openLimitedThreads({
    file: THREAD,
    most,
    mostPerKey: mostPerAccount,
    reserved: 0,
    rest: 0,
    tooMany: 'Too many passwords of this account are being set at the same time. Try again in a moment.',
    allTooMany: 'Too many passwords are being set at the moment. Try again in a moment.',
  });
  return { hash: (password, accountId) => run({ keys: [accountId], isTrusted: true }, password), startAll, close };
}
