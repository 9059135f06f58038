/** The way in: the API on Fastify. A request meets the guards in the order in which `beforeBody` and `afterBody` name them. */

import { OPERATION_NAMES, operationOf } from '@innkeeper/contract/operations';
import { UNFINISHED } from '@innkeeper/contract/unfinished';
import { openLoaders, openSnapshots } from '@innkeeper/domain/access/loaders';
import { holdingTokens } from '@innkeeper/domain/access/tokens';
import { type Guests, NO_GUESTS } from '@innkeeper/domain/console/guests';
import type { Cx } from '@innkeeper/domain/context';
import { type GuestPasswords, openGuestPasswords } from '@innkeeper/domain/guest-passwords/hash';
import { Failure } from '@innkeeper/model/failures';
import type { FastifyInstance } from 'fastify';
import { openBackground } from './background-tasks.ts';
import { openClientErrors } from './connections/client-errors.ts';
import { CONNECTION_LIMITS, type ConnectionLimits, GATE_PACE, type GatePace, guardConnections } from './connections/limits.ts';
import { createServer, SERVER_PACE, type ServerOptions } from './connections/server.ts';
import { openSessions } from './connections/token-sessions.ts';
import type { RelayPace } from './console/relay.ts';
import { addConsole } from './console/route.ts';
import { upgradableRequests } from './console/upgrades.ts';
import type { LoadViewer } from './console/viewer.ts';
import { ability } from './guards/ability.ts';
import { body } from './guards/body/body.ts';
import { bodySize } from './guards/body/size.ts';
import { guestPassword } from './guards/guest-password.ts';
import { headers } from './guards/headers.ts';
import { idempotencyKey } from './guards/idempotency.ts';
import { IN_FLIGHT_LIMITS, type InFlightLimits, openInFlight } from './guards/in-flight.ts';
import { lock } from './guards/lock.ts';
import { notImplemented, unknownPath } from './guards/not-found.ts';
import { owner } from './guards/owner.ts';
import { pathIds } from './guards/path-ids.ts';
import { query } from './guards/query.ts';
import { accountBucket, addressBucket, operationBucket } from './guards/rate.ts';
import { type OpenBucket, openMemoryBucket } from './guards/rate-buckets.ts';
import { requestId } from './guards/request-id.ts';
import { securityHeaders } from './guards/security-headers.ts';
import { openServing } from './guards/serving.ts';
import { openTokenCache, type RevocationFeed } from './guards/token/cache.ts';
import { token } from './guards/token/token.ts';
import { secureTransport } from './guards/transport.ts';
import { wellFormed } from './guards/well-formed.ts';
import { HANDLERS } from './handlers/all.ts';
import type { Handlers } from './handlers/define.ts';
import { openRunner } from './handlers/run.ts';
import type { HttpLog } from './log/logger.ts';
import { openAnswers } from './reply/replies.ts';
import { openClients, openRanges } from './request/client.ts';
import { type Exchange, type Guard, inOrder, type Route } from './request/context.ts';
import { openHosts } from './request/host.ts';
import { KEPT_READS, openKept } from './response-cache/cache.ts';
import { addDocuments } from './routes/documents.ts';
import { addHealth } from './routes/health.ts';
import { addOperation } from './routes/operation.ts';
import { addOtherMethods } from './routes/other-methods.ts';
import { addRoot } from './routes/root.ts';
import type { StreamPace } from './sse/event-stream.ts';
import { type NewsFeed, openStreams } from './sse/streams.ts';

export interface AppOptions extends ServerOptions {
  db: Cx['db'];
  clock: Cx['clock'];
  settings: Cx['settings'];
  log: HttpLog;
  /** For what strangers send, so that it can be kept apart; `log` unless told. */
  refusals?: HttpLog | undefined;
  /** What clients call, `https://api.example.com`; else links lead to where a request came in (`request/host.ts`). */
  publicUrl?: string | undefined;
  /** Names that this process has besides `localhost`. */
  names?: readonly string[] | undefined;
  /** Addresses of proxies whose X-Forwarded-* headers are believed, as addresses or CIDRs. */
  trustProxy?: readonly string[] | undefined;
  /** Without it no token is kept in memory, and every request looks its own up. */
  revocations?: RevocationFeed | undefined;
  /** Without it streams of events only look now and then. */
  news?: NewsFeed | undefined;
  /** Pages of the operator's that may show a console: `https://panel.example.com`. */
  consoleOrigins?: readonly string[] | undefined;
  /** The page at `/console`; without it none is served. */
  viewer?: LoadViewer | undefined;
  /** Without it no console, screenshot or serial log is shown. */
  guests?: Guests | undefined;
  openBucket?: OpenBucket | undefined;
  /** A minute, before the caller is known. High: many accounts may share an address, and each has its own limit. */
  requestsPerAddress?: number | undefined;
  connections?: Partial<ConnectionLimits> | undefined;
  /** Of one account. */
  inFlight?: Partial<InFlightLimits> | undefined;
  /** Tests: in place of threads. */
  passwords?: GuestPasswords | undefined;
  /** Tests: told of every reply that breaks a promise of the contract. */
  checkReplies?: ((problem: Error) => void) | undefined;
  /** Tests: in place of seconds. */
  streamPace?: Partial<StreamPace> | undefined;
  consolePace?: Partial<RelayPace> | undefined;
  gatePace?: Partial<GatePace> | undefined;
  /** Tests: in place of some of the real ones. */
  handlers?: Handlers | undefined;
}

