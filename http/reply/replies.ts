/** Ends a request with a reply or failure, and one log line. In tests, both are checked against the contract. */

import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Failure } from '@innkeeper/model/failures';
import type { Telemetry } from '@innkeeper/model/installation/telemetry';
import type { Clock } from '@innkeeper/model/time/clock';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { leavesMuchUnread } from '../guards/body/size.ts';
import type { Serving } from '../guards/serving.ts';
import { openAccessLog } from '../log/access-log.ts';
import type { HttpLog } from '../log/logger.ts';
import { openRefusalLog } from '../log/refusal-log.ts';
import type { Client } from '../request/client.ts';
import {
  type EarlyRequest,
  type Guard,
  inOrder,
  type ReplyHead,
  RequestContext,
  type RequestHead,
  type Route,
} from '../request/context.ts';
import type { WireReply } from '../request/wire-reply.ts';
import { type ContractAssertions, openContractAssertions } from './contract-assertions.ts';
import { refusalBody, toFailure } from './failure.ts';

declare module 'fastify' {
  interface FastifyRequest {
    requestContext: RequestContext | null;
  }
  interface FastifyInstance {
    /** Lists the operations with unanswered requests. */
    requestsUnderWay(): string[];
  }
}

export interface Replies {
  /** Returns Fastify's `onRequest` hook of a route. The hook creates the request's context and runs the guards. */
  onRequest(guard: Guard, route?: Route): onRequestHookHandler;
  /** Returns the hook of a route whose first guards may have run already (`response-cache/early.ts`). */
  onEarlyRequest(first: Guard, others: Guard, route: Route): onRequestHookHandler;
  /** Creates the context of a request that Fastify has not received yet, or never will. */
  begin(request: RequestHead, reply: ReplyHead, route?: Route): RequestContext;
  /** Logs a request. Call it after the reply has been sent. */
  sent(request: RequestHead, reply: ReplyHead, context: RequestContext | null): void;
  send(context: RequestContext, reply: WireReply): ReplyHead;
  contractAssertions: ContractAssertions | undefined;
  /** Registers the hooks on the server. `notFound` refuses requests for unknown paths. */
  attach(app: FastifyInstance, notFound: Guard): void;
  /** Returns the last request of a connection, unless its reply has been written completely. */
  pending(socket: object): RequestContext | undefined;
  /** Refuses a request that will never arrive completely. */
  refuse(context: RequestContext, failure: Failure): void;
  /** Handles errors that Fastify detects before it has found a route. */
  frameworkError(notFound: Guard, request: FastifyRequest, reply: FastifyReply, error: Error): void;
}

export interface RepliesOptions {
  log: HttpLog;
  refusals?: HttpLog | undefined;
  logRequest?: ((line: object) => void) | undefined;
  clock: Clock;
  serving: Serving;
  clientOf(raw: IncomingMessage): Client;
  telemetry?: Telemetry | undefined;
  checkReplies?: ((problem: Error) => void) | undefined;
}

