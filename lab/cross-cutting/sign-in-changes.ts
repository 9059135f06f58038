/** Requests of signing in that succeed each time, for idempotency.test.ts. */
import { randomUUID } from 'node:crypto';
import { givenEmailChange } from '../given-email-changes.ts';
import { givenPasskey } from '../given-passkeys.ts';
import { givenSession } from '../given-sessions.ts';
import type { RequestChanges, Setup } from './setup.ts';

type Changes = () => Promise<RequestChanges & { other?: unknown }>;

const newAddress = (): string => `${randomUUID()}@example.net`;

export function signInChanges(setup: () => Setup) {
  const passkey = async () => ({ id: await givenPasskey(setup().lab.db, setup().me) });
  return {
    deleteSession: async () => ({ params: { id: (await givenSession(setup().lab.db, setup().me)).id } }),
    deleteOtherSessions: async () => ({}),
    updatePasskey: async () => ({ params: await passkey(), body: { name: 'laptop' }, other: { name: 'telephone' } }),
    deletePasskey: async () => ({ params: await passkey() }),
    createEmailChange: async () => {
      // There may be a few a day.
      await setup().lab.db.deleteFrom('email_changes').where('user_id', '=', setup().me.userId).execute();
      return { body: { email: newAddress() }, other: { email: newAddress() } };
    },
    deleteEmailChange: async () => {
      await givenEmailChange(setup().lab.db, { ...setup().me, to: newAddress() });
      return {};
    },
  } satisfies Record<string, Changes>;
}
