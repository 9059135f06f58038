/** A route of the contract: guards, body, guards, handler, reply. */
import { BODY_BYTES, bodyLimitOf } from '@innkeeper/contract/body-limits';
import { serializerOf } from '@innkeeper/contract/serializer';
import { UNFINISHED } from '@innkeeper/contract/unfinished';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { InFlight } from '../guards/in-flight.ts';
import type { AnyHandler, Content } from '../handlers/define.ts';
import type { Runner, WireReply } from '../handlers/run.ts';
import type { Answers } from '../reply/replies.ts';
import type { Exchange, Guard, Route } from '../request/context.ts';

export interface OperationParts {
  beforeBody: Guard;
  afterBody: Guard;
  inFlight: InFlight;
  answers: Answers;
  run: Runner;
  handler: unknown;
}

export const PREFIX = '/v1';

/** Throws at start-up when an operation has neither a handler nor a place among the unfinished, or has both. */
export function addOperation(app: FastifyInstance, route: Route, parts: OperationParts): void {
  const { name, operation } = route;
  const { beforeBody, afterBody, inFlight, answers, handler } = parts;
  if (UNFINISHED.has(name) === (handler !== undefined)) {
    throw new Error(handler ? `${name} has a handler but is listed as unfinished` : `${name} has no handler`);
  }
  const run = handler ? parts.run(route, handler as AnyHandler, writerOf(route)) : neverReached;
  const work = async (exchange: Exchange): Promise<WireReply> => {
    const waiting = afterBody(exchange);
    if (waiting) await waiting;
    answers.honesty?.watch(exchange);
    const reply = await run(exchange);
    answers.honesty?.reply(exchange, reply);
    return reply;
  };
  app.route({
    method: operation.method,
    url: fastifyPath(operation.path),
    // Of what is gathered: a form, which may have more, is not.
    bodyLimit: Math.min(bodyLimitOf(operation), BODY_BYTES),
    onRequest: answers.enter(beforeBody, route),
    handler: async (request: FastifyRequest, _reply: FastifyReply) => {
      const exchange = request.exchange as Exchange;
      // The place is given back before the answer is on its way: a client that reads slowly holds none.
      const reply = await work(exchange).finally(() => inFlight.leave(exchange));
      return answers.reply(exchange, reply);
    },
  });
}

/** `/servers/{id}` -> `/v1/servers/:id`. */
export function fastifyPath(path: string): string {
  return PREFIX + path.replace(/\{(\w+)\}/g, ':$1');
}

function writerOf({ operation }: Route): (body: unknown) => Content | null {
  const { schema, contentType } = operation.reply;
  if (contentType !== undefined) return (body) => body as Content;
  return schema ? serializerOf(schema) : () => null;
}

async function neverReached(): Promise<never> {
  throw new Error('an unfinished operation passed its last guard');
}
