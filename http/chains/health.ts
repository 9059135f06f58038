/** Health checks for monitoring. They need no token, reveal only yes or no, and are cheap at any rate. */
import type { Cx } from '@innkeeper/domain/context';
import type { FastifyInstance } from 'fastify';
import type { Serving } from '../guards/serving.ts';
import type { Replies } from '../reply/replies.ts';
import type { Guard } from '../request/context.ts';

export interface HealthOptions {
  db: Cx['db'];
  serving: Serving;
  replies: Replies;
  /** Guards of these paths. HTTPS is not required, because monitoring often runs on the same host. */
  everyRequest: Guard;
  /** For tests: replaces `FRESH_MS`. */
  freshMs?: number | undefined;
}

const NOT_READY = 503;
/** Minimum interval between two queries to the database, in milliseconds. */
const FRESH_MS = 1_000;

/** Adds `/healthz` (the process runs) and `/readyz` (it accepts requests, and the database responds). */
export function addHealth(app: FastifyInstance, { db, serving, replies, everyRequest, freshMs = FRESH_MS }: HealthOptions): void {
  const onRequest = replies.onRequest(everyRequest);
  const ready = shareResultFor(freshMs, () => isDatabaseAvailable(db));
  app.get('/healthz', { onRequest }, (_request, reply) => reply.send({ status: 'ok' }));
  app.get('/readyz', { onRequest }, async (_request, reply) => {
    const isReady = serving.isServing() && (await ready());
    return reply.code(isReady ? 200 : NOT_READY).send({ status: isReady ? 'ready' : 'not ready' });
  });
}

/** Shares one check among all calls while it runs, and for `ms` after it began. */
function shareResultFor<Answer>(ms: number, check: () => Promise<Answer>): () => Promise<Answer> {
  let last: { answer: Promise<Answer>; until: number } | undefined;
  return () => {
    const now = performance.now();
    if (!last || last.until <= now) last = { answer: check(), until: now + ms };
    return last.answer;
  };
}

async function isDatabaseAvailable(db: Cx['db']): Promise<boolean> {
  try {
    await db.selectFrom('countries').select('id').limit(1).execute();
    return true;
  } catch {
    return false;
  }
}
