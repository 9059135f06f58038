/** Reads a stream of events over a real connection and validates each event against the contract. */
import { StreamedEvent } from '@innkeeper/contract/schemas/event';

export interface EventReader {
  response: Response;
  /** Returns the next event, or undefined if the stream ended properly. Throws if the connection broke. */
  next(): Promise<StreamedEvent | undefined>;
  /** Returns the events up to the first wanted one, inclusive. */
  until(matches: (event: StreamedEvent) => boolean): Promise<StreamedEvent[]>;
  /** Cursor to resume from. The stream also sends one before its first event. */
  readonly cursor: string | undefined;
  /** Number of heartbeats received. */
  readonly heartbeats: number;
  close(): void;
}

/** Opens a stream of events, from `cursor` if it is given. */
export async function readEvents(
  url: string,
  { token, cursor, headers = {} }: { token?: string; cursor?: string | undefined; headers?: Record<string, string> },
): Promise<EventReader> {
  const stop = new AbortController();
  const response = await fetch(url, {
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(cursor !== undefined && { 'last-event-id': cursor }),
      ...headers,
    },
    signal: stop.signal,
  });
  const frames = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  let seen: string | undefined;
  let heartbeats = 0;
  const frame = async (): Promise<string | undefined> => {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const found = text.slice(0, end);
        text = text.slice(end + 2);
        return found;
      }
      const read = await frames?.read();
      if (!read || read.done) return undefined;
      text += read.value;
    }
  };
  const next = async (): Promise<StreamedEvent | undefined> => {
    for (;;) {
      const found = await frame();
      if (found === undefined) return undefined;
      if (found === ':') heartbeats += 1;
      const fields = new Map(
        found.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      );
      seen = fields.get('id') ?? seen;
      const data = fields.get('data');
      if (data === undefined) continue;
      const event = StreamedEvent.parse(JSON.parse(data));
      if (fields.get('event') !== event.type || seen !== String(event.id))
        throw new Error(`a frame contradicts itself: ${found}`);
      return event;
    }
  };
  return {
    response,
    next,
    async until(matches) {
      const events: StreamedEvent[] = [];
      for (;;) {
        const event = await next();
        if (!event) throw new Error(`the stream ended after ${JSON.stringify(events)}`);
        events.push(event);
        if (matches(event)) return events;
      }
    },
    get cursor() {
      return seen;
    },
    get heartbeats() {
      return heartbeats;
    },
    close: () => stop.abort(),
  };
}
