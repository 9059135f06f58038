/** Notifies the API of accounts that have new events, by the database channel `events`. */
import type { OpenDatabase } from '@innkeeper/db/connect';
import type { ChangeFeed } from '@innkeeper/http/sse/streams';
import { listenTo } from './listen.ts';

export function eventNotifications(pool: OpenDatabase['pool']): ChangeFeed {
  return {
    subscribe: async (listener) =>
      listenTo(pool, 'events', {
        ...listener,
        notified: (payload) => {
          for (const account of payload.split(',')) listener.changed(Number(account));
        },
      }),
  };
}
