/** Tells the API's streams which accounts have new events: the database announces them on the channel `events`. */
import type { OpenDatabase } from '@innkeeper/db/connect';
import type { NewsFeed } from '@innkeeper/http/sse/streams';
import { listenTo } from './listen.ts';

export function accountNews(pool: OpenDatabase['pool']): NewsFeed {
  return { start: async (hear) => listenTo(pool, 'events', { ...hear, told: (payload) => hear.told(Number(payload)) }) };
}
