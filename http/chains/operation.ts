/** Adds a route of the contract: guards, body, guards, use case, reply. */
import { bodyLimitOf, MAX_BODY_BYTES } from '@innkeeper/contract/body-limits';
import { serializerOf } from '@innkeeper/contract/serializer';
import type { Content } from '@innkeeper/present/reply';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { withUploadCleanup } from '../guards/body/files.ts';
import type { FormFiles } from '../guards/body/form.ts';
import type { CompleteRefusal } from '../guards/body/references.ts';
import type { InFlight } from '../guards/in-flight.ts';
import { PREFIX } from '../paths.ts';
import { compressReply } from '../reply/compress.ts';
import type { Replies } from '../reply/replies.ts';
import type { Guard, RequestContext, Route } from '../request/context.ts';
import type { WireReply } from '../request/wire-reply.ts';
import type { CustomerFunctions, CustomerRunner } from '../run/customers.ts';

export interface OperationParts {
  /** First guards, which may have run before Fastify. */
  first: Guard;
  beforeBody: Guard;
  afterBody: Guard;
  inFlight: InFlight;
  /** Storage for the files of forms. */
  attachments: Pick<FormFiles, 'remove'>;
  replies: Replies;
  completeRefusal: CompleteRefusal;
  run: CustomerRunner;
  functions: Partial<CustomerFunctions>;
}

/** Adds the route. Throws at startup if the operation has no use case, or its quote and entry do not match. */
export function addOperation(app: FastifyInstance, route: Route, parts: OperationParts): void {
  const { name, operation } = route;
  const { first, beforeBody, afterBody, inFlight, attachments, replies, completeRefusal } = parts;
  const { useCase, quote, prepare } = parts.functions;
  if (useCase === undefined) throw new Error(`${name} has no use case`);
  if ((quote !== undefined) !== (operation.supportsDryRun === true)) {
    throw new Error(quote ? `${name} has a quote that nobody can ask for` : `${name} has no quote`);
  }
  const run = parts.run(route, { useCase, quote, prepare }, writerOf(route));
  const attempt = async (context: RequestContext): Promise<WireReply> => {
    const waiting = afterBody(context);
    if (waiting) await waiting;
    replies.contractAssertions?.watch(context);
    const reply = await run(context);
    replies.contractAssertions?.reply(context, reply);
    return operation.reply.compressed ? compressReply(context, reply) : reply;
  };
  const work = (context: RequestContext): Promise<WireReply> =>
    attempt(context).catch(async (error: unknown) => {
      throw await completeRefusal(route, context, error);
    });
  app.route({
    method: operation.method,
    url: fastifyPath(operation.path),
    // Limit for bodies that are read into memory. A form is not, and may be larger.
    bodyLimit: Math.min(bodyLimitOf(operation), MAX_BODY_BYTES),
    onRequest: replies.onEarlyRequest(first, beforeBody, route),
    handler: async (request: FastifyRequest, _reply: FastifyReply) => {
      const context = request.requestContext as RequestContext;
      // The slot is released before the reply is sent, so that a slow client holds none.
      const reply = await withUploadCleanup(context, attachments, work).finally(() => inFlight.release(context));
      return replies.send(context, reply);
    },
  });
}

/** Converts `/servers/{id}` to `/v1/servers/:id`. */
export function fastifyPath(path: string): string {
  return PREFIX + path.replace(/\{(\w+)\}/g, ':$1');
}

function writerOf({ operation }: Route): (body: unknown) => Content | null {
  const { schema, contentType } = operation.reply;
  if (contentType !== undefined) return (body) => body as Content;
  return schema ? serializerOf(schema) : () => null;
}
