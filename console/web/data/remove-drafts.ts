/** Deletes the drafts of a person. The first load has this part of `drafts.ts` only. */

export const DRAFT_PREFIX = 'innkeeper-draft-';

type Store = Pick<Storage, 'removeItem' | 'key' | 'length'>;

export function draftKeys(store: Store): string[] {
  return Array.from({ length: store.length }, (_none, index) => store.key(index) ?? '').filter((key) =>
    key.startsWith(DRAFT_PREFIX),
  );
}

/** Deletes all drafts of a person, for each account. */
export function removeDrafts(store: Store, userId: number): void {
  for (const key of draftKeys(store)) if (key.startsWith(`${DRAFT_PREFIX}${userId}-`)) store.removeItem(key);
}

/** Deletes the drafts of a person from this browser. The next person at the browser could otherwise read them. */
export function purgeDrafts(userId: number): void {
  try {
    for (const store of [localStorage, sessionStorage]) removeDrafts(store, userId);
  } catch {
    // The browser denies access to its storage, so it has no drafts.
  }
}
