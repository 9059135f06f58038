/** Request with the results of the guards. */

import type { ServerResponse } from 'node:http';
import type { Operation } from '@innkeeper/contract/define';
import type { OperationName } from '@innkeeper/contract/operations';
import type { Caller, Customer, StaffActor } from '@innkeeper/domain/actor';
import type { UploadedFile } from '@innkeeper/domain/tickets/files';
import type { FailureCode } from '@innkeeper/model/failures';
import type { FastifyRequest } from 'fastify';
import type { BucketState } from './bucket-state.ts';
import type { Client } from './client.ts';
import type { WireReply } from './wire-reply.ts';

/** Operation of the contract in the pipeline. */
export interface Route {
  readonly name: OperationName;
  readonly operation: Operation;
}

/** Part of a request that the pipeline needs. Fastify's request has it. */
export type RequestHead = Pick<
  FastifyRequest,
  'raw' | 'id' | 'method' | 'url' | 'headers' | 'query' | 'params' | 'body' | 'socket'
>;

/** Part of a reply that the pipeline needs. Fastify's reply has it. */
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
  /** Request and reply of Fastify, except while guards run before Fastify (`response-cache/early.ts`). */
  request: RequestHead;
  reply: ReplyHead;
  /** Time of arrival in milliseconds, from `performance.now()`. */
  readonly began = performance.now();
  /** Route, or `undefined` outside the contract: unknown paths and documents. */
  readonly route: Route | undefined;
  /** Sender of the request. */
  readonly client: Client;
  caller: Caller | undefined = undefined;
  /** Staff member at an operator's operation. */
  staff: StaffActor | undefined = undefined;
  /** Name of the operator's operation. */
  operatorOperation: string | undefined = undefined;
  /** For tests: caller for the use case that records its reads (`reply/contract-assertions.ts`). */
  watchedCaller: Customer | undefined = undefined;
  abilities: readonly string[] = [];
  /** True if the caller's account is suspended. */
  suspended = false;
  /** True if the caller's account is being closed. */
  closing = false;
  params: unknown = {};
  query: unknown = {};
  headers: unknown = {};
  body: unknown = undefined;
  /** Validated input of an operation of staff: the fields of its path, query and body. */
  input: unknown = undefined;
  /** Body as sent, before validation: JSON, or the text fields of a form. */
  sentBody: unknown = undefined;
  /** Hash of the guest's password in the body, see `guards/guest-password.ts`. */
  passwordHash: string | null = null;
  /** Stored files of a multipart form, which have no rows yet. */
  files: readonly UploadedFile[] = [];
  /** Version of the database before rows were read, for `response-cache/cache.ts`. */
  version: string | undefined = undefined;
  /** State of the caller's rate limit, once the request is counted. */
  rate: BucketState | undefined = undefined;
  /** Pending while a guard waits. */
  admission: Promise<undefined> | undefined = undefined;
  /** True if the request holds one of its account's slots, see `guards/in-flight.ts`. */
  holdsSlot = false;
  /** Reply from the response cache. */
  cached: WireReply | undefined = undefined;
  /** Code of the failure, for the log. */
  failureCode: FailureCode | undefined = undefined;

  constructor(request: RequestHead, reply: ReplyHead, client: Client, route: Route | undefined) {
    this.request = request;
    this.reply = reply;
    this.client = client;
    this.route = route;
  }
}

/** Request as received from Node. */
export interface EarlyRequest {
  /** Results of guards that ran before Fastify (`response-cache/early.ts`): context, headers, and the failure, if any. */
  early?: {
    readonly context: RequestContext;
    readonly headers: Readonly<Record<string, string | number>>;
    readonly refusal: unknown;
  };
}

/** Admits the request, throws a `Failure`, or sets `cached`, which also ends the guards. Returns a promise only if it must wait. */
export type Guard = (context: RequestContext) => undefined | Promise<undefined>;

/** Runs guards one after another, synchronously while none must wait. */
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
