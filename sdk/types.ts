/** Types for callers. The types of requests and replies are in api.gen.ts. */
import type { Client } from './api.gen.ts';

export type { Client } from './api.gen.ts';

export type OperationName = keyof Client;

/**
 * Path, query and body as one flat object: `{ id: 7, plan: 'vps-2', scale_disk: true }`. No operation uses a name in two of these parts.
 */
export type Input<N extends OperationName> = Exclude<Parameters<Client[N]>[0], undefined>;

/** The result of an operation: an object, a page, a file, or nothing. */
export type Output<N extends OperationName> = Awaited<ReturnType<Client[N]>>;

/** Downloaded file. */
export interface FileReply {
  /** File name, or `undefined` if the API sends none. */
  name: string | undefined;
  type: string;
  content: Blob;
}

/**
 * Result of a list operation. `await` returns the requested page. `for await` yields all items from that page on, and requests further
 * pages as needed.
 */
export type Listing<Page, Item> = Promise<Page> & AsyncIterable<Item, void, undefined>;

/** Status and decoded header fields of a successful reply. */
export interface ReplyInfo {
  status: number;
  requestId: string | undefined;
  /** Id of the order that a chargeable operation created. */
  orderId: number | undefined;
  /** Ids of the operations that the call started, in the order of their start. At most 50. */
  operationIds: number[];
  /** True if this is the stored reply of an earlier request with the same idempotency key. */
  replayed: boolean;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** Idempotency key of a change, by default a new key for every call, which its retries share. */
  idempotencyKey?: string;
  /** Maximum time in milliseconds to retry a call that a lock refuses (423). Defaults to 0, no retry. */
  waitForLock?: number;
  /** Longest `Retry-After` in milliseconds that the call waits for, 60,000 by default. If the API asks for more, the call fails at once. */
  maxWait?: number;
  /** Called with the status and header fields of each successful reply. A list has one reply per page. */
  onReply?: (info: ReplyInfo) => void;
}

/** State of the connection of a stream. `retryAt`: Unix time of the next attempt in milliseconds. */
export type StreamState = { state: 'connecting' } | { state: 'open' } | { state: 'lost'; retryAt: number };

export interface StreamOptions extends Pick<CallOptions, 'signal'> {
  /** Called with each state of the connection. */
  onState?: (state: StreamState) => void;
  /** Time in milliseconds without a byte after which the connection counts as lost, 45,000 by default. The API sends a byte every 15 s. */
  silence?: number;
}

export type AnyInput = Record<string, unknown>;
