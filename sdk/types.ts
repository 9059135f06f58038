/** The types that callers meet besides those of the API itself. */
import type { Client } from './api.gen.ts';

export type { Client } from './api.gen.ts';

export type OperationName = keyof Client;

/** Path, query and body as one flat object: `{ id: 7, plan: 'vps-2', scale_disk: true }`. Their names never clash. */
export type Input<N extends OperationName> = Exclude<Parameters<Client[N]>[0], undefined>;

/** The object or page that an operation answers, a file, or nothing. */
export type Output<N extends OperationName> = Awaited<ReturnType<Client[N]>>;

/** A file that the API sends. */
export interface FileReply {
  /** Its name, where the API gives one. */
  name: string | undefined;
  type: string;
  content: Blob;
}

/** The page that was asked for, when awaited; all items from there on, page by page as they are needed, in a `for await`. */
export type Listing<Page, Item> = Promise<Page> & AsyncIterable<Item, void, undefined>;

/** What a reply says besides its body. */
export interface ReplyInfo {
  status: number;
  requestId: string | undefined;
  /** The order that a costly operation made. */
  orderId: number | undefined;
  /** Whether this is the stored reply to an earlier request with the same key. */
  replayed: boolean;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** For what changes something. A fresh one is made for every call otherwise; it stays the same over retries. */
  idempotencyKey?: string;
  /** Milliseconds for which a call that meets a lock (423) is tried again. Not at all otherwise. */
  waitForLock?: number;
  /** Called with what the headers of the final reply say. */
  onReply?: (info: ReplyInfo) => void;
}

export type AnyInput = Record<string, unknown>;
