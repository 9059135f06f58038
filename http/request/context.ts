/** A request and what the guards have found out about it. */

import type { ServerResponse } from 'node:http';
import type { Operation } from '@innkeeper/contract/define';
import type { OperationName } from '@innkeeper/contract/operations';
import type { Caller, Customer, StaffActor } from '@innkeeper/domain/actor';
import type { UploadedFile } from '@innkeeper/domain/tickets/files';
import type { FailureCode } from '@innkeeper/model/failures';
import type { FastifyRequest } from 'fastify';
import type { BucketState } from '../guards/rate-buckets.ts';
import type { WireReply } from '../handlers/run.ts';
import type { Client } from './client.ts';

/** An operation as the pipeline sees it. */
export interface Route {
  readonly name: OperationName;
  readonly operation: Operation;
}

/** What the pipeline needs of a request; Fastify's has it. */
export type RequestHead = Pick<
  FastifyRequest,
  'raw' | 'id' | 'method' | 'url' | 'headers' | 'query' | 'params' | 'body' | 'socket'
>;

/** What the pipeline needs of a reply; Fastify's has it. */
export interface ReplyHead {
  readonly raw: ServerResponse;
  readonly sent: boolean;
  readonly statusCode: number;
  code(status: number): ReplyHead;
  header(name: string, value: string | number): ReplyHead;
  headers(values: Record<string, string | number>): ReplyHead;
  send(body?: unknown): ReplyHead;
}

export class RequestContext {
  /** Both are Fastify's, but for as long as a request is judged before it (`response-cache/early.ts`). */
  request: RequestHead;
  reply: ReplyHead;
  /** When it came, in milliseconds. */
  readonly began = performance.now();
  /** Undefined where nothing of the contract is met: unknown paths, documents. */
  readonly route: Route | undefined;
  /** Who sent it. */
  readonly client: Client;
  caller: Caller | undefined = undefined;
  /** One of the staff at an operator's operation. */
  staff: StaffActor | undefined = undefined;
  /** Which of the operator's operations it is for. */
  operatorOperation: string | undefined = undefined;
  /** In tests: the caller as the use case gets it, which notes what that reads (`reply/contract-assertions.ts`). */
  watchedCaller: Customer | undefined = undefined;
  abilities: readonly string[] = [];
  /** Whether the caller's account is suspended. */
  suspended = false;
  /** Whether it is about to be closed. */
  closing = false;
  params: unknown = {};
  query: unknown = {};
  headers: unknown = {};
  body: unknown = undefined;
  /** The body as it was sent, before it was checked: JSON, or the text fields of a form. */
  sentBody: unknown = undefined;
  /** Hash of the guest's password in the body, see `guards/guest-password.ts`. */
  passwordHash: string | null = null;
  /** The files of a multipart form, which are stored and have no rows yet. */
  files: readonly UploadedFile[] = [];
  /** Of what the database had before its rows were read, for `response-cache/cache.ts`. */
  version: string | undefined = undefined;
  /** What remains of its account's rate limit, once the request was counted. */
  rate: BucketState | undefined = undefined;
  /** Pending while a guard waits for something. */
  admission: Promise<undefined> | undefined = undefined;
  /** Whether it holds one of its account's slots, see `guards/in-flight.ts`. */
  holdsSlot = false;
  /** The reply that the response cache already had. */
  cached: WireReply | undefined = undefined;
  /** Why it was refused, for the log. */
  failureCode: FailureCode | undefined = undefined;

  constructor(request: RequestHead, reply: ReplyHead, client: Client, route: Route | undefined) {
    this.request = request;
    this.reply = reply;
    this.client = client;
    this.route = route;
  }
}

/** A request as it comes from Node. */
export interface EarlyRequest {
  /** What guards have found out already (`response-cache/early.ts`), the headers that they have set, and why they refuse it, if they do. */
  early?: {
    readonly context: RequestContext;
    readonly headers: Readonly<Record<string, string | number>>;
    readonly refusal: unknown;
  };
}

/** Admits the request, throws a `Failure`, or sets `cached`, which ends the guards too. Returns a promise only if it must wait. */
export type Guard = (context: RequestContext) => undefined | Promise<undefined>;

/** Runs guards one after the other, and synchronously while none has to wait. */
export function inOrder(...guards: Guard[]): Guard {
  const from = (first: number, context: RequestContext): undefined | Promise<undefined> => {
    for (let i = first; i < guards.length; i += 1) {
      const waiting = guards[i]?.(context);
      if (!waiting) continue;
      return i === guards.length - 1 ? waiting : waiting.then(() => (context.cached ? undefined : from(i + 1, context)));
    }
    return undefined;
  };
  return (context) => from(0, context);
}
