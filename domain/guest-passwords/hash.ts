/**
 * Hashing of guests' root passwords. A password leaves the request only as a crypt(3) hash: it is never stored, logged or sent in clear.
 *
 * Hashing takes 28 ms. It runs in a worker thread and before a transaction opens. Inside a transaction it would hold row locks for that
 * time, and again at each retry.
 */
import { type LimitedThreads, openLimitedThreads } from '../threads/limited.ts';
import { threadFile } from '../threads/thread-file.ts';

export interface GuestPasswords extends Pick<LimitedThreads, 'startAll' | 'close'> {
  /**
   * Returns the hash of a password. Throws `rate_limited` if the account has too many hashes in flight, so that no account fills the queue.
   * Throws `unavailable` if all accounts together have too many.
   */
  hash(password: string, accountId: number): Promise<string>;
}

export interface GuestPasswordLimits {
  /** Maximum number of passwords in flight (queued or being hashed), 64 by default. One thread hashes 64 in 2 s. */
  max?: number;
  maxPerAccount?: number;
}

const THREAD = threadFile('hash-thread', import.meta.url);

export function openGuestPasswords({ max = 64, maxPerAccount = 4 }: GuestPasswordLimits = {}): GuestPasswords {
  const { run, startAll, close } = openLimitedThreads({
    file: THREAD,
    max,
    maxPerKey: maxPerAccount,
    reserved: 0,
    idleFactor: 0,
    tooMany: 'Too many passwords of this account are being set at the same time. Try again in a moment.',
    allTooMany: 'Too many passwords are being set at the moment. Try again in a moment.',
  });
  return { hash: (password, accountId) => run({ keys: [accountId], isTrusted: true }, password), startAll, close };
}
