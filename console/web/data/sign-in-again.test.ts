import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** Session that the API reports: ids of user and account, or `null` for a visitor. */
let signedIn: readonly [userId: number, accountId: number] | null;
const reload = vi.fn();
let module: typeof import('./sign-in-again.ts') & typeof import('../start/shell/check-sign-in.ts');
const dialog: boolean[] = [];
let close: () => void;
const PAGE = {
  ...{ userId: 7, accountId: 1 },
  ask: () => module.openDialog(),
  showDialog: (isShown: boolean) => void dialog.push(isShown),
};

beforeEach(async () => {
  vi.stubGlobal('fetch', async () => {
    const [user, account] = signedIn ?? [];
    return Response.json({
      user: user === undefined ? null : { id: user },
      account: account === undefined ? null : { id: account },
    });
  });
  vi.stubGlobal('location', { reload });
  // The client takes the global `fetch` when its module is loaded.
  vi.resetModules();
  module = { ...(await import('./sign-in-again.ts')), ...(await import('../start/shell/check-sign-in.ts')) };
  signedIn = null;
  dialog.length = 0;
  close = module.setSignedInPage(PAGE);
});
afterEach(() => {
  vi.unstubAllGlobals();
  reload.mockClear();
});

test('many calls wait for one sign-in, and go on once the same person is back in the same account', async () => {
  const calls = Promise.all([module.askForSignIn(), module.askForSignIn()]);
  await vi.waitFor(() => expect(dialog).toEqual([true]));
  expect(await module.checkSignIn()).toBe('nobody');
  signedIn = [7, 2];
  expect(await module.checkSignIn()).toBe('other-account');
  expect(dialog).toEqual([true]);
  signedIn = [7, 1];
  expect(await module.checkSignIn()).toBe('same');
  expect([await calls, dialog]).toEqual([
    [true, true],
    [true, false],
  ]);
});

test('no dialog opens if another tab has signed in, or a reply is older than the sign-in', async () => {
  signedIn = [7, 1];
  expect(await module.askForSignIn()).toBe(true);
  expect(dialog).not.toContain(true);
});

test('a page of another person, or of another account, is loaded from scratch', async () => {
  for (const other of [
    [8, 1],
    [7, 2],
  ] as const) {
    signedIn = other;
    void module.askForSignIn();
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(dialog).toEqual([]);
    reload.mockClear();
    close();
    close = module.setSignedInPage(PAGE);
  }
});

test('nothing waits outside the pages of a signed-in person, nor after such a page is closed', async () => {
  const waiting = module.askForSignIn();
  close();
  expect([await waiting, await module.askForSignIn()]).toEqual([false, false]);
});

test('calls are refused if the dialog cannot be loaded', async () => {
  close();
  close = module.setSignedInPage({ ...PAGE, ask: () => Promise.reject(new Error('the chunk did not load')) });
  expect(await module.askForSignIn()).toBe(false);
});
