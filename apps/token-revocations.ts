/**
 * Notifies the API of revoked tokens, by the database channel `tokens`.
 *
 * Payloads: `7` if token 7 was revoked, `~7` if only cached data of token 7 changed, `*` for all tokens. `s7` and `~s7` mean the same for
 * session 7.
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
