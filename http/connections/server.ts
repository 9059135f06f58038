/** The HTTP server underneath: limits of size and time, what TLS is spoken, and which requests are Fastify's. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { BODY_BYTES } from '@innkeeper/contract/body-limits';
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { requestIdOf } from '../guards/request-id.ts';
import { splitTarget } from '../request/host.ts';
import { LINGER_MS } from './linger.ts';
import { isReadAsForm, limitSlowBodies } from './slow-bodies.ts';

export interface ServerOptions {
  https?: { key: string | Buffer; cert: string | Buffer } | undefined;
  /** Bytes. */
  bodyLimit?: number | undefined;
  /** Tests: in place of seconds. */
  serverTimings?: Partial<ServerTimings> | undefined;
}

interface ServerParts extends ServerOptions {
  requests: typeof IncomingMessage;
  frameworkErrors: NonNullable<FastifyServerOptions['frameworkErrors']>;
  clientErrorHandler: NonNullable<FastifyServerOptions['clientErrorHandler']>;
}

/** Time limits for clients, in milliseconds. */
export interface ServerTimings {
  handshakeMs: number;
  /** From the connection, or the first byte of the next request, to the end of the head. */
  headMs: number;
  /** To the end of the body; of a form see `slow-bodies.ts`. */
  requestMs: number;
  formMs: number;
  formStallMs: number;
  /** Between two requests. Longer than the idle time of usual proxies, so that they close first and never send into a closing connection. */
  keepAliveMs: number;
  /** Without a byte in either direction; longer than any statement of the database may take. */
  idleMs: number;
  lingerMs: number;
  /** How often Node checks these limits. */
  checkIntervalMs: number;
}

export const SERVER_TIMINGS: ServerTimings = {
  handshakeMs: 10_000,
  headMs: 10_000,
  requestMs: 30_000,
  // 30 MiB by 35 kB/s.
  formMs: 900_000,
  formStallMs: 20_000,
  keepAliveMs: 72_000,
  idleMs: 120_000,
  lingerMs: LINGER_MS,
  checkIntervalMs: 5_000,
};

const HEAD_BYTES = 16 * 1024;

/** Where operations are; other pages may have a meaning for a slash. */
const API = '/v1';

/** Forward secrecy and authenticated encryption only: no CBC, no bare RSA. TLS 1.3 has nothing else. */
const TLS = {
  minVersion: 'TLSv1.2',
  ciphers: [
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    'TLS_AES_128_GCM_SHA256',
    ...['AES256-GCM-SHA384', 'CHACHA20-POLY1305', 'AES128-GCM-SHA256'].flatMap((suite) => [
      `ECDHE-ECDSA-${suite}`,
      `ECDHE-RSA-${suite}`,
    ]),
  ].join(':'),
  honorCipherOrder: true,
} as const;

export function createServer(options: ServerParts): FastifyInstance {
  const timings = { ...SERVER_TIMINGS, ...options.serverTimings };
  const nodeOptions = {
    headersTimeout: timings.headMs,
    maxHeaderSize: HEAD_BYTES,
    connectionsCheckingInterval: timings.checkIntervalMs,
    // guards/well-formed.ts checks it, with a refusal in the API's own form.
    requireHostHeader: false,
    IncomingMessage: options.requests,
  };
  const shared: FastifyServerOptions = {
    logger: false,
    genReqId: requestIdOf,
    bodyLimit: options.bodyLimit ?? BODY_BYTES,
    requestTimeout: timings.formMs,
    keepAliveTimeout: timings.keepAliveMs,
    connectionTimeout: timings.idleMs,
    // guards/serving.ts refuses in the API's own form.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    rewriteUrl: ({ url = '/' }) => pathOf(url),
    frameworkErrors: options.frameworkErrors,
    clientErrorHandler: options.clientErrorHandler,
  };
  const transport = options.https
    ? { https: { ...nodeOptions, ...TLS, handshakeTimeout: timings.handshakeMs, ...options.https } }
    : { http: nodeOptions };
  // Fastify's types know a server by its kind; here both are used alike.
  const app = Fastify({ ...shared, ...transport } as FastifyServerOptions);
  limitSlowBodies(app, timings);
  app.removeAllContentTypeParsers();
  // Bytes only: guards/body/body.ts reads them, so that every refusal of a body is ours.
  // Forms are streams, read by guards/body/form.ts.
  app.addContentTypeParser(/^multipart\/form-data\s*;/i, ({ raw }, payload, done) => {
    isReadAsForm(raw);
    done(null, payload);
  });
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));
  handleExpectations(app);
  return app;
}

/** The path of a target in absolute form. `*` and the authority of CONNECT become unknown paths, since Fastify takes only paths. */
function pathOf(target: string): string {
  return withoutTrailingSlash(target.startsWith('/') ? target : (splitTarget(target)?.rest ?? `/${target}`));
}

/** `/v1/servers/?page=2` is `/v1/servers?page=2`: for routes, links and the fingerprints of requests alike. */
function withoutTrailingSlash(path: string): string {
  return path.startsWith(`${API}/`) ? path.replace(/^([^?#]*[^/?#])\/(?=$|\?)/, '$1') : path;
}

/**
 * `Expect: 100-continue` is granted once all guards that need no body have passed; Node alone would grant it before anybody has
 * looked at the head. Other expectations are refused by guards/well-formed.ts.
 */
function handleExpectations(app: FastifyInstance): void {
  const route = (raw: IncomingMessage, response: ServerResponse) => app.routing(raw, response);
  app.server.on('checkContinue', route);
  app.server.on('checkExpectation', route);
  app.addHook('preParsing', ({ raw }, reply, _payload, done) => {
    if (raw.headers.expect !== undefined && raw.httpVersion === '1.1') reply.raw.writeContinue();
    done();
  });
}
