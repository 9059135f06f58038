/**
 * Creates the Fastify server with its limits of size and time, its TLS settings and its handling of request targets, bodies and `Expect`.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { MAX_BODY_BYTES } from '@innkeeper/contract/body-limits';
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { requestIdOf } from '../guards/request-id.ts';
import { splitTarget } from '../request/host.ts';
import { LINGER_MS } from './linger.ts';
import { applyFormTimeout, limitSlowBodies } from './slow-bodies.ts';

export interface ServerOptions {
  https?: { key: string | Buffer; cert: string | Buffer } | undefined;
  /** Maximum size of a body in bytes. */
  bodyLimit?: number | undefined;
  /** For tests: shorter time limits. */
  serverTimings?: Partial<ServerTimings> | undefined;
}

interface ServerParts extends ServerOptions {
  requests: typeof IncomingMessage;
  frameworkErrors: NonNullable<FastifyServerOptions['frameworkErrors']>;
  clientErrorHandler: NonNullable<FastifyServerOptions['clientErrorHandler']>;
}

/** Time limits for clients, in milliseconds. */
export interface ServerTimings {
  /** Time for the TLS handshake. */
  handshakeMs: number;
  /** Time from the connection, or from the first byte of the next request, to the end of the head. */
  headMs: number;
  /** Time from the end of the head to the end of a body that is not a form (`slow-bodies.ts`). */
  requestMs: number;
  /** Time from the first byte of a request to the end of its form. */
  formMs: number;
  /** Interval in which a form must make progress (`slow-bodies.ts`). */
  formStallMs: number;
  /**
   * Idle time between two requests. Longer than the idle time of usual proxies. A proxy therefore closes first, and never sends a request
   * into a closing connection.
   */
  keepAliveMs: number;
  /** Time without a byte in either direction. Longer than the default statement timeout of the database (30 s). */
  idleMs: number;
  /** Time for a client to read the last reply of a connection (`linger.ts`). */
  lingerMs: number;
  /** Interval at which Node checks `headMs` and `formMs`. */
  checkIntervalMs: number;
}

export const SERVER_TIMINGS: ServerTimings = {
  handshakeMs: 10_000,
  headMs: 10_000,
  requestMs: 30_000,
  // Enough for 30 MiB at 35 kB/s.
  formMs: 900_000,
  formStallMs: 20_000,
  keepAliveMs: 72_000,
  idleMs: 120_000,
  lingerMs: LINGER_MS,
  checkIntervalMs: 5_000,
};

const MAX_HEAD_BYTES = 16 * 1024;

/** Path prefix of operations. In other paths, a trailing slash may be significant. */
const API_PREFIX = '/v1';

/**
 * Allows only cipher suites with forward secrecy and authenticated encryption: no CBC and no static RSA. All suites of TLS 1.3 are of this
 * kind.
 */
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
    maxHeaderSize: MAX_HEAD_BYTES,
    connectionsCheckingInterval: timings.checkIntervalMs,
    // guards/well-formed.ts checks the header, so that the failure has the API's format.
    requireHostHeader: false,
    IncomingMessage: options.requests,
  };
  const shared: FastifyServerOptions = {
    logger: false,
    genReqId: requestIdOf,
    bodyLimit: options.bodyLimit ?? MAX_BODY_BYTES,
    requestTimeout: timings.formMs,
    keepAliveTimeout: timings.keepAliveMs,
    connectionTimeout: timings.idleMs,
    // While the server closes, guards/serving.ts refuses requests, so that the failure has the API's format.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    rewriteUrl: ({ url = '/' }) => pathOf(url),
    frameworkErrors: options.frameworkErrors,
    clientErrorHandler: options.clientErrorHandler,
  };
  const transport = options.https
    ? { https: { ...nodeOptions, ...TLS, handshakeTimeout: timings.handshakeMs, ...options.https } }
    : { http: nodeOptions };
  // Fastify's types distinguish HTTP and HTTPS servers. This code treats them alike.
  const app = Fastify({ ...shared, ...transport } as FastifyServerOptions);
  limitSlowBodies(app, timings);
  app.removeAllContentTypeParsers();
  // Fastify only buffers bodies. guards/body/body.ts parses them, so that every failure of a body has the API's format. Forms stay streams,
  // which guards/body/form.ts reads.
  app.addContentTypeParser(/^multipart\/form-data\s*;/i, ({ raw }, payload, done) => {
    applyFormTimeout(raw);
    done(null, payload);
  });
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));
  handleExpectations(app);
  return app;
}

/**
 * Returns the path and query of a request target, also if the target is an absolute URL. `*` and the authority of CONNECT become unknown
 * paths, because Fastify accepts only paths.
 */
function pathOf(target: string): string {
  return withoutTrailingSlash(target.startsWith('/') ? target : (splitTarget(target)?.rest ?? `/${target}`));
}

/**
 * Removes a trailing slash: `/v1/servers/?page=2` becomes `/v1/servers?page=2`. Routes, links and request fingerprints therefore do not
 * depend on the slash.
 */
function withoutTrailingSlash(path: string): string {
  if (!path.startsWith(`${API_PREFIX}/`)) return path;
  // A regular expression needed 70 us for a path of 15 KB, a third of the time of its refusal.
  const question = path.indexOf('?');
  const end = question === -1 ? path.length : question;
  const hasSlash = path[end - 1] === '/' && path[end - 2] !== '/' && !path.slice(0, end).includes('#');
  return hasSlash ? path.slice(0, end - 1) + path.slice(end) : path;
}

/**
 * Replies `100 Continue` to `Expect: 100-continue` after all guards that need no body have passed. Node alone would send that reply before
 * any guard has checked the head. guards/well-formed.ts refuses other expectations.
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
