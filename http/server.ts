/** The HTTP server underneath: limits of size and time, and what happens to bytes that are no request. */
import { BODY_BYTES } from '@innkeeper/contract/body-limits';
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { requestIdOf } from './guards/request-id.ts';

export interface ServerOptions {
  /** Addresses of proxies whose X-Forwarded-* headers are believed. */
  trustProxy?: string[] | undefined;
  https?: { key: string | Buffer; cert: string | Buffer } | undefined;
  /** Bytes. */
  bodyLimit?: number | undefined;
  frameworkErrors: NonNullable<FastifyServerOptions['frameworkErrors']>;
  clientErrorHandler: NonNullable<FastifyServerOptions['clientErrorHandler']>;
}

/** A whole request has to arrive within this, its head within the next: slow senders cannot hold connections open. */
const REQUEST_MS = 30_000;
const HEAD_MS = 10_000;
/** Longer than the idle time of usual proxies, so that they close first and never send into a closing connection. */
const KEEP_ALIVE_MS = 72_000;
/** Without a byte in either direction; longer than any statement may take. */
const IDLE_MS = 120_000;
const HEAD_BYTES = 16 * 1024;

export function createServer(options: ServerOptions): FastifyInstance {
  const nodeOptions = { headersTimeout: HEAD_MS, maxHeaderSize: HEAD_BYTES, connectionsCheckingInterval: 5_000 };
  const shared: FastifyServerOptions = {
    logger: false,
    trustProxy: options.trustProxy ?? false,
    genReqId: requestIdOf,
    bodyLimit: options.bodyLimit ?? BODY_BYTES,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionTimeout: IDLE_MS,
    // Ours says it in the API's own words.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: options.frameworkErrors,
    clientErrorHandler: options.clientErrorHandler,
  };
  const transport = options.https ? { https: { ...nodeOptions, ...options.https } } : { http: nodeOptions };
  // Fastify's types know a server by its kind; here both are used alike.
  const app = Fastify({ ...shared, ...transport } as FastifyServerOptions);
  app.removeAllContentTypeParsers();
  // Bytes only: guards/body.ts reads them, so that every refusal of a body is ours.
  // Forms are read as they come, by guards/form.ts.
  app.addContentTypeParser(/^multipart\/form-data\s*;/i, (_request, payload, done) => done(null, payload));
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));
  return app;
}
