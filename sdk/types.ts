/** The client's types, all derived from the contract. */
import type { Operation } from '@innkeeper/contract/define';
import type { OperationName, Operations } from '@innkeeper/contract/operations';
import type { z } from 'zod';

type Nothing = Record<never, never>;

type ParamsOf<O> = O extends { params: infer S extends z.ZodType } ? z.output<S> : Nothing;

/** Every query parameter may be left out. */
type QueryOf<O> = O extends { query: infer S extends z.ZodType } ? Partial<z.output<S>> : Nothing;

/** Fields of a form are typed as what the API reads from their text. */
type BodyOf<O> = O extends { bodyKind: 'multipart'; body: infer S extends z.ZodType }
  ? z.output<S> & { attachments?: Blob[] }
  : O extends { body: infer S extends z.ZodType }
    ? O extends { bodyOptional: true }
      ? Partial<z.input<S>>
      : z.input<S>
    : Nothing;

/** Path, query and body as one flat object: `{ id: 7, plan: 'vps-2', scale_disk: true }`. Their names never clash. */
export type Input<N extends OperationName> = Flat<ParamsOf<Operations[N]> & QueryOf<Operations[N]> & BodyOf<Operations[N]>>;

/** The same type, shown by editors as one object. */
type Flat<T> = { [K in keyof T]: T[K] };

/** A file that the API sends. */
export interface FileReply {
  /** Its name, where the API gives one. */
  name: string | undefined;
  type: string;
  content: Blob;
}

/** The object or page that an operation answers, a file, or nothing. */
export type Output<N extends OperationName> = Operations[N]['reply'] extends { schema: infer S extends z.ZodType }
  ? z.output<S>
  : Operations[N]['reply'] extends { contentType: string }
    ? FileReply
    : undefined;

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
  /** For POST. A fresh one is made for every call otherwise; it stays the same over retries. */
  idempotencyKey?: string;
  /** Milliseconds for which a call that meets a lock (423) is tried again. Not at all otherwise. */
  waitForLock?: number;
  /** Called with what the headers of the final reply say. */
  onReply?: (info: ReplyInfo) => void;
}

type Arguments<I> = Nothing extends I ? [input?: I, options?: CallOptions] : [input: I, options?: CallOptions];

type Events<N extends OperationName> = Operations[N]['reply'] extends { events: infer S extends z.ZodType } ? z.output<S> : never;

/** A call's answer, or the stream of what comes, for which the client connects as often as it takes. */
type Result<N extends OperationName> = [Events<N>] extends [never]
  ? Promise<Output<N>>
  : AsyncGenerator<Events<N>, void, undefined>;

/** One method per operation of the API. */
export type Client = { readonly [N in OperationName]: (...args: Arguments<Input<N>>) => Result<N> };

/** An operation as the code of the client treats it. */
export type AnyOperation = Operation;
export type AnyInput = Record<string, unknown>;
