import { streamEvents } from '@innkeeper/operations/events/stream';
import type { Handlers } from './define.ts';

export const events = {
  streamEvents: async (cx, { headers, query }, _url, { streams }) =>
    streams.open(cx.actor, await streamEvents(cx, { cursor: headers['last-event-id'] ?? query.cursor })),
} satisfies Handlers;
