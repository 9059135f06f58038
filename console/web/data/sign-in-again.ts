/**
 * Waits for a new sign-in after the session of a page has ended.
 *
 * A call that the API answers with 401 waits here, and is sent again after the same person has signed in to the same account. The page
 * stays as it is until then, with everything that was typed. The first load has only this part of `check-sign-in.ts`.
 */

export interface SignedInPage {
  userId: number;
  accountId: number;
  /** Opens the dialog if nobody is signed in. Rejects if the page cannot do that. */
  ask: () => Promise<void>;
  showDialog: (isShown: boolean) => void;
}

let page: SignedInPage | undefined;

interface Wait {
  over: Promise<boolean>;
  end: (isSignedIn: boolean) => void;
}

let wait: Wait | undefined;

/** Sets the page that can ask for a sign-in. Returns a function that removes it. */
export function setSignedInPage(opened: SignedInPage): () => void {
  page = opened;
  return () => {
    if (page !== opened) return;
    page = undefined;
    endWait(false);
  };
}

export const signedInPage = (): SignedInPage | undefined => page;

/** Ends the wait of all calls. `isSignedIn`: they are sent again. */
export function endWait(isSignedIn: boolean): void {
  wait?.end(isSignedIn);
  wait = undefined;
}

/**
 * Opens one dialog, however many calls ask. Resolves to true once the same person is signed in to the same account. Resolves to false
 * outside the pages of a signed-in person. A page of another person is loaded from scratch.
 */
export function askForSignIn(): Promise<boolean> {
  if (page === undefined) return Promise.resolve(false);
  if (wait === undefined) {
    let end: Wait['end'] = () => undefined;
    const over = new Promise<boolean>((resolve) => {
      end = resolve;
    });
    wait = { over, end };
    page.ask().catch(() => endWait(false));
    return over;
  }
  return wait.over;
}
