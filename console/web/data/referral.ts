/** Code of the affiliate whose link led here. A browser may refuse storage: then nobody is thanked, and nothing else changes. */

const KEY = 'innkeeper-referral';

/** Stores the code until the account is opened: the link of the mail opens another tab. */
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
