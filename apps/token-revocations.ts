/**
 * Notifies the API which tokens were revoked, by the database channel `tokens`; `~7`: token 7 is as before, but for what is cached with it;
 * `*`: so are all; `s7` and `~s7`: the same of session 7.
 */
import type { OpenDatabase } from '@innkeeper/db/connect';
import type { CredentialKey } from '@innkeeper/domain/access/credentials';
import type { RevocationFeed } from '@innkeeper/http/guards/token/cache';
import { listenTo } from './listen.ts';

export function tokenRevocations(pool: OpenDatabase['pool']): RevocationFeed {
  return {
    subscribe: async (listener) =>
      listenTo(pool, 'tokens', {
        ...listener,
        notified(payload) {
          if (payload === '*') listener.connected();
          else if (payload.startsWith('~')) listener.changed(keyIn(payload.slice(1)));
          else listener.revoked(keyIn(payload));
        },
      }),
  };
}

const keyIn = (text: string): CredentialKey =>
  text.startsWith('s') ? `session:${Number(text.slice(1))}` : `token:${Number(text)}`;
