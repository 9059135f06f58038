/**
 * `POST /webhooks/{gateway}`: receives deliveries of payment gateways. Their signature alone authenticates. A delivery is stored and
 * acknowledged at once, and a worker handles it. A sender of bad signatures is refused unread for up to a minute.
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

/** Readers by gateway. */
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

/** Maximum size of a body in bytes. Stripe's largest events have about 100 KB. */
const MAX_BODY_BYTES = 512 * 1024;
/** Gateways send no bad signatures, except briefly while their secret is changed. */
const MAX_BAD_SIGNATURES_PER_MINUTE = 20;

export function addWebhooks(app: FastifyInstance, options: WebhookOptions): void {
  const { db, clock, readers, replies } = options;
  const refusals = openSignatureLimit(options.openBucket);
  const requireKnownGateway: Guard = ({ request }) => {
    if (!readers.has((request.params as { gateway: string }).gateway)) throw new Failure('unknown_path');
    return undefined;
  };
  app.post<{ Params: { gateway: string } }>(
    '/webhooks/:gateway',
    {
      bodyLimit: MAX_BODY_BYTES,
      onRequest: replies.onRequest(inOrder(options.everyRequest, requireKnownGateway, refusals.guard)),
    },
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

/** Counts bad signatures by network. A network beyond the limit is refused before its body is read, until its minute is over. */
function openSignatureLimit(openBucket: OpenBucket) {
  const take = openBucket('bad-signatures', MAX_BAD_SIGNATURES_PER_MINUTE);
  // Ordered by the time of refusal, each for at most a minute.
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
