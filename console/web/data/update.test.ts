import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let version: string;
beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ session: null, user: null, account: null, installation: { version } }));
  // The modules keep the version of their page.
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

test('a read of the session with another version makes an update due, until the page is loaded again', async () => {
  const update = await import('../router/update.ts');
  const { sessionQuery } = await import('./session.ts');
  const { queryClient } = await import('./query.ts');
  const read = async (answer: string): Promise<boolean> => {
    version = answer;
    await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
    return update.isUpdateDue;
  };
  expect(await read('0.1.0+6f617465f4a1')).toBe(false);
  expect(await read('0.1.0+6f617465f4a1')).toBe(false);
  expect(await read('0.1.0+4c1a7336b2c0')).toBe(true);
  // Another process of the old version may answer once more.
  expect(await read('0.1.0+6f617465f4a1')).toBe(true);
});
