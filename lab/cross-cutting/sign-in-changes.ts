/** Requests of signing in that succeed each time, for idempotency.test.ts. */
import { givenPasskey } from '../given-passkeys.ts';
import { givenSession } from '../given-sessions.ts';
import type { RequestChanges, Setup } from './setup.ts';

type Changes = () => Promise<RequestChanges & { other?: unknown }>;

export function signInChanges(setup: () => Setup) {
  const passkey = async () => ({ id: await givenPasskey(setup().lab.db, setup().me) });
  return {
    deleteSession: async () => ({ params: { id: (await givenSession(setup().lab.db, setup().me)).id } }),
    deleteOtherSessions: async () => ({}),
    updatePasskey: async () => ({ params: await passkey(), body: { name: 'laptop' }, other: { name: 'telephone' } }),
    deletePasskey: async () => ({ params: await passkey() }),
  } satisfies Record<string, Changes>;
}
