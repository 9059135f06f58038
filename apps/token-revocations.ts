/** Notifies the API which tokens were revoked, by the database channel `tokens`. */
import type { OpenDatabase } from '@innkeeper/db/connect';
import type { RevocationFeed } from '@innkeeper/http/guards/token/cache';
import { listenTo } from './listen.ts';

export function tokenRevocations(pool: OpenDatabase['pool']): RevocationFeed {
  return {
    subscribe: async (listener) =>
      listenTo(pool, 'tokens', { ...listener, notified: (payload) => listener.revoked(Number(payload)) }),
  };
}
