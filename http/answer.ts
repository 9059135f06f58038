/** How an exchange ends: in a reply or in a refusal, in one line of the log, and in tests held against the contract. */

import { Readable } from 'node:stream';
import type { Clock } from '@innkeeper/model/clock';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { type AccessLog, openAccessLog } from './access-log.ts';
import { Exchange, type Guard, type Route } from './exchange.ts';
import { refusalBody, toFailure } from './failure.ts';
import type { Serving } from './guards/serving.ts';
import { leavesMuchUnread } from './guards/size.ts';
import { type Honesty, openHonesty } from './honesty.ts';
import type { HttpLog } from './log.ts';
import { openRefusalLog } from './refusal-log.ts';
import type { WireReply } from './run.ts';

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
  accessLog: AccessLog;
  /** Puts its hooks on the server; `nowhere` ends requests of unknown paths. */
  attach(app: FastifyInstance, nowhere: Guard): void;
  /** For errors that Fastify meets before it has a route. */
  astray(nowhere: Guard, request: FastifyRequest, reply: FastifyReply, error: Error): void;
}

export interface AnswersOptions {
  log: HttpLog;
  refusals?: HttpLog | undefined;
  clock: Clock;
  serving: Serving;
  checkReplies?: ((problem: Error) => void) | undefined;
}

export function openAnswers(options: AnswersOptions): Answers {
  const { log, serving } = options;
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
    if (waiting) waiting.then(() => (exchange.known ? void answer(exchange, exchange.known) : done()), done);
    else done();
  };

  return {
    enter: (guard, route) => (request, reply, done) => admit(new Exchange(request, reply, route), guard, done),
    honesty,
    accessLog,
    reply: answer,
    attach(app, nowhere) {
      app.decorateRequest('exchange', null);
      app.addHook('onRequest', (request, reply, done) => {
        if (request.is404) admit(new Exchange(request, reply, undefined), nowhere, done);
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
    astray(nowhere, request, reply, error) {
      const exchange = new Exchange(request, reply, undefined);
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
