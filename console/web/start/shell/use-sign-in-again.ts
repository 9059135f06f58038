import { useEffect, useState } from 'react';
import { setSignedInPage } from '../../data/sign-in-again.ts';
import { listenToTabs } from '../../data/tabs.ts';

/** Loads the check when a session ends, or another tab changes it. */
const loadCheck = () => import('./check-sign-in.ts');

/** Notices the end of the session, and changes by other tabs. Returns whether the person has to sign in again. */
export function useSignInAgain(userId: number, accountId: number): boolean {
  const [isSignedOut, showDialog] = useState(false);
  useEffect(() => {
    const ask = async () => (await loadCheck()).openDialog();
    const forget = setSignedInPage({ userId, accountId, ask, showDialog });
    const stop = listenToTabs((message) => {
      // Without the chunk this tab cannot know who is signed in, so it loads again.
      loadCheck()
        .then(({ follow }) => follow(userId, message))
        .catch(() => location.reload());
    });
    return () => {
      stop();
      forget();
    };
  }, [userId, accountId]);
  return isSignedOut;
}