export function openReplies(options: RepliesOptions): Replies {
  const { log, serving, clientOf } = options;
  const lastOf = new WeakMap<object, RequestContext>();
  const contextOf = (request: RequestHead, reply: ReplyHead, route?: Route): RequestContext => {
    const context = new RequestContext(request, reply, clientOf(request.raw), route);
    lastOf.set(request.raw.socket, context);
    return context;
  };
  const attached = (request: FastifyRequest, reply: FastifyReply, route?: Route): RequestContext => {
    request.requestContext = contextOf(request, reply, route);
    return request.requestContext;
  };
  const accessLog = openAccessLog(options);
  // Every request fails while the database is unavailable, so these lines are limited, too.
  const unavailable = openRefusalLog((line) => log.warn(line, 'the database is unavailable'), options.clock);
  const contractAssertions = options.checkReplies && openContractAssertions(options.checkReplies);

  const refuse = (error: unknown, request: RequestHead, reply: ReplyHead, context: RequestContext | null): ReplyHead => {
    const failure = toFailure(error);
    if (context) context.failureCode = failure.code;
    const { cause } = failure.details;
    if (failure.code === 'internal') log.error({ requestId: request.id, err: cause ?? failure }, 'a request failed');
    else if (failure.code === 'unavailable' && cause) unavailable.add('database', { requestId: request.id, err: cause });
    if (!serving.isServing() || leavesMuchUnread(request)) reply.header('connection', 'close');
    const body = refusalBody(reply, request.id, failure);
    contractAssertions?.refusal(context ?? undefined, failure, body);
    return reply.send(body);
  };

  const send = ({ request, reply, route }: RequestContext, { status, headers, body }: WireReply): ReplyHead => {
    reply.code(status).headers(headers);
    // Otherwise the shutdown would wait for clients to close their connections.
    if (!serving.isServing()) reply.header('connection', 'close');
    if (body === null) return reply.send();
    // A file may set its own content type.
    if (headers['Content-Type'] === undefined)
      reply.header('content-type', route?.operation.reply.contentType ?? 'application/json; charset=utf-8');
    if (!(body instanceof Readable)) return reply.send(body);
    if (request.method !== 'HEAD') return reply.headers(STREAM_HEADERS).send(body);
    body.destroy();
    return reply.send();
  };

  const admit = (context: RequestContext, guard: Guard, done: (error?: Error) => void): void => {
    const waiting = guard(context);
    context.admission = waiting;
    if (waiting) waiting.then(() => (context.cached ? void send(context, context.cached) : done()), done);
    else done();
  };

  return {
    onRequest: (guard, route) => (request, reply, done) => admit(attached(request, reply, route), guard, done),
    onEarlyRequest(first, others, route) {
      const all = inOrder(first, others);
      return (request, reply, done) => {
        const { early } = request.raw as EarlyRequest;
        if (!early) return admit(attached(request, reply, route), all, done);
        const { context, headers, refusal } = early;
        context.request = request;
        context.reply = reply.headers(headers);
        request.requestContext = context;
        if (refusal !== undefined) done(refusal as Error);
        else admit(context, others, done);
      };
    },
    begin: contextOf,
    sent: accessLog.record,
    contractAssertions,
    send,
    attach(app, notFound) {
      app.decorateRequest('requestContext', null);
      app.addHook('onRequest', (request, reply, done) => {
        if (request.is404) admit(attached(request, reply), notFound, done);
        else done();
      });
      app.setNotFoundHandler((request, reply) =>
        refuse(new Error('a guard admitted an unknown path'), request, reply, request.requestContext),
      );
      app.setErrorHandler((error, request, reply) => refuse(error, request, reply, request.requestContext));
      app.addHook('onResponse', (request, reply, done) => {
        accessLog.record(request, reply, request.requestContext);
        done();
      });
      app.addHook('onClose', (_app, done) => {
        accessLog.close();
        unavailable.close();
        done();
      });
    },
    pending(socket) {
      const last = lastOf.get(socket);
      // Node detaches the socket from a response after the response is written completely.
      const { raw } = last?.reply ?? {};
      return raw && !(raw.writableFinished && raw.socket === null) ? last : undefined;
    },
    refuse(context, failure) {
      const refuseUnlessSent = (): void => {
        const { request, reply } = context;
        // The failure of a guard takes precedence.
        if (reply.sent) return;
        reply.header('connection', 'close');
        refuse(failure, request, reply, context);
      };
      void Promise.resolve(context.admission).then(refuseUnlessSent, refuseUnlessSent);
    },
    frameworkError(notFound, request, reply, error) {
      const context = attached(request, reply);
      try {
        admit(context, notFound, (refusal) => void refuse(refusal ?? error, request, reply, context));
      } catch (refusal) {
        // Fastify catches synchronous exceptions of its hooks, but this function is not a hook.
        refuse(refusal, request, reply, context);
      }
    },
  };
}

/** A buffering proxy would withhold a stream for ever. A connection that is reused after its stream would delay a shutdown. */
const STREAM_HEADERS = { 'x-accel-buffering': 'no', connection: 'close' };
