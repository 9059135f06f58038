/**
 * Streams events to one client: reads a batch, writes it, and waits for changes. The stream reads only as fast as the client does.
 * Therefore it never holds more than a batch in addition to Node's buffer.
 */
import { Readable } from 'node:stream';
import type { StreamedEvent } from '@innkeeper/contract/schemas/event';
import type { AccountEvent } from '@innkeeper/db/schema';
import type { EventFeed } from '@innkeeper/operations/define';
import { presentEvent } from '@innkeeper/present/event';
import { iso } from '@innkeeper/present/time';

export interface StreamTimings {
  /**
   * Interval in milliseconds between two polls for events with a missed notification. All streams share these polls. Also the delay before
   * a failed read is repeated.
   */
  pollMs: number;
  /** Time in milliseconds without an event before a comment is sent. The comment shows proxies and clients that the stream is alive. */
  heartbeatMs: number;
  /** Time in milliseconds that a client has to accept a batch. */
  writeTimeoutMs: number;
}

export const STREAM_TIMINGS: StreamTimings = { pollMs: 1_000, heartbeatMs: 15_000, writeTimeoutMs: 30_000 };

/** Delay in milliseconds before a client should reconnect. The client adds jitter. */
const RETRY_MS = 2_000;

const HEARTBEAT = ':\n\n';

export class EventStream {
  readonly readable: Readable;
  readonly #feed: EventFeed;
  readonly #timings: StreamTimings;
  readonly #onError: (error: unknown) => void;
  #started = false;
  #ended = false;
  #changed = false;
  #failed = false;
  #lastSent = 0;
  /** Time (`performance.now()`) since which the client has not accepted the last batch, or `undefined`. */
  #blockedSince: number | undefined;
  #wake = (): void => {};

  constructor(feed: EventFeed, timings: StreamTimings, onError: (error: unknown) => void) {
    this.#feed = feed;
    this.#timings = timings;
    this.#onError = onError;
    this.readable = new Readable({
      read: () => this.#drained(),
      destroy: (error, done) => {
        this.#finish();
        done(error);
      },
    });
  }

  /** Id of the last event read. */
  get at(): bigint {
    return this.#feed.at;
  }

  /** Wakes the stream, because there may be new events. */
  notify(): void {
    this.#changed = true;
    this.#wake();
  }

  /** Ends the stream after the current batch. Ends it at once if the client has not begun to read or is blocked. */
  end(): void {
    this.#finish();
    if (this.#blockedSince !== undefined || !this.#started) this.readable.destroy();
  }

  /** Disconnects a client that is too slow. Call it regularly. */
  checkTimeout(): void {
    if (this.#blockedSince !== undefined && performance.now() - this.#blockedSince > this.#timings.writeTimeoutMs)
      this.readable.destroy();
  }

  /** Continues after the client accepts more data. */
  #drained(): void {
    if (this.#blockedSince !== undefined) {
      this.#blockedSince = undefined;
      this.#wake();
    }
    if (this.#started) return;
    this.#started = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    // Send the cursor first, so that a client that is disconnected before the first event also loses nothing.
    this.#send(`retry: ${RETRY_MS}\nid: ${this.#feed.at}\n\n`);
    this.#lastSent = performance.now();
    while (!this.#ended) {
      this.#changed = false;
      const text = await this.#read();
      const due = performance.now() - this.#lastSent >= this.#timings.heartbeatMs;
      if (this.#ended) break;
      if (text !== '' || due) {
        this.#send(text || HEARTBEAT);
        this.#lastSent = performance.now();
      }
      while (this.#blockedSince !== undefined && !this.#ended) await this.#wait();
      if (text === '' && !this.#changed) await this.#wait();
    }
    this.readable.push(null);
  }

  #send(text: string): void {
    if (!this.readable.push(text)) this.#blockedSince = performance.now();
  }

  /** Reads the next batch as text. Nothing is lost while the database is unavailable, because the feed keeps its position. */
  async #read(): Promise<string> {
    this.#failed = false;
    try {
      const found = await this.#feed.next();
      return found === 'lost' ? frameOf(resetAt(this.#feed.at)) : found.map((row) => frameOf(presentEvent(row))).join('');
    } catch (error) {
      this.#onError(error);
      this.#failed = true;
      return '';
    }
  }

  /** Waits until a notification arrives, or until a heartbeat or another attempt is due. */
  #wait(): Promise<void> {
    if (this.#ended) return Promise.resolve();
    const { pollMs, heartbeatMs } = this.#timings;
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#failed ? pollMs : this.#lastSent + heartbeatMs - performance.now());
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #finish(): void {
    this.#ended = true;
    this.#wake();
  }
}

/** Formats an event. The JSON text has no line breaks, so it fits in one `data` line. */
export function frameOf(event: StreamedEvent): string {
  return `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

function resetAt(id: AccountEvent['id']): StreamedEvent {
  return { id: Number(id), at: iso(new Date()), type: 'reset' };
}
