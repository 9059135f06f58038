/** `POST /v1/console/{secret}/renew`: a page trades its secret, so that it can come back when its connection broke. */
import { renewConsole } from '@innkeeper/domain/console/renew';
import type { Cx } from '@innkeeper/domain/context';
import type { FastifyInstance } from 'fastify';
import type { Answers } from '../reply/replies.ts';
import { type Guard, inOrder } from '../request/context.ts';
import { PREFIX } from '../routes/operation.ts';
import { allowedPages, type PageOrigins } from './origins.ts';

export interface RenewalOptions extends PageOrigins {
  db: Cx['db'];
  clock: Cx['clock'];
  answers: Answers;
  arriving: Guard;
}

export function addRenewal(app: FastifyInstance, options: RenewalOptions): void {
  app.post<{ Params: { secret: string } }>(
    `${PREFIX}/console/:secret/renew`,
    { onRequest: options.answers.enter(inOrder(options.arriving, allowedPages(options))) },
    async ({ params }, reply) => {
      const renewed = await renewConsole(options, params.secret);
      return reply.header('cache-control', 'no-store').send(renewed);
    },
  );
}
