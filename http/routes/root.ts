/** `/` leads browsers to the documentation. */
import type { FastifyInstance } from 'fastify';
import type { Replies } from '../reply/replies.ts';
import type { Guard } from '../request/context.ts';

export function addRoot(app: FastifyInstance, { everyRequest, replies }: { everyRequest: Guard; replies: Replies }): void {
  app.get('/', { onRequest: replies.onRequest(everyRequest) }, (_request, reply) => reply.redirect('/docs'));
}
