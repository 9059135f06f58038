/**
 * One stream of events on its way to a client: reads a batch, writes it, and waits for news. It reads no further than the
 * client takes, so it never holds more than a batch and what Node buffers of it.
 */
import { Readable } from 'node:stream';
import type { StreamedEvent } from '@innkeeper/contract/schemas/event';
import type { AccountEvent } from '@innkeeper/db/schema';
import type { EventFeed } from '@innkeeper/operations/events/stream';
import { presentEvent } from '../present/event.ts';
import { iso } from '../present/time.ts';

export interface StreamPace {
  /** Between two looks when nobody brings news: the wake-up is only a courtesy. */
  pollMs: number;
  /** Silence after which a comment is sent, so that proxies and clients see that the stream lives. */
  heartbeatMs: number;
  /** How long a client may leave a batch untaken. */
  patienceMs: number;
}

export const STREAM_PACE: StreamPace = { pollMs: 5_000, heartbeatMs: 15_000, patienceMs: 30_000 };

/** Milliseconds after which a client is to come again; jitter is its own affair. */
const RETRY_MS = 2_000;

const HEARTBEAT = ':\n\n';

export class EventStream {
  readonly readable: Readable;
  readonly #feed: EventFeed;
  readonly #pace: StreamPace;
  readonly #onError: (error: unknown) => void;
  #begun = false;
  #ended = false;
  #news = false;
  /** Since when the client has not taken what is there for it. */
  #fullSince: number | undefined;
  #wake = (): void => {};

  constructor(feed: EventFeed, pace: StreamPace, onError: (error: unknown) => void) {
    this.#feed = feed;
    this.#pace = pace;
    this.#onError = onError;
    this.readable = new Readable({
      read: () => this.#taken(),
      destroy: (error, done) => {
        this.#finish();
        done(error);
      },
    });
  }

  /** There may be something new. */
  told(): void {
    this.#news = true;
    this.#wake();
  }

  /** Ends it after what is under way; at once when the client does not take that. */
  end(): void {
    this.#finish();
    if (this.#fullSince !== undefined || !this.#begun) this.readable.destroy();
  }

  /** Cuts a client off that is too slow. To be called now and then. */
  look(): void {
    if (this.#fullSince !== undefined && performance.now() - this.#fullSince > this.#pace.patienceMs) this.readable.destroy();
  }

  /** The client has room for more. */
  #taken(): void {
    if (this.#fullSince !== undefined) {
      this.#fullSince = undefined;
      this.#wake();
    }
    if (this.#begun) return;
    this.#begun = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    // The cursor at once: a client that is cut off before the first event loses nothing either.
    this.#send(`retry: ${RETRY_MS}\nid: ${this.#feed.at}\n\n`);
    let spoke = performance.now();
    while (!this.#ended) {
      this.#news = false;
      const text = await this.#read();
      const due = performance.now() - spoke >= this.#pace.heartbeatMs;
      if (this.#ended) break;
      if (text !== '' || due) {
        this.#send(text || HEARTBEAT);
        spoke = performance.now();
      }
      while (this.#fullSince !== undefined && !this.#ended) await this.#rest();
      if (text === '' && !this.#news) await this.#rest();
    }
    this.readable.push(null);
  }

  #send(text: string): void {
    if (!this.readable.push(text)) this.#fullSince = performance.now();
  }

  /** Nothing is lost when the database is away: the feed stays where it is. */
  async #read(): Promise<string> {
    try {
      const found = await this.#feed.next();
      return found === 'lost' ? frameOf(resetAt(this.#feed.at)) : found.map((row) => frameOf(presentEvent(row))).join('');
    } catch (error) {
      this.#onError(error);
      return '';
    }
  }

  /** Until something happens; for a while at most. */
  #rest(): Promise<void> {
    if (this.#ended) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#pace.pollMs);
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

/** JSON has no line breaks, which would end a frame. */
export function frameOf(event: StreamedEvent): string {
  return `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

function resetAt(id: AccountEvent['id']): StreamedEvent {
  return { id: Number(id), at: iso(new Date()), type: 'reset' };
}
