/** The API on Fastify. `untilCache`, `beforeBody` and `afterBody` list the guards of an operation in the order in which they run. */

import type { RequestListener } from 'node:http';
import { OPERATION_NAMES, type OperationName, operationOf } from '@innkeeper/contract/operations';
import { type Credential, type CredentialKey, holdingCredentials } from '@innkeeper/domain/access/credentials';
import { openLoaders, openVersions } from '@innkeeper/domain/access/loaders';
import { openServerNames } from '@innkeeper/domain/access/server-names';
import { openServerRows } from '@innkeeper/domain/access/server-rows';
import { openServersMoments } from '@innkeeper/domain/access/servers-moments';
import { noteSessionUse, rotateWhenDue } from '@innkeeper/domain/access/sessions';
import { noteTokenUse } from '@innkeeper/domain/access/tokens';
import { type GuestsOn, NO_GUESTS } from '@innkeeper/domain/console/guests';
import type { Cx } from '@innkeeper/domain/context';
import { type GuestPasswords, openGuestPasswords } from '@innkeeper/domain/guest-passwords/hash';
import { type ForwardNames, UNKNOWN_NAMES } from '@innkeeper/domain/names/forward';
import { openUserPasswords, type UserPasswords } from '@innkeeper/domain/passwords/hash';
import { NO_SCANNERS, type Scanners } from '@innkeeper/domain/scanner/scan';
import { openSignInThrottle } from '@innkeeper/domain/sign-in/throttle';
import { type DomainProofs, NO_PROOFS } from '@innkeeper/domain/single-sign-on/domain-proofs';
import { type AttachmentFiles, NO_FILES } from '@innkeeper/domain/tickets/files';
import { currentOf, type Live, viewOf } from '@innkeeper/model/configuration/live';
import { Failure } from '@innkeeper/model/failures';
import { NO_OPENID, type OpenIdClient } from '@innkeeper/model/openid/client';
import type { Sealer } from '@innkeeper/model/sealing';
import { latestEvents } from '@innkeeper/operations/events/stream';
import type { FastifyInstance } from 'fastify';
import { openBackgroundTasks } from './background-tasks.ts';
import { openClientErrors } from './connections/client-errors.ts';
import { CONNECTION_TIMINGS, type ConnectionTimings, limitConnections } from './connections/limits.ts';
import { createServer, SERVER_TIMINGS, type ServerOptions } from './connections/server.ts';
import { openTokenSessions } from './connections/token-sessions.ts';
import { listRequestsUnderWay } from './connections/under-way.ts';
import { openOrigins } from './console/origins.ts';
import type { RelayTimings } from './console/relay.ts';
import { addConsole } from './console/route.ts';
import { upgradableRequests } from './console/upgrades.ts';
import type { LoadViewer } from './console/viewer.ts';
import { ability } from './guards/ability.ts';
import { body } from './guards/body/body.ts';
import type { FormFiles } from './guards/body/form.ts';
import { openReferenceErrors } from './guards/body/references.ts';
import { openFileScan } from './guards/body/scan.ts';
import { bodySize } from './guards/body/size.ts';
import { openUploads } from './guards/body/uploads.ts';
import { guestPassword } from './guards/guest-password.ts';
import { headers } from './guards/headers.ts';
import { idempotencyKey } from './guards/idempotency.ts';
import { openInFlight } from './guards/in-flight.ts';
import { local } from './guards/local.ts';
import { unknownPath } from './guards/not-found.ts';
import { origin } from './guards/origin.ts';
import { pathIds } from './guards/path-ids.ts';
import { query } from './guards/query.ts';
import { addressBucket, callerBucket, operationBucket } from './guards/rate.ts';
import { type OpenBucket, openMemoryBucket, sharingBuckets } from './guards/rate-buckets.ts';
import { recent } from './guards/recent.ts';
import { requestId } from './guards/request-id.ts';
import { role } from './guards/role.ts';
import { scope } from './guards/scope.ts';
import { securityHeaders } from './guards/security-headers.ts';
import { openServing } from './guards/serving.ts';
import { singleSignOn } from './guards/single-sign-on.ts';
import { support } from './guards/support.ts';
import { openTokenCache, type RevocationFeed } from './guards/token/cache.ts';
import { forgettingAccess } from './guards/token/forget.ts';
import { orSupport } from './guards/token/support.ts';
import { type TokenGuardOptions, token } from './guards/token/token.ts';
import { secureTransport } from './guards/transport.ts';
import { wellFormed } from './guards/well-formed.ts';
import { HANDLERS } from './handlers/all.ts';
import type { Handlers } from './handlers/define.ts';
import { QUOTES } from './handlers/quotes.ts';
import { openRunner } from './handlers/run.ts';
import type { HttpLog } from './log/logger.ts';
import { addOperator } from './operator/routes.ts';
import type { OperatorServices } from './operator/use-cases.ts';
import { openReplies } from './reply/replies.ts';
import { openClients, openRanges } from './request/client.ts';
import { type Guard, inOrder, type RequestContext, type Route } from './request/context.ts';
import { openHosts } from './request/host.ts';
import { CACHED_READS, openResponseCache } from './response-cache/cache.ts';
import { earlyReplies } from './response-cache/early.ts';
import { addConsoleDelivery, type ConsoleFiles } from './routes/console.ts';
import { addDocuments } from './routes/documents.ts';
import { addHealth } from './routes/health.ts';
import { addOperation } from './routes/operation.ts';
import { addOtherMethods } from './routes/other-methods.ts';
import { sessionCookie } from './session/cookie.ts';
import type { StreamTimings } from './sse/event-stream.ts';
import { type ChangeFeed, openStreams } from './sse/streams.ts';
import { addWebhooks, type WebhookReaders } from './webhooks/route.ts';

