/** `POST /v1/console/{secret}/renew`: a page exchanges its secret for new ones, so that it can reconnect. */
import { renewConsole } from '@innkeeper/domain/console/renew';
import type { Cx } from '@innkeeper/domain/context';
import type { FastifyInstance } from 'fastify';
import { PREFIX } from '../paths.ts';
import type { Replies } from '../reply/replies.ts';
import { type Guard, inOrder } from '../request/context.ts';
import { allowedPages, type PageOrigins } from './origins.ts';

export interface RenewalOptions extends PageOrigins {
  db: Cx['db'];
  clock: Cx['clock'];
  settings: Cx['settings'];
  replies: Replies;
  everyRequest: Guard;
}

export function addRenewal(app: FastifyInstance, options: RenewalOptions): void {
  app.post<{ Params: { secret: string } }>(
    `${PREFIX}/console/:secret/renew`,
    { onRequest: options.replies.onRequest(inOrder(options.everyRequest, allowedPages(options))) },
    async ({ params }, reply) => {
      const renewed = await renewConsole(options, params.secret);
      return reply.header('cache-control', 'no-store').send(renewed);
    },
  );
}
