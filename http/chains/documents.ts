/** Serves the OpenAPI document and the page that shows it. Both are public. */
import type { FastifyInstance } from 'fastify';
import { PREFIX } from '../paths.ts';
import type { Replies } from '../reply/replies.ts';
import type { Guard } from '../request/context.ts';
import { docsPage } from './docs-page.ts';

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
  const url = publicUrl + PREFIX;
  const text = await documentWithServerUrl(url);
  const { default: ofStaff } = await import('@innkeeper/contract/openapi-operator.gen.json', { with: { type: 'json' } });
  const staffText = JSON.stringify({ ...ofStaff, servers: [{ url }] });
  await app.register(async (documents) => {
    documents.addHook('onRequest', replies.onRequest(everyRequest));
    documents.get(specPath, (_request, reply) => reply.type('application/json; charset=utf-8').send(text));
    documents.get(`${PREFIX}/operator/openapi.json`, (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(staffText),
    );
    await documents.register(docsPage, { specPath });
  });
}

/** Returns the document of `npm run gen` with the URL of this installation. Runs at startup, because the files may be unreachable later. */
async function documentWithServerUrl(url: string): Promise<string> {
  const { default: document } = await import('@innkeeper/contract/openapi.gen.json', { with: { type: 'json' } });
  return JSON.stringify({ ...document, servers: [{ url }] });
}