export interface AppOptions extends ServerOptions {
  db: Cx['db'];
  /** Its connections. */
  pool: Parameters<typeof openVersions>[0];
  clock: Cx['clock'];
  settings: Cx['settings'];
  log: HttpLog;
  /** Of secrets that are stored. */
  sealer: Sealer;
  /** A separate log for what unknown clients cause; default: `log`. */
  refusals?: HttpLog | undefined;
  /** Writes the line of each request of a known caller; default: `log.info`. */
  logRequest?: ((line: object) => void) | undefined;
  /** Base of links, `https://api.example.com`; default: the host that each request names (`request/host.ts`). */
  publicUrl?: string | undefined;
  /** Host names of this process besides `localhost`. */
  names?: readonly string[] | undefined;
  /** Proxies whose X-Forwarded-* headers are trusted, as addresses or CIDRs. */
  trustProxy?: readonly string[] | undefined;
  /** True in the container of a trial: plain HTTP is answered on every address. Default: false. */
  allowsPlainHttp?: boolean | undefined;
  /** Addresses that stand for the host of a trial's container. Default: none. */
  gateways?: readonly string[] | undefined;
  /** Without it tokens and replies are not cached. */
  revocations?: RevocationFeed | undefined;
  /** Without it event streams only poll. */
  changes?: ChangeFeed | undefined;
  /** Origins of the operator's pages that may show a console: `https://panel.example.com`. */
  consoleOrigins?: Live<readonly string[]> | undefined;
  /** Files of the web console. Default: it is not served. */
  console?: ConsoleFiles | undefined;
  /** The page at `/console`; without it none is served. */
  viewer?: LoadViewer | undefined;
  /** Without it there are no consoles, screenshots and serial logs. */
  guests?: GuestsOn | undefined;
  /** Where names lead, asked when the operator wants them confirmed; without it none is. */
  forwardNames?: ForwardNames | undefined;
  /** By which identity providers of companies are asked; without it nobody signs in by one. */
  openId?: OpenIdClient | undefined;
  /** By which domains of theirs are proven; without it none is. */
  domainProofs?: DomainProofs | undefined;
  /** Where files of tickets are kept; without it none is taken. */
  attachments?: (FormFiles & AttachmentFiles) | undefined;
  /** By which files of tickets are scanned where the operator has a scanner; without it none is taken there. */
  scanners?: Scanners | undefined;
  /** Where exports of accounts are; without it none can be downloaded. */
  accountExports?: AttachmentFiles | undefined;
  /** For `/v1/operator`: a database role of its own, since the API's may not do what the staff may. Without it none of it is served. */
  operator?: ({ db: Cx['db'] } & OperatorServices) | undefined;
  /** Of the gateways whose webhooks are taken; none without it. */
  webhooks?: WebhookReaders | undefined;
  openBucket?: OpenBucket | undefined;
  /** Tests: replaces the hashing in threads. */
  passwords?: GuestPasswords | undefined;
  /** Tests: replaces the hashing of users' passwords in threads. */
  userPasswords?: UserPasswords | undefined;
  /** Tests: called with every reply that breaks the contract. */
  checkReplies?: ((problem: Error) => void) | undefined;
  /** Tests: called with every cached reply or row that is not what is read now. */
  checkCached?: ((problem: Error) => void) | undefined;
  /** Tests: milliseconds instead of seconds. */
  streamTimings?: Partial<StreamTimings> | undefined;
  consoleTimings?: Partial<RelayTimings> | undefined;
  connectionTimings?: Partial<ConnectionTimings> | undefined;
  /** Tests: replace some of the real ones. */
  handlers?: Handlers | undefined;
}

