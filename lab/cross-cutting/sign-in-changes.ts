/**
 * Requests for idempotency.test.ts that change sessions, passkeys, identity providers and email addresses. Each request succeeds any number
 * of times.
 */
import { randomUUID } from 'node:crypto';
import { givenEmailChange } from '../given-email-changes.ts';
import { givenPasskey } from '../given-passkeys.ts';
import { givenSession } from '../given-sessions.ts';
import { givenIdentityProvider } from '../given-single-sign-on.ts';
import type { RequestChanges, Setup } from './setup.ts';

type Changes = () => Promise<RequestChanges & { other?: unknown }>;

const newAddress = (): string => `${randomUUID()}@example.net`;

const newDomain = (): string => `${randomUUID()}.example.net`;
const company = (client_id: string) => ({
  ...{ issuer: 'https://login.example.com', client_id, client_secret: 'secret', domains: ['example.com'] },
});

export function signInChanges(setup: () => Setup) {
  const givenNoProvider = () =>
    setup().lab.db.deleteFrom('identity_providers').where('account_id', '=', setup().me.accountId).execute();
  const passkey = async () => ({ id: await givenPasskey(setup().lab.db, setup().me) });
  return {
    deleteSession: async () => ({ params: { id: (await givenSession(setup().lab.db, setup().me)).id } }),
    deleteOtherSessions: async () => ({}),
    updatePasskey: async () => ({ params: await passkey(), body: { name: 'laptop' }, other: { name: 'telephone' } }),
    deletePasskey: async () => ({ params: await passkey() }),
    putIdentityProvider: async () => ({ body: company('one'), other: company('other') }),
    verifyIdentityDomains: async () => {
      await givenNoProvider();
      await givenIdentityProvider(setup().lab.db, { accountId: setup().me.accountId, domain: newDomain() });
      return {};
    },
    deleteIdentityProvider: async () => {
      await givenNoProvider();
      await givenIdentityProvider(setup().lab.db, { accountId: setup().me.accountId, domain: newDomain() });
      return {};
    },
    createEmailChange: async () => {
      // Deletes earlier changes, whose number per day is limited.
      await setup().lab.db.deleteFrom('email_changes').where('user_id', '=', setup().me.userId).execute();
      return { body: { email: newAddress() }, other: { email: newAddress() } };
    },
    deleteEmailChange: async () => {
      await givenEmailChange(setup().lab.db, { ...setup().me, to: newAddress() });
      return {};
    },
  } satisfies Record<string, Changes>;
}
