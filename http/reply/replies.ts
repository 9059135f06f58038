/** How an exchange ends: in a reply or in a refusal, in one line of the log, and in tests held against the contract. */

import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Clock } from '@innkeeper/model/clock';
import type { Failure } from '@innkeeper/model/failures';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { leavesMuchUnread } from '../guards/body/size.ts';
import type { Serving } from '../guards/serving.ts';
import type { WireReply } from '../handlers/run.ts';
import { openAccessLog } from '../log/access-log.ts';
import type { HttpLog } from '../log/logger.ts';
import { openRefusalLog } from '../log/refusal-log.ts';
import type { Client } from '../request/client.ts';
import { Exchange, type Guard, type Route } from '../request/context.ts';
import { type Honesty, openHonesty } from './contract-assertions.ts';
import { refusalBody, toFailure } from './failure.ts';

declare module 'fastify' {
  interface FastifyRequest {
    exchange: Exchange | null;
  }
}

export interface Answers {
  /** Fastify's `onRequest` for a route: opens the exchange and lets it through the guards. */
  enter(guard: Guard, route?: Route): onRequestHookHandler;
  reply(exchange: Exchange, reply: WireReply): FastifyReply;
  honesty: Honesty | undefined;
  /** Puts its hooks on the server; `nowhere` ends requests of unknown paths. */
  attach(app: FastifyInstance, nowhere: Guard): void;
  /** The last request of a connection, if its answer is not yet on its way as a whole. */
  underWay(socket: object): Exchange | undefined;
  /** Ends a request that is not whole, and will never be. */
  refuse(exchange: Exchange, failure: Failure): void;
  /** For errors that Fastify meets before it has a route. */
  astray(nowhere: Guard, request: FastifyRequest, reply: FastifyReply, error: Error): void;
}

export interface AnswersOptions {
  log: HttpLog;
  refusals?: HttpLog | undefined;
  clock: Clock;
  serving: Serving;
  clientOf(raw: IncomingMessage): Client;
  checkReplies?: ((problem: Error) => void) | undefined;
}

export function openAnswers(options: AnswersOptions): Answers {
  const { log, serving, clientOf } = options;
  const lastOf = new WeakMap<object, Exchange>();
  const exchangeOf = (request: FastifyRequest, reply: FastifyReply, route?: Route): Exchange => {
    const exchange = new Exchange(request, reply, clientOf(request.raw), route);
    lastOf.set(request.raw.socket, exchange);
    return exchange;
  };
  const accessLog = openAccessLog(options);
  // Of a database that is away every request tells.
  const away = openRefusalLog((line) => log.warn(line, 'the database is away'), options.clock);
  const honesty = options.checkReplies && openHonesty(options.checkReplies);

  const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const failure = toFailure(error);
    const { exchange } = request;
    if (exchange) exchange.refused = failure.code;
    const { cause } = failure.details;
    if (failure.code === 'internal') log.error({ requestId: request.id, err: cause ?? failure }, 'a request failed');
    else if (failure.code === 'unavailable' && cause) away.take('database', { requestId: request.id, err: cause });
    if (!serving.isServing() || leavesMuchUnread(request)) reply.header('connection', 'close');
    const body = refusalBody(reply, request.id, failure);
    honesty?.refusal(exchange ?? undefined, failure, body);
    return reply.send(body);
  };

  const answer = ({ request, reply, route }: Exchange, { status, headers, body }: WireReply): FastifyReply => {
    reply.code(status).headers(headers);
    // Else the process would wait for its clients to let go.
    if (!serving.isServing()) reply.header('connection', 'close');
    if (body === null) return reply.send();
    reply.header('content-type', route?.operation.reply.contentType ?? 'application/json; charset=utf-8');
    if (!(body instanceof Readable)) return reply.send(body);
    if (request.method !== 'HEAD') return reply.headers(ENDLESS).send(body);
    body.destroy();
    return reply.send();
  };

  const admit = (exchange: Exchange, guard: Guard, done: (error?: Error) => void): void => {
    exchange.request.exchange = exchange;
    const waiting = guard(exchange);
    exchange.passing = waiting;
    if (waiting) waiting.then(() => (exchange.known ? void answer(exchange, exchange.known) : done()), done);
    else done();
  };

  return {
    enter: (guard, route) => (request, reply, done) => admit(exchangeOf(request, reply, route), guard, done),
    honesty,
    reply: answer,
    attach(app, nowhere) {
      app.decorateRequest('exchange', null);
      app.addHook('onRequest', (request, reply, done) => {
        if (request.is404) admit(exchangeOf(request, reply), nowhere, done);
        else done();
      });
      app.setNotFoundHandler((request, reply) => refuse(new Error('a guard let an unknown path pass'), request, reply));
      app.setErrorHandler((error, request, reply) => refuse(error, request, reply));
      app.addHook('onResponse', (request, reply, done) => {
        accessLog.answered(request, reply);
        done();
      });
      app.addHook('onClose', (_app, done) => {
        accessLog.close();
        away.close();
        done();
      });
    },
    underWay(socket) {
      const last = lastOf.get(socket);
      // Node lets the socket of a response go when all of it was written.
      const { raw } = last?.reply ?? {};
      return raw && !(raw.writableFinished && raw.socket === null) ? last : undefined;
    },
    refuse({ request, reply, passing }, failure) {
      const late = (): void => {
        // What a guard had against it comes first.
        if (reply.sent) return;
        reply.header('connection', 'close');
        refuse(failure, request, reply);
      };
      void Promise.resolve(passing).then(late, late);
    },
    astray(nowhere, request, reply, error) {
      const exchange = exchangeOf(request, reply);
      try {
        admit(exchange, nowhere, (refusal) => void refuse(refusal ?? error, request, reply));
      } catch (refusal) {
        // Fastify's hooks catch what is thrown at once; here is no hook.
        refuse(refusal, request, reply);
      }
    },
  };
}

/**
 * A proxy that gathers what it passes on would hold a stream back for ever; and a connection that is kept when its stream
 * ends at a shutdown would hold up the process.
 */
const ENDLESS = { 'x-accel-buffering': 'no', connection: 'close' };
