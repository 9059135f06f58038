/** Compares the person who is signed in with the person of this page, after the session has ended or another tab has changed it. */
import { purgeDraftsOfOthers } from '../../data/drafts-of-others.ts';
import { plainClient } from '../../data/plain-client.ts';
import { purgeDrafts } from '../../data/remove-drafts.ts';
import { endWait, signedInPage } from '../../data/sign-in-again.ts';
import { isLeaving, reloadAllTabs, type TabMessage, tellOtherTabs } from '../../data/tabs.ts';

/** `other-account`: the same person in another account. */
export type Arrival = 'same' | 'other-account' | 'another' | 'nobody';

/** Returns who is signed in, compared with the person of this page. Ends the wait for the same person in the same account. */
export async function checkSignIn(): Promise<Arrival> {
  const { user, account } = await plainClient.getCurrentSession({});
  const page = signedInPage();
  if (page === undefined || user === null || account === null) return 'nobody';
  if (user.id !== page.userId) {
    purgeDraftsOfOthers(user.id);
    return 'another';
  }
  if (account.id !== page.accountId) return 'other-account';
  page.showDialog(false);
  endWait(true);
  return 'same';
}

/** Opens the dialog if nobody is signed in. */
export async function openDialog(): Promise<void> {
  // Another tab may have signed in, or the call was sent before a new sign-in.
  const arrived = await checkSignIn().catch(() => 'nobody');
  if (arrived === 'same' || isLeaving()) return;
  if (arrived === 'nobody') signedInPage()?.showDialog(true);
  else location.reload();
}

/** Ends the wait after a sign-in in the dialog. Loads a fresh page for another person, or if the account can no longer be used. */
export async function arrive(): Promise<void> {
  let arrived = await checkSignIn();
  const page = signedInPage();
  if (arrived === 'other-account' && page !== undefined) {
    // A sign-in begins in the person's own account, and this page may belong to another one.
    await plainClient.updateSession({ account_id: page.accountId }).catch(() => undefined);
    arrived = await checkSignIn();
  }
  if (arrived === 'same') tellOtherTabs();
  else reloadAllTabs('/');
}

/** Follows a message of another tab. This tab stays if the same person is still signed in to the same account, and otherwise reloads. */
export async function follow(userId: number, message: TabMessage): Promise<void> {
  if (message === 'signed-out') purgeDrafts(userId);
  const arrived = await checkSignIn().catch(() => 'nobody');
  // A read of the session may have made this page the one of the other person in the meantime.
  if (arrived !== 'same' || signedInPage()?.userId !== userId) location.reload();
}
