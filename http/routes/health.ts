/** For whoever watches the process: no token, nothing said but yes or no, and next to nothing to be had by asking often. */
import type { Cx } from '@innkeeper/domain/context';
import type { FastifyInstance } from 'fastify';
import type { Serving } from '../guards/serving.ts';
import type { Answers } from '../reply/replies.ts';
import type { Guard } from '../request/context.ts';

export interface HealthOptions {
  db: Cx['db'];
  serving: Serving;
  answers: Answers;
  /** What these pass: no HTTPS is asked for, since watchers often stand beside the process. */
  arriving: Guard;
  /** Tests: in place of a second. */
  freshMs?: number | undefined;
}

const NOT_READY = 503;
/** However many ask, the database is asked once in this time. */
const FRESH_MS = 1_000;

/** `/healthz`: the process runs. `/readyz`: it takes requests, and the database answers. */
export function addHealth(app: FastifyInstance, { db, serving, answers, arriving, freshMs = FRESH_MS }: HealthOptions): void {
  const onRequest = answers.enter(arriving);
  const ready = sharedFor(freshMs, () => canAnswer(db));
  app.get('/healthz', { onRequest }, (_request, reply) => reply.send({ status: 'ok' }));
  app.get('/readyz', { onRequest }, async (_request, reply) => {
    const isReady = serving.isServing() && (await ready());
    return reply.code(isReady ? 200 : NOT_READY).send({ status: isReady ? 'ready' : 'not ready' });
  });
}

/** One look for all who ask while it is under way, or soon after it began. */
function sharedFor<Answer>(ms: number, look: () => Promise<Answer>): () => Promise<Answer> {
  let last: { answer: Promise<Answer>; until: number } | undefined;
  return () => {
    const now = performance.now();
    if (!last || last.until <= now) last = { answer: look(), until: now + ms };
    return last.answer;
  };
}

async function canAnswer(db: Cx['db']): Promise<boolean> {
  try {
    await db.selectFrom('countries').select('id').limit(1).execute();
    return true;
  } catch {
    return false;
  }
}
