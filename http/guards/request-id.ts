/** `X-Request-Id`: the UUID from the request, or a new one. It is in every reply and every log line. */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { EarlyRequest, Guard } from '../request/context.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns the id of a request, for Fastify's `genReqId`. */
export function requestIdOf(request: { headers: IncomingHttpHeaders } & EarlyRequest): string {
  if (request.early) return request.early.context.request.id;
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && UUID.test(given) ? given : randomUUID();
}

export const requestId: Guard = ({ request, reply }) => {
  reply.header('x-request-id', request.id);
  return undefined;
};
