/**
 * Stores the code of the affiliate whose link was followed. If the browser denies storage, the account opens without a referral, so no
 * commission is recorded.
 */

const KEY = 'innkeeper-referral';

/** Stores the code until the account is opened. Other tabs read the code too, because the link in the confirmation mail opens a new tab. */
export function storeReferral(code: string): void {
  withStorage((storage) => storage.setItem(KEY, code));
}

export const storedReferral = (): string | undefined => withStorage((storage) => storage.getItem(KEY)) ?? undefined;

export function discardReferral(): void {
  withStorage((storage) => storage.removeItem(KEY));
}

function withStorage<Output>(use: (storage: Storage) => Output): Output | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}
