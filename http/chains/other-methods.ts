/** Adds the other methods of known paths: 405 with `Allow`, and OPTIONS, which replies 204 with the same header. */
import { OPERATION_NAMES, operationOf } from '@innkeeper/contract/operations';
import type { FastifyInstance, HTTPMethods } from 'fastify';
import { methodNotAllowed } from '../guards/not-found.ts';
import type { Replies } from '../reply/replies.ts';
import { type Guard, inOrder } from '../request/context.ts';
import { fastifyPath } from './operation.ts';

const METHODS: readonly HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

export function addOtherMethods(app: FastifyInstance, everyRequest: Guard, replies: Replies): void {
  for (const { url, methods } of methodsByPath()) {
    const allow = [...methods, ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
    app.route({
      method: METHODS.filter((method) => !methods.has(method)),
      url,
      onRequest: replies.onRequest(inOrder(everyRequest, methodNotAllowed(allow))),
      handler: (_request, reply) => reply.send(),
    });
    app.route({
      method: 'OPTIONS',
      url,
      onRequest: replies.onRequest(everyRequest),
      handler: (_request, reply) => reply.code(204).header('allow', allow).send(),
    });
  }
}

/** Returns the methods of each path. Paths that differ only in the names of their parameters count as one. */
function methodsByPath(): { url: string; methods: Set<HTTPMethods> }[] {
  const found = new Map<string, { url: string; methods: Set<HTTPMethods> }>();
  for (const name of OPERATION_NAMES) {
    const { method, path } = operationOf(name);
    const url = fastifyPath(path);
    const shape = url.replace(/:\w+/g, ':');
    const entry = found.get(shape) ?? { url, methods: new Set() };
    entry.methods.add(method);
    found.set(shape, entry);
  }
  return [...found.values()];
}
