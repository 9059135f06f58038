/**
 * Notifies the API which tokens were revoked, by the database channel `tokens`; `~7`: token 7 is as before, but for what is cached with it;
 * `*`: so are all.
 */
import type { OpenDatabase } from '@innkeeper/db/connect';
import type { RevocationFeed } from '@innkeeper/http/guards/token/cache';
import { listenTo } from './listen.ts';

export function tokenRevocations(pool: OpenDatabase['pool']): RevocationFeed {
  return {
    subscribe: async (listener) =>
      listenTo(pool, 'tokens', {
        ...listener,
        notified(payload) {
          if (payload === '*') listener.connected();
          else if (payload.startsWith('~')) listener.changed(Number(payload.slice(1)));
          else listener.revoked(Number(payload));
        },
      }),
  };
}