const REQUESTS_PER_ADDRESS = 3_000;

/** Ready to `listen` or `inject`; `close` lets what runs finish, refuses what is new, and then answers. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { db, clock, settings, log, trustProxy = [] } = options;
  const { lingerMs } = { ...SERVER_PACE, ...options.serverPace };
  const openBucket = options.openBucket ?? openMemoryBucket;
  const ofAddress = openBucket('address', options.requestsPerAddress ?? REQUESTS_PER_ADDRESS);
  const ofAccount = openBucket('account', settings.requestsPerMinute);
  const background = openBackground(log);
  const cache = openTokenCache(db, clock, background);
  const hosts = openHosts(options);
  const linksOf = ({ request, client }: Exchange) => hosts.links(request.raw, client);
  const kept = openKept({ snapshot: openSnapshots(db), background, linksOf });
  const serving = openServing();
  const passwords = options.passwords ?? openGuestPasswords();
  const inFlight = openInFlight({ ...IN_FLIGHT_LIMITS, ...options.inFlight });
  const sessions = openSessions({ stillHold: (ids) => holdingTokens(db, ids, clock.now()), log });
  const streams = openStreams({ sessions, log, pace: options.streamPace });
  const answers = openAnswers({ ...options, serving, clientOf: openClients(trustProxy) });
  const clientErrors = openClientErrors({ answers, route: (raw, response) => app.routing(raw, response), lingerMs });
  const handlers: Handlers = { ...HANDLERS, ...options.handlers };

  const counted = [requestId, securityHeaders, addressBucket(ofAddress)];
  const arriving = [...counted, serving.guard, clientErrors.guard, wellFormed, secureTransport];
  const known = [token({ cache, clock, optional: true }), accountBucket(ofAccount)];
  const beforeBody = (route: Route): Guard =>
    inOrder(
      ...arriving,
      token({ cache, clock }),
      accountBucket(ofAccount),
      ability(route.operation.ability),
      operationBucket(openBucket, route),
      ...(KEPT_READS.has(route.name) ? [kept.guard] : []),
      pathIds(route),
      query(route),
      headers(route),
      bodySize(route),
    );
  const afterBody = (route: Route): Guard =>
    inOrder(
      // A form comes while it is read, at its sender's pace; all other bodies are whole by now, and reading them is work.
      ...(route.operation.bodyKind === 'multipart' ? [body(route), inFlight.guard] : [inFlight.guard, body(route)]),
      idempotencyKey(route),
      guestPassword(route, passwords),
      ...(UNFINISHED.has(route.name) ? [owner(db, route), lock(db, route), notImplemented] : []),
    );
  const nowhere = inOrder(...arriving, ...known, unknownPath);

  const app = createServer({
    ...options,
    requests: upgradableRequests((socket) => answers.underWay(socket) !== undefined),
    frameworkErrors: (error, request, reply) => answers.astray(nowhere, request, reply, error),
    clientErrorHandler: clientErrors.onError,
  });
  const gate = guardConnections(app.server, {
    limits: { ...CONNECTION_LIMITS, ...options.connections },
    pace: { ...GATE_PACE, ...options.gatePace },
    isProxy: openRanges(trustProxy),
    log,
  });
  answers.attach(app, nowhere);
  const { guests = NO_GUESTS, publicUrl } = options;
  const services = { streams, guests };
  const run = openRunner({ db, clock, settings, load: openLoaders(db), kept, services, hosts });
  for (const name of OPERATION_NAMES) {
    const route: Route = { name, operation: operationOf(name) };
    addOperation(app, route, {
      beforeBody: beforeBody(route),
      afterBody: afterBody(route),
      inFlight,
      answers,
      run,
      handler: handlers[name],
    });
  }
  addOtherMethods(app, inOrder(...arriving, ...known), answers);
  const arrived = { arriving: inOrder(...arriving), answers, publicUrl };
  addRoot(app, arrived);
  await addDocuments(app, arrived);
  const { consoleOrigins, viewer, consolePace: pace } = options;
  addConsole(app, { ...arrived, db, clock, guests, sessions, log, hosts, lingerMs, consoleOrigins, viewer, pace });
  addHealth(app, { db, serving, answers, arriving: inOrder(...counted, wellFormed) });

  const hear = cache.hear();
  const deaf = await options.revocations?.start({
    connected() {
      hear.connected();
      kept.allow(true);
    },
    disconnected() {
      hear.disconnected();
      kept.allow(false);
    },
    revoked(tokenId) {
      hear.revoked(tokenId);
      sessions.revoked(tokenId);
    },
  });
  const deafToNews = await options.news?.start(streams.hear());
  app.addHook('preClose', async () => {
    serving.stop();
    inFlight.stop();
    streams.stop();
    sessions.stop();
    // From now on Node looks no more who is late: what has not come would hold up the process.
    gate.forEach((socket) => {
      const exchange = answers.underWay(socket);
      if (!exchange) socket.destroy();
      else if (!exchange.request.raw.complete) answers.refuse(exchange, new Failure('unavailable'));
    });
  });
  app.addHook('onClose', async () => {
    gate.close();
    await Promise.all([deaf?.(), deafToNews?.()]);
    await background.drained();
    await passwords.close();
  });
  await app.ready();
  return app;
}
