/** The OpenAPI document and the page that shows it. Both are public. */
import type { FastifyInstance } from 'fastify';
import type { Replies } from '../reply/replies.ts';
import type { Guard } from '../request/context.ts';
import { docsPage } from './docs-page.ts';
import { PREFIX } from './operation.ts';

export interface DocumentsOptions {
  /** Guards of every request. */
  everyRequest: Guard;
  replies: Replies;
  publicUrl?: string | undefined;
}

export async function addDocuments(
  app: FastifyInstance,
  { everyRequest, replies, publicUrl = '' }: DocumentsOptions,
): Promise<void> {
  const specPath = `${PREFIX}/openapi.json`;
  let document: string | undefined;
  await app.register(async (documents) => {
    documents.addHook('onRequest', replies.onRequest(everyRequest));
    documents.get(specPath, async (_request, reply) => {
      document ??= await describedAt(publicUrl + PREFIX);
      return reply.type('application/json; charset=utf-8').send(document);
    });
    await documents.register(docsPage, { specPath });
  });
}

/** As `npm run gen` wrote it, with the address of this installation. Loaded when it is first asked for. */
async function describedAt(url: string): Promise<string> {
  const { default: document } = await import('@innkeeper/contract/openapi.gen.json');
  return JSON.stringify({ ...document, servers: [{ url }] });
}
