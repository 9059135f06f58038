import { z } from 'zod';
import { operation } from '../define.ts';
import { integer } from '../query.ts';
import { StreamedEvent } from '../schemas/event.ts';

const cursor = integer(0, Number.MAX_SAFE_INTEGER).optional();

/** The event stream, which makes polling unnecessary. */
export const events = {
  streamEvents: operation({
    method: 'GET',
    path: '/events',
    group: 'Events',
    title: 'Stream events',
    summary:
      'Streams all changes of the account as server-sent events, in order. The stream starts with the next event, or after the event in Last-Event-ID or `cursor`. A client that reconnects with it misses nothing. Events are kept for 7 days. A cursor that is older, or not of this account, gets one event of type `reset` and then the following events.',
    origin: 'ours',
    ability: 'read',
    headers: z.object({
      'last-event-id': cursor.describe('Id of the event to resume after. Takes precedence over `cursor`.'),
    }),
    query: z.strictObject({ cursor: cursor.describe('Id of the event to resume after. 0 starts with the first event.') }),
    bodyKind: 'none',
    reply: { status: 200, contentType: 'text/event-stream', events: StreamedEvent },
    failures: [],
  }),
};
