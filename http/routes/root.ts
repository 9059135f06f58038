/** `/`: who opens the address of the API in a browser wants to read about it. */
import type { FastifyInstance } from 'fastify';
import type { Answers } from '../reply/replies.ts';
import type { Guard } from '../request/context.ts';

export function addRoot(app: FastifyInstance, { arriving, answers }: { arriving: Guard; answers: Answers }): void {
  app.get('/', { onRequest: answers.enter(arriving) }, (_request, reply) => reply.redirect('/docs'));
}
