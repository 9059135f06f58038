/** The HTTP server underneath: limits of size and time, what TLS is spoken, and which requests are Fastify's. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { BODY_BYTES } from '@innkeeper/contract/body-limits';
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { requestIdOf } from '../guards/request-id.ts';
import { splitTarget } from '../request/host.ts';
import { LINGER_MS } from './linger.ts';

export interface ServerOptions {
  https?: { key: string | Buffer; cert: string | Buffer } | undefined;
  /** Bytes. */
  bodyLimit?: number | undefined;
  /** Tests: in place of seconds. */
  serverPace?: Partial<ServerPace> | undefined;
}

interface ServerParts extends ServerOptions {
  requests: typeof IncomingMessage;
  frameworkErrors: NonNullable<FastifyServerOptions['frameworkErrors']>;
  clientErrorHandler: NonNullable<FastifyServerOptions['clientErrorHandler']>;
}

/** How long a client may take for each of its parts, in milliseconds. */
export interface ServerPace {
  handshakeMs: number;
  /** From the connection, or the first byte of the next request, to the end of the head. */
  headMs: number;
  /** And to the end of the body. */
  requestMs: number;
  /** Between two requests. Longer than the idle time of usual proxies, so that they close first and never send into a closing connection. */
  keepAliveMs: number;
  /** Without a byte in either direction; longer than any statement may take. */
  idleMs: number;
  lingerMs: number;
  /** How often Node looks who is late. */
  lookMs: number;
}

export const SERVER_PACE: ServerPace = {
  handshakeMs: 10_000,
  headMs: 10_000,
  requestMs: 30_000,
  keepAliveMs: 72_000,
  idleMs: 120_000,
  lingerMs: LINGER_MS,
  lookMs: 5_000,
};

const HEAD_BYTES = 16 * 1024;

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
  const pace = { ...SERVER_PACE, ...options.serverPace };
  const nodeOptions = {
    headersTimeout: pace.headMs,
    maxHeaderSize: HEAD_BYTES,
    connectionsCheckingInterval: pace.lookMs,
    // guards/well-formed.ts asks for it in the API's own words.
    requireHostHeader: false,
    IncomingMessage: options.requests,
  };
  const shared: FastifyServerOptions = {
    logger: false,
    genReqId: requestIdOf,
    bodyLimit: options.bodyLimit ?? BODY_BYTES,
    requestTimeout: pace.requestMs,
    keepAliveTimeout: pace.keepAliveMs,
    connectionTimeout: pace.idleMs,
    // Ours says it in the API's own words.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    rewriteUrl: ({ url = '/' }) => pathOf(url),
    frameworkErrors: options.frameworkErrors,
    clientErrorHandler: options.clientErrorHandler,
  };
  const transport = options.https
    ? { https: { ...nodeOptions, ...TLS, handshakeTimeout: pace.handshakeMs, ...options.https } }
    : { http: nodeOptions };
  // Fastify's types know a server by its kind; here both are used alike.
  const app = Fastify({ ...shared, ...transport } as FastifyServerOptions);
  app.removeAllContentTypeParsers();
  // Bytes only: guards/body/body.ts reads them, so that every refusal of a body is ours.
  // Forms are read as they come, by guards/form.ts.
  app.addContentTypeParser(/^multipart\/form-data\s*;/i, (_request, payload, done) => done(null, payload));
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));
  meetExpectations(app);
  return app;
}

/** Of a target as sent to proxies, its path. `*` and what CONNECT names become paths that lead nowhere; Fastify knows no other targets. */
function pathOf(target: string): string {
  return target.startsWith('/') ? target : (splitTarget(target)?.rest ?? `/${target}`);
}

/**
 * Who asks first whether to send a body (`Expect: 100-continue`) is told to when all is well but for the body; Node alone would
 * call for it before anybody has looked at the head. What else is expected, guards/well-formed.ts refuses.
 */
function meetExpectations(app: FastifyInstance): void {
  const route = (raw: IncomingMessage, response: ServerResponse) => app.routing(raw, response);
  app.server.on('checkContinue', route);
  app.server.on('checkExpectation', route);
  app.addHook('preParsing', ({ raw }, reply, _payload, done) => {
    if (raw.headers.expect !== undefined && raw.httpVersion === '1.1') reply.raw.writeContinue();
    done();
  });
}
