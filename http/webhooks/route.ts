/**
 * `POST /webhooks/{gateway}`: what a payment gateway tells. Its signature alone authenticates. A delivery is kept and answered at once;
 * a worker handles it. Whoever sends bad signatures is refused unread for a while.
 */
import type { Cx } from '@innkeeper/domain/context';
import { receiveWebhook } from '@innkeeper/domain/payments/receive-webhook';
import { Failure } from '@innkeeper/model/failures';
import type { WebhookReader } from '@innkeeper/model/payments/webhook';
import type { FastifyInstance } from 'fastify';
import type { OpenBucket } from '../guards/rate-buckets.ts';
import type { Replies } from '../reply/replies.ts';
import { networkOf } from '../request/client.ts';
import { type Guard, inOrder, type RequestContext } from '../request/context.ts';

/** By gateway. */
export type WebhookReaders = ReadonlyMap<string, WebhookReader>;

export interface WebhookOptions {
  db: Cx['db'];
  clock: Cx['clock'];
  readers: WebhookReaders;
  replies: Replies;
  openBucket: OpenBucket;
  /** Guards of every request. */
  everyRequest: Guard;
}

/** Stripe's largest events have some 100 KB. */
const BODY_BYTES = 512 * 1024;
/** A gateway's own are never bad; some are, for a moment, while its secret is changed. */
const BAD_SIGNATURES_A_MINUTE = 20;

export function addWebhooks(app: FastifyInstance, options: WebhookOptions): void {
  const { db, clock, readers, replies } = options;
  const refusals = openRefusals(options.openBucket);
  const known: Guard = ({ request }) => {
    if (!readers.has((request.params as { gateway: string }).gateway)) throw new Failure('unknown_path');
    return undefined;
  };
  app.post<{ Params: { gateway: string } }>(
    '/webhooks/:gateway',
    { bodyLimit: BODY_BYTES, onRequest: replies.onRequest(inOrder(options.everyRequest, known, refusals.guard)) },
    async (request, reply) => {
      const { gateway } = request.params;
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const received = await readers.get(gateway)?.verify(body, request.headers, clock.now());
      if (!received) throw await refusals.count(request.requestContext as RequestContext);
      await receiveWebhook({ db, clock }, gateway, received, body);
      return reply.send({ received: true });
    },
  );
}

/** Bad signatures by network: beyond their number a network is refused before its body is read, until its minute is over. */
function openRefusals(openBucket: OpenBucket) {
  const take = openBucket('bad-signatures', BAD_SIGNATURES_A_MINUTE);
  // In the order in which they were refused, each for a minute at most.
  const until = new Map<string, number>();
  return {
    guard: (({ client }) => {
      const now = performance.now();
      for (const [network, endsAt] of until) {
        if (endsAt > now) break;
        until.delete(network);
      }
      const endsAt = until.get(networkOf(client.address));
      if (endsAt !== undefined && endsAt > now)
        throw new Failure('rate_limited', { retryAfter: Math.ceil((endsAt - now) / 1000) });
      return undefined;
    }) satisfies Guard,
    async count({ client }: RequestContext): Promise<Failure> {
      const network = networkOf(client.address);
      const { retryAfter } = await take(network);
      if (retryAfter === undefined)
        return new Failure('unauthenticated', { message: 'The signature of this webhook is not valid.' });
      until.delete(network);
      until.set(network, performance.now() + retryAfter * 1000);
      return new Failure('rate_limited', { retryAfter });
    },
  };
}
