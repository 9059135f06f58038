/** The yardstick for HTTP: Fastify without guards, validation and database, with replies of the same bytes. */
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Role } from '../child.ts';

export function bareFastify(): Role {
  let app: FastifyInstance;
  return {
    /** Serves `body` at every path that matches `path`. Returns the port. */
    async open({ path, body }: { path: string; body: string }): Promise<number> {
      app = Fastify({ logger: false });
      app.get(path, (_request, reply) => {
        reply.header('content-type', 'application/json; charset=utf-8').send(body);
      });
      await app.listen({ host: '127.0.0.1', port: 0 });
      return (app.server.address() as AddressInfo).port;
    },
    close: () => app?.close(),
  };
}
