import { z } from 'zod';
import { operation } from '../define.ts';
import { integer } from '../query.ts';
import { StreamedEvent } from '../schemas/event.ts';

const cursor = integer(0, Number.MAX_SAFE_INTEGER).optional();

/** So that nobody has to poll. */
export const events = {
  streamEvents: operation({
    method: 'GET',
    path: '/events',
    group: 'Events',
    title: 'Stream events',
    summary:
      'Everything that changes in the account, as server-sent events in order. The stream begins with the next event, or after the event that Last-Event-ID or `cursor` names, so that a client that reconnects misses nothing. Events are kept for 7 days; a cursor that is older (or not of this account) gets one event of type `reset`, and then the events that follow.',
    origin: 'ours',
    ability: 'read',
    headers: z.object({
      'last-event-id': cursor.describe('Resume after this event. Takes precedence over `cursor`.'),
    }),
    query: z.strictObject({ cursor: cursor.describe('Resume after the event of this id; 0 for the first.') }),
    bodyKind: 'none',
    reply: { status: 200, contentType: 'text/event-stream', events: StreamedEvent },
    failures: [],
  }),
};
