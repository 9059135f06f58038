/** Tells the API which tokens were revoked: the database announces them on the channel `tokens`. */
import type { OpenDatabase } from '@innkeeper/db/connect';
import type { RevocationFeed } from '@innkeeper/http/guards/token/cache';
import { listenTo } from './listen.ts';

export function tokenRevocations(pool: OpenDatabase['pool']): RevocationFeed {
  return {
    start: async (hear) => listenTo(pool, 'tokens', { ...hear, told: (payload) => hear.revoked(Number(payload)) }),
  };
}
