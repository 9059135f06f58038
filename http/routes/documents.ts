/** What describes the API: the OpenAPI document. */
import type { FastifyInstance } from 'fastify';
import type { Answers } from '../answer.ts';
import type { Guard } from '../exchange.ts';
import { PREFIX } from './operation.ts';

export function addDocuments(app: FastifyInstance, arriving: Guard, answers: Answers): void {
  app.get(`${PREFIX}/openapi.json`, { onRequest: answers.enter(arriving) }, (_request, reply) => reply.send({}));
}
