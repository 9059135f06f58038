/** Types that callers use besides those of the API itself. */
import type { Client } from './api.gen.ts';

export type { Client } from './api.gen.ts';

export type OperationName = keyof Client;

/** Path, query and body as one flat object: `{ id: 7, plan: 'vps-2', scale_disk: true }`. No two of them have the same name. */
export type Input<N extends OperationName> = Exclude<Parameters<Client[N]>[0], undefined>;

/** The result of an operation: an object, a page, a file, or nothing. */
export type Output<N extends OperationName> = Awaited<ReturnType<Client[N]>>;

/** A file that the API sends. */
export interface FileReply {
  /** Its name, if the API gives one. */
  name: string | undefined;
  type: string;
  content: Blob;
}

/** Awaited: the requested page. In a `for await`: all items from that page on; further pages are requested as needed. */
export type Listing<Page, Item> = Promise<Page> & AsyncIterable<Item, void, undefined>;

/** What the headers of a reply say. */
export interface ReplyInfo {
  status: number;
  requestId: string | undefined;
  /** Id of the order that a costly operation made. */
  orderId: number | undefined;
  /** Ids of the operations that the call started, in the order of their start. At most 50. */
  operationIds: number[];
  /** Whether this is the stored reply of an earlier request with the same key. */
  replayed: boolean;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** For operations that change something. Default: a new key for every call, the same for its retries. */
  idempotencyKey?: string;
  /** Milliseconds for which a call is tried again while a lock refuses it (423). Default: it is not. */
  waitForLock?: number;
  /** Called with the headers' fields of the final reply. */
  onReply?: (info: ReplyInfo) => void;
}

/** State of the connection of a stream. `retryAt`: time of the next attempt, in milliseconds since 1970. */
export type StreamState = { state: 'connecting' } | { state: 'open' } | { state: 'lost'; retryAt: number };

export interface StreamOptions extends Pick<CallOptions, 'signal'> {
  /** Called with each state of the connection. */
  onState?: (state: StreamState) => void;
  /** Milliseconds without a byte after which the connection counts as lost. The API sends a byte every 15 s. Default: 45,000. */
  silence?: number;
}

export type AnyInput = Record<string, unknown>;
