/** For whoever watches the process: no token, no limit, nothing said but yes or no. */
import type { Cx } from '@innkeeper/domain/context';
import type { FastifyInstance } from 'fastify';
import type { Serving } from '../guards/serving.ts';

const NOT_READY = 503;

/** `/healthz`: the process runs. `/readyz`: it takes requests, and the database answers. */
export function addHealth(app: FastifyInstance, db: Cx['db'], serving: Serving): void {
  app.get('/healthz', (_request, reply) => reply.send({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const ready = serving.isServing() && (await canAnswer(db));
    return reply.code(ready ? 200 : NOT_READY).send({ status: ready ? 'ready' : 'not ready' });
  });
}

async function canAnswer(db: Cx['db']): Promise<boolean> {
  try {
    await db.selectFrom('countries').select('id').limit(1).execute();
    return true;
  } catch {
    return false;
  }
}