/** Ready to `listen` or `inject`; `close` refuses new requests and resolves once those that run are finished. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { db, pool, clock, settings, log, trustProxy = [], allowsPlainHttp = false } = options;
  const { lingerMs } = { ...SERVER_TIMINGS, ...options.serverTimings };
  const openBucket = sharingBuckets(options.openBucket ?? openMemoryBucket);
  const addressLimit = openBucket('address', () => settings.requests.perAddress);
  const ofCaller = callerBucket({
    account: openBucket('account', () => settings.requestsPerMinute),
    user: openBucket('session-user', () => settings.sessionRequestsPerMinute.user),
    sessions: openBucket('session-account', () => settings.sessionRequestsPerMinute.account),
  });
  const background = openBackgroundTasks(log);
  const limits = viewOf(() => settings.sessions);
  const { cacheBytes } = settings.requests;
  const cache = openTokenCache(db, clock, limits);
  const noteUse = (known: Credential, from: string): void => {
    const at = { now: clock.now(), from };
    const noted = known.kind === 'token' ? noteTokenUse(db, known, at) : noteSessionUse(db, known, { ...at, limits });
    background.run('note the use of a token', noted);
  };
  const rotate: TokenGuardOptions['rotate'] = async (session, hash, now) => {
    const secret = await rotateWhenDue(db, session, { hash, now, limits });
    return secret === undefined ? undefined : sessionCookie(secret, limits);
  };
  const hosts = openHosts(options);
  const linksOf = ({ request, client }: RequestContext) => hosts.links(request.raw, client);
  const onStale = options.checkCached;
  const responseCache = openResponseCache({
    ...{ versions: openVersions(pool), background, linksOf, onStale },
    mostBytes: cacheBytes / 2,
  });
  const cachingServers = { db, moment: openServersMoments(pool), onStale, mostBytes: cacheBytes / 4 };
  const cachedServers = { rows: openServerRows(cachingServers), names: openServerNames({ ...cachingServers, background }) };
  const serving = openServing();
  const passwords = options.passwords ?? openGuestPasswords();
  const userPasswords = options.userPasswords ?? openUserPasswords();
  const { attachments = NO_FILES, accountExports = NO_FILES, scanners = NO_SCANNERS } = options;
  const forms = {
    files: attachments,
    uploads: openUploads(viewOf(() => settings.requests.uploads)),
    scan: openFileScan({ db, clock, settings, files: attachments, scanners }),
  };
  const inFlight = openInFlight(viewOf(() => settings.requests.inFlight));
  const completeRefusal = openReferenceErrors({ db, clock, settings }, inFlight);
  const stillValid = (keys: CredentialKey[]) => {
    const now = clock.now();
    return holdingCredentials(db, keys, { now, idleSince: new Date(now.getTime() - limits.idleMs) });
  };
  const sessions = openTokenSessions({ stillValid, log });
  const streams = openStreams({
    ...{ sessions, log, timings: options.streamTimings, limits: viewOf(() => settings.requests) },
    latest: (ids) => latestEvents({ db }, ids),
  });
  const replies = openReplies({ ...options, serving, clientOf: openClients(trustProxy, options.gateways) });
  const clientErrors = openClientErrors({ replies, route: (raw, response) => app.routing(raw, response), lingerMs });
  const handlers: Handlers = { ...HANDLERS, ...options.handlers };

  const identified = [requestId, securityHeaders, addressBucket(addressLimit)];
  const everyRequest = [...identified, serving.guard, clientErrors.guard, wellFormed, secureTransport({ allowsPlainHttp })];
  const authenticating = { cache, clock, noteUse, rotate, limits };
  const isProxy = openRanges(trustProxy);
  const isOurs = openOrigins({ hosts, consoleOrigins: options.consoleOrigins });
  const optionalCaller = [token({ ...authenticating, optional: true }), ofCaller];
  const callerOf = ({ operation }: Route): Guard =>
    operation.anonymous
      ? token({ ...authenticating, optional: true })
      : orSupport(token(authenticating), { db, clock, background });
  const untilCache = (route: Route): Guard =>
    inOrder(
      ...everyRequest,
      local(route, isProxy),
      callerOf(route),
      origin(route, { isOurs }),
      ofCaller,
      support(route),
      ability(route),
      role(route),
      singleSignOn(route),
      recent(route, clock),
      scope(route),
      operationBucket(openBucket, route, () => settings.requests.operationsPercent),
      ...(CACHED_READS.has(route.name) ? [responseCache.guard] : []),
    );
  const beforeBody = (route: Route): Guard => inOrder(pathIds(route), query(route), headers(route), bodySize(route.operation));
  const afterBody = (route: Route): Guard =>
    inOrder(
      // A form is read while it arrives, as fast as its sender; every other body has arrived completely, and parsing it is work.
      ...(route.operation.bodyKind === 'multipart' ? [body(route, forms), inFlight.guard] : [inFlight.guard, body(route, forms)]),
      idempotencyKey(route),
      guestPassword(route, passwords),
    );
  const notFound = inOrder(...everyRequest, ...optionalCaller, unknownPath);

  const app = createServer({
    ...options,
    requests: upgradableRequests((socket) => replies.pending(socket) !== undefined),
    frameworkErrors: (error, request, reply) => replies.frameworkError(notFound, request, reply, error),
    clientErrorHandler: clientErrors.onError,
  });
  const connections = limitConnections(app.server, {
    limits: viewOf(() => settings.requests.connections),
    timings: { ...CONNECTION_TIMINGS, ...options.connectionTimings },
    isProxy,
    log,
  });
  replies.attach(app, notFound);
  app.decorate('requestsUnderWay', () => listRequestsUnderWay(connections, replies));
  const { guests = NO_GUESTS, forwardNames = UNKNOWN_NAMES, publicUrl } = options;
  const pages = () => currentOf(options.consoleOrigins ?? []);
  const signIn = { passwords: userPasswords, throttle: openSignInThrottle(viewOf(() => settings.signIn)), pages };
  const { openId = NO_OPENID, domainProofs = NO_PROOFS } = options;
  const services = {
    openId,
    domainProofs,
    streams,
    guests,
    forwardNames,
    sealer: options.sealer,
    attachments,
    accountExports,
    ...signIn,
  };
  const run = forgettingAccess(
    openRunner({ db, clock, settings, load: openLoaders(db, cachedServers), responseCache, services, hosts }),
    cache,
  );
  const firstGuards = new Map<OperationName, Guard>();
  for (const name of OPERATION_NAMES) {
    const route: Route = { name, operation: operationOf(name) };
    const first = untilCache(route);
    firstGuards.set(name, first);
    addOperation(app, route, {
      first,
      beforeBody: beforeBody(route),
      afterBody: afterBody(route),
      inFlight,
      attachments,
      replies,
      completeRefusal,
      run,
      handler: handlers[name],
      quote: QUOTES[name],
    });
  }
  const [next] = app.server.listeners('request') as RequestListener[];
  if (!next) throw new Error('Fastify does not listen');
  app.server.removeAllListeners('request');
  const { routeOf } = responseCache;
  app.server.on(
    'request',
    earlyReplies({ routeOf, firstGuards: ({ name }) => firstGuards.get(name) ?? inOrder(), replies, next }),
  );
  addOtherMethods(app, inOrder(...everyRequest, ...optionalCaller), replies);
  const shared = { everyRequest: inOrder(...everyRequest), replies, publicUrl };
  addConsoleDelivery(app, { ...shared, settings, console: options.console });
  await addDocuments(app, shared);
  const { consoleOrigins, viewer, consoleTimings: timings } = options;
  addConsole(app, { ...shared, db, clock, settings, guests, sessions, log, hosts, lingerMs, consoleOrigins, viewer, timings });
  addWebhooks(app, { ...shared, db, clock, openBucket, readers: options.webhooks ?? new Map() });
  const { operator, checkReplies } = options;
  if (operator) {
    const parts = { services: operator, openBucket, background, isOurs, signIn: { ...signIn, openId, sealer: options.sealer } };
    const scan = openFileScan({ db: operator.db, clock, settings, files: attachments, scanners });
    const given = { db: operator.db, clock, settings, checkReplies, attachments, forms: { ...forms, scan } };
    addOperator(app, { ...shared, ...parts, ...given });
  }
  addHealth(app, { db, serving, replies, everyRequest: inOrder(...identified, wellFormed) });

  const tokenListener = cache.listener();
  const unsubscribeFromRevocations = await options.revocations?.subscribe({
    connected() {
      tokenListener.connected();
      responseCache.setEnabled(true);
      cachedServers.rows.setEnabled(true);
      cachedServers.names.setEnabled(true);
    },
    disconnected() {
      tokenListener.disconnected();
      responseCache.setEnabled(false);
      cachedServers.rows.setEnabled(false);
      cachedServers.names.setEnabled(false);
    },
    revoked(key) {
      tokenListener.revoked(key);
      sessions.revoked(key);
    },
    changed: (key) => tokenListener.changed(key),
  });
  const unsubscribeFromChanges = await options.changes?.subscribe(streams.listener());
  app.addHook('preClose', async () => {
    serving.stop();
    inFlight.stop();
    streams.stop();
    sessions.stop();
    // From here on Node enforces no time limits: a request that never arrives would delay the shutdown for ever.
    connections.forEach((socket) => {
      const context = replies.pending(socket);
      if (!context) socket.destroy();
      else if (!context.request.raw.complete) replies.refuse(context, new Failure('unavailable'));
    });
  });
  app.addHook('onClose', async () => {
    connections.close();
    await Promise.all([unsubscribeFromRevocations?.(), unsubscribeFromChanges?.()]);
    await background.drained();
    await Promise.all([passwords.close(), userPasswords.close()]);
  });
  await app.ready();
  return app;
}
