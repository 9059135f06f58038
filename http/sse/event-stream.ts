/**
 * A stream of events to one client: reads a batch, writes it, and waits for changes. It reads only as fast as the client does, so
 * it never holds more than a batch and Node's own buffer.
 */
import { Readable } from 'node:stream';
import type { StreamedEvent } from '@innkeeper/contract/schemas/event';
import type { AccountEvent } from '@innkeeper/db/schema';
import type { EventFeed } from '@innkeeper/operations/events/stream';
import { presentEvent } from '../present/event.ts';
import { iso } from '../present/time.ts';

export interface StreamTimings {
  /** Between two looks for events whose notification was missed, for all streams at once; and before a read that failed is repeated. */
  pollMs: number;
  /** After this time without an event a comment is sent, so that proxies and clients see that the stream is alive. */
  heartbeatMs: number;
  /** How long a client may take to accept a batch. */
  writeTimeoutMs: number;
}

export const STREAM_TIMINGS: StreamTimings = { pollMs: 1_000, heartbeatMs: 15_000, writeTimeoutMs: 30_000 };

/** Milliseconds after which a client shall reconnect; adding jitter is left to the client. */
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
  /** Since when the client has not accepted the last batch. */
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

  /** The number of the event that was read last. */
  get at(): bigint {
    return this.#feed.at;
  }

  /** There may be new events. */
  notify(): void {
    this.#changed = true;
    this.#wake();
  }

  /** Ends the stream after the current batch, or at once when the client does not accept that. */
  end(): void {
    this.#finish();
    if (this.#blockedSince !== undefined || !this.#started) this.readable.destroy();
  }

  /** Disconnects a client that is too slow. To be called regularly. */
  checkTimeout(): void {
    if (this.#blockedSince !== undefined && performance.now() - this.#blockedSince > this.#timings.writeTimeoutMs)
      this.readable.destroy();
  }

  /** The client accepts more. */
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
    // The cursor comes first, so that a client that is disconnected before the first event loses nothing either.
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

  /** Nothing is lost while the database is unavailable: the feed keeps its position. */
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

  /** Until something happens, or a heartbeat or another try is due. */
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

/** JSON has no line breaks; one would end a frame. */
export function frameOf(event: StreamedEvent): string {
  return `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

function resetAt(id: AccountEvent['id']): StreamedEvent {
  return { id: Number(id), at: iso(new Date()), type: 'reset' };
}
