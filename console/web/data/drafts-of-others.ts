/** Deletes drafts after a sign-in. The session of an earlier person may have ended without a sign-out, which would have deleted theirs. */
import { plainClient } from './plain-client.ts';
import { DRAFT_PREFIX, draftKeys } from './remove-drafts.ts';

type Store = Parameters<typeof draftKeys>[0];

/** Deletes the drafts of everybody but this person. */
export function removeDraftsOfOthers(store: Store, userId: number): void {
  for (const key of draftKeys(store)) if (!key.startsWith(`${DRAFT_PREFIX}${userId}-`)) store.removeItem(key);
}

/** Deletes the drafts of everybody but this person from this browser. */
export function purgeDraftsOfOthers(userId: number): void {
  try {
    for (const store of [localStorage, sessionStorage]) removeDraftsOfOthers(store, userId);
  } catch {
    // The browser denies access to its storage, so it has no drafts.
  }
}

/** Deletes the drafts of everybody but the person who has just signed in. Without an answer of the API, drafts stay. */
export async function purgeAfterSignIn(): Promise<void> {
  const current = await plainClient.getCurrentSession({}).catch(() => undefined);
  if (current?.user) purgeDraftsOfOthers(current.user.id);
}
