/** The API on Fastify. `untilCache`, `beforeBody` and `afterBody` list the guards of an operation in the order in which they run. */

import type { RequestListener } from 'node:http';
import { OPERATION_NAMES, type OperationName, operationOf } from '@innkeeper/contract/operations';
import { type Credential, type CredentialKey, findValidCredentials } from '@innkeeper/domain/access/credentials';
import { latestEvents } from '@innkeeper/domain/access/latest-events';
import { openLoaders, openVersions } from '@innkeeper/domain/access/loaders';
import { openServerRows } from '@innkeeper/domain/access/server-rows';
import { openServersVersions } from '@innkeeper/domain/access/servers-versions';
import { recordSessionUse, rotateWhenDue } from '@innkeeper/domain/access/sessions';
import { recordTokenUse } from '@innkeeper/domain/access/tokens';
import { type GuestsOn, NO_GUESTS } from '@innkeeper/domain/console/guests';
import type { Cx } from '@innkeeper/domain/context';
import { type GuestPasswords, openGuestPasswords } from '@innkeeper/domain/guest-passwords/hash';
import { type ForwardNames, NO_RESOLVER } from '@innkeeper/domain/names/forward';
import { openUserPasswords, type UserPasswords } from '@innkeeper/domain/passwords/hash';
import { NO_SCANNERS, type Scanners } from '@innkeeper/domain/scanner/scan';
import { openSignInThrottle } from '@innkeeper/domain/sign-in/throttle';
import { type DomainProofs, NO_PROOFS } from '@innkeeper/domain/single-sign-on/domain-proofs';
import { type AttachmentFiles, NO_FILES } from '@innkeeper/domain/tickets/files';
import { currentOf, type Live, liveView } from '@innkeeper/model/configuration/live';
import { Failure } from '@innkeeper/model/failures';
import { NO_OPENID, type OpenIdClient } from '@innkeeper/model/openid/client';
import type { Sealer } from '@innkeeper/model/sealing';
import { NO_TELEMETRY, type Telemetry } from '@innkeeper/model/telemetry';
import type { UseCases } from '@innkeeper/operations/define';
import type { StaffServices } from '@innkeeper/operations/define.staff';
import { sessionCookie } from '@innkeeper/present/session-cookie';
import type { FastifyInstance } from 'fastify';
import { addConsoleDelivery, type ConsoleFiles } from './chains/console.ts';
import { addDocuments } from './chains/documents.ts';
import { addHealth } from './chains/health.ts';
import { addOperation } from './chains/operation.ts';
import { addOtherMethods } from './chains/other-methods.ts';
import { addOperator } from './chains/staff.ts';
import { openClientErrors } from './connections/client-errors.ts';
import { CONNECTION_TIMINGS, type ConnectionTimings, limitConnections } from './connections/limits.ts';
import { listPendingRequests } from './connections/pending-requests.ts';
import { createServer, SERVER_TIMINGS, type ServerOptions } from './connections/server.ts';
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
import { recentAuthentication } from './guards/recent-authentication.ts';
import { type RecoveryState, refuseActsInRecovery, refuseChangesInRecovery, refuseReadsInRecovery } from './guards/recovering.ts';
import { openRefusalCounts } from './guards/refusal-counts.ts';
import { requestId } from './guards/request-id.ts';
import { role } from './guards/role.ts';
import { scope } from './guards/scope.ts';
import { securityHeaders } from './guards/security-headers.ts';
import { openServing } from './guards/serving.ts';
import { singleSignOn } from './guards/single-sign-on.ts';
import { refuseChangesWithoutSpace, type SpaceGuardState } from './guards/space.ts';
import { support } from './guards/support.ts';
import { openTokenCache, type RevocationFeed } from './guards/token/cache.ts';
import { withSupportTokens } from './guards/token/support.ts';
import { type TokenGuardOptions, token } from './guards/token/token.ts';
import { secureTransport } from './guards/transport.ts';
import { openUnknownProxies, type UnknownProxyPolicy } from './guards/unknown-proxy.ts';
import { wellFormed } from './guards/well-formed.ts';
import { ALL_USE_CASES } from './handlers/all.ts';
import type { AnyUseCases } from './handlers/define.ts';
import { ALL_PREPARATIONS } from './handlers/preparations.ts';
import { ALL_QUOTES } from './handlers/quotes.ts';
import { openBackgroundTasks } from './log/background-tasks.ts';
import type { HttpLog } from './log/logger.ts';
import { openReplies } from './reply/replies.ts';
import { openClients, openRanges } from './request/client.ts';
import { type Guard, inOrder, type RequestContext, type Route } from './request/context.ts';
import { openHosts } from './request/host.ts';
import { CACHED_READS, openResponseCache } from './response-cache/cache.ts';
import { earlyReplies } from './response-cache/early.ts';
import { type AnyUseCase, openCustomerRunner } from './run/customers.ts';
import { withAccessEviction } from './run/invalidate.ts';
import { openTokenSessions } from './session/token-sessions.ts';
import type { StreamTimings } from './sse/event-stream.ts';
import { type ChangeFeed, openStreams } from './sse/streams.ts';
import { addWebhooks, type WebhookReaders } from './webhooks/route.ts';

export interface AppOptions extends ServerOptions {
  db: Cx['db'];
  /** Connection pool of `db`. */
  pool: Parameters<typeof openVersions>[0];
  clock: Cx['clock'];
  settings: Cx['settings'];
  log: HttpLog;
  /** Encrypts stored secrets. */
  sealer: Sealer;
  /** State that refuses changes after a restore. */
  recovery?: RecoveryState | undefined;
  /** State that refuses customers' changes while the disk of the database is almost full. Default: never. */
  space?: SpaceGuardState | undefined;
  /** Separate log for lines that unknown clients cause, by default `log`. */
  refusals?: HttpLog | undefined;
  /** Writes the line of each request of a known caller. Defaults to `log.info`. */
  logRequest?: ((line: object) => void) | undefined;
  /** Base URL of links, such as `https://api.example.com`. Defaults to the host of each request (`request/host.ts`). */
  publicUrl?: string | undefined;
  /** Host names of this process in addition to `localhost`. */
  names?: readonly string[] | undefined;
  /** Proxies whose X-Forwarded-* headers are trusted, as addresses or CIDRs. */
  trustProxy?: readonly string[] | undefined;
  /** True if plain HTTP is accepted on every address, as in the container of a trial. */
  allowsPlainHttp?: boolean | undefined;
  /** Addresses that stand for the host of a trial's container. */
  gateways?: readonly string[] | undefined;
  /** Handling of proxies that `trustProxy` does not name. */
  unknownProxies?: UnknownProxyPolicy | undefined;
  /** Source of revocations, without which tokens and replies are not cached. */
  revocations?: RevocationFeed | undefined;
  /** Source of event notifications, without which event streams only poll. */
  changes?: ChangeFeed | undefined;
  /** Origins of the operator's pages that may show a console, such as `https://panel.example.com`. */
  consoleOrigins?: Live<readonly string[]> | undefined;
  /** Files of the web console. */
  console?: ConsoleFiles | undefined;
  /** Page at `/console`. */
  viewer?: LoadViewer | undefined;
  /** Access to guests, required for consoles, screenshots and serial logs. */
  guests?: GuestsOn | undefined;
  /** Resolver for forward-confirmed names, without which no name is confirmed. */
  forwardNames?: ForwardNames | undefined;
  /** Client for identity providers of customers, required for single sign-on. */
  openId?: OpenIdClient | undefined;
  /** Resolver for domain verification, without which no domain is verified. */
  domainProofs?: DomainProofs | undefined;
  /** Storage for files of tickets, without which files are refused. */
  attachments?: (FormFiles & AttachmentFiles) | undefined;
  /** Virus scanners for files of tickets. Without them, files are refused if the operator has set a scanner. */
  scanners?: Scanners | undefined;
  /** Storage of account exports, without which no export can be downloaded. */
  accountExports?: AttachmentFiles | undefined;
  /** Parts for `/v1/operator`, which is otherwise not served. They have a database role of their own, since the API's may do less. */
  operator?: ({ db: Cx['db'] } & Pick<StaffServices, 'pointOfNoReturn'>) | undefined;
  /** Readers of webhooks by gateway, without which no webhooks are accepted. */
  webhooks?: WebhookReaders | undefined;
  /** Receives counts and durations. */
  telemetry?: Telemetry | undefined;
  openBucket?: OpenBucket | undefined;
  /** For tests: replaces password hashing in threads. */
  passwords?: GuestPasswords | undefined;
  /** For tests: replaces hashing of users' passwords in threads. */
  userPasswords?: UserPasswords | undefined;
  /** For tests: called with every reply that breaks the contract. */
  checkReplies?: ((problem: Error) => void) | undefined;
  /** For tests: called with every cached reply or row that differs from a fresh read. */
  checkCached?: ((problem: Error) => void) | undefined;
  /** For tests: shorter intervals. */
  streamTimings?: Partial<StreamTimings> | undefined;
  consoleTimings?: Partial<RelayTimings> | undefined;
  connectionTimings?: Partial<ConnectionTimings> | undefined;
  /** For tests: replaces some use cases. */
  useCases?: UseCases | undefined;
}

/** Builds the API, ready to `listen` or `inject`. `close` refuses new requests and resolves after running requests have finished. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { db, pool, clock, settings, log, trustProxy = [], allowsPlainHttp = false } = options;
  const { recovery = { isOn: () => false }, space = { isShort: () => false }, telemetry = NO_TELEMETRY } = options;
  const { lingerMs } = { ...SERVER_TIMINGS, ...options.serverTimings };
  const openBucket = sharingBuckets(options.openBucket ?? openMemoryBucket);
  const addressLimit = openBucket('address', () => settings.requests.perAddress);
  const refusals = openRefusalCounts(telemetry);
  const callerBuckets = {
    account: openBucket('account', () => settings.requestsPerMinute),
    user: openBucket('session-user', () => settings.sessionRequestsPerMinute.user),
    sessions: openBucket('session-account', () => settings.sessionRequestsPerMinute.account),
  };
  const ofCaller = callerBucket(callerBuckets, refusals.account);
  const operationLimit = { percent: () => settings.requests.operationsPercent, onRefused: refusals.operation };
  const background = openBackgroundTasks(log);
  const limits = liveView(() => settings.sessions);
  const { cacheBytes } = settings.requests;
  const cache = openTokenCache(db, clock, limits);
  const noteUse = (known: Credential, from: string): void => {
    if (recovery.isOn()) return;
    const at = { now: clock.now(), from };
    const noted = known.kind === 'token' ? recordTokenUse(db, known, at) : recordSessionUse(db, known, { ...at, limits });
    background.run('note the use of a token', noted);
  };
  const rotate: TokenGuardOptions['rotate'] = async (session, hash, now) => {
    // Without space for a new secret the session keeps its secret, and the read is answered.
    if (recovery.isOn() || space.isShort()) return undefined;
    const secret = await rotateWhenDue(db, session, { hash, now, limits });
    return secret === undefined ? undefined : sessionCookie(secret, limits);
  };
  const hosts = openHosts(options);
  const linksOf = ({ request, client }: RequestContext) => hosts.linkBase(request.raw, client);
  const onStale = options.checkCached;
  const responseCache = openResponseCache({
    ...{ versions: openVersions(pool), background, linksOf, onStale },
    maxBytes: (cacheBytes * 2) / 3,
  });
  const serverRows = openServerRows({ db, readVersion: openServersVersions(pool), onStale, maxBytes: cacheBytes / 3 });
  const serving = openServing();
  const passwords = options.passwords ?? openGuestPasswords();
  const userPasswords = options.userPasswords ?? openUserPasswords();
  const { attachments = NO_FILES, accountExports = NO_FILES, scanners = NO_SCANNERS } = options;
  const forms = {
    files: attachments,
    uploads: openUploads(liveView(() => settings.requests.uploads)),
    scan: openFileScan({ db, clock, settings, files: attachments, scanners }),
  };
  const inFlightLimits = liveView(() => settings.requests.inFlight);
  const inFlight = openInFlight(inFlightLimits, refusals.in_flight);
  telemetry.gauge('http_in_flight', () =>
    Object.entries(inFlight.count()).map(([state, value]) => ({ labels: { state }, value })),
  );
  const completeRefusal = openReferenceErrors({ db, clock, settings }, inFlight);
  const stillValid = (keys: CredentialKey[]) => {
    const now = clock.now();
    return findValidCredentials(db, keys, { now, idleSince: new Date(now.getTime() - limits.idleMs) });
  };
  const sessions = openTokenSessions({ loadAccounts: stillValid, log });
  const streams = openStreams({
    ...{ sessions, log, timings: options.streamTimings, limits: liveView(() => settings.requests) },
    latest: (ids) => latestEvents({ db }, ids),
  });
  const replies = openReplies({ ...options, serving, clientOf: openClients(trustProxy, options.gateways) });
  const clientErrors = openClientErrors({ replies, route: (raw, response) => app.routing(raw, response), lingerMs });
  const useCases = { ...ALL_USE_CASES, ...options.useCases } as AnyUseCases;

  const identified = [requestId, securityHeaders, addressBucket(addressLimit, refusals.address)];
  const secure = [...identified, serving.guard, clientErrors.guard, wellFormed, secureTransport({ allowsPlainHttp })];
  const isProxy = openRanges(trustProxy);
  const proxies = openUnknownProxies({ policy: options.unknownProxies, hosts, isProxy, clock, background, recovery });
  const ofStaff = [...secure, proxies.guard, refuseChangesInRecovery(recovery)];
  const everyRequest = [...ofStaff, refuseChangesWithoutSpace(space)];
  const authenticating = { cache, clock, noteUse, rotate, limits };
  const isOurs = openOrigins({ hosts, consoleOrigins: options.consoleOrigins });
  const optionalCaller = [token({ ...authenticating, optional: true }), ofCaller];
  const callerOf = ({ operation }: Route): Guard =>
    operation.anonymous
      ? token({ ...authenticating, optional: true })
      : withSupportTokens(token(authenticating), { db, clock, background, recovery });
  const untilCache = (route: Route): Guard =>
    inOrder(
      ...everyRequest,
      local(route, { isProxy, findUnknownProxy: proxies.find }),
      callerOf(route),
      refuseReadsInRecovery(route, recovery),
      origin(route, { isOurs }),
      ofCaller,
      support(route),
      ability(route),
      role(route),
      singleSignOn(route),
      recentAuthentication(route, clock),
      scope(route),
      operationBucket(openBucket, route, operationLimit),
      ...(CACHED_READS.has(route.name) ? [responseCache.guard] : []),
    );
  const beforeBody = (route: Route): Guard => inOrder(pathIds(route), query(route), headers(route), bodySize(route.operation));
  const afterBody = (route: Route): Guard =>
    inOrder(
      // A form is read while it arrives, at the speed of its sender. Any other body has arrived completely, and parsing it takes CPU time.
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
    limits: liveView(() => settings.requests.connections),
    timings: { ...CONNECTION_TIMINGS, ...options.connectionTimings },
    isProxy,
    log,
    onRefused: refusals.connections,
  });
  replies.attach(app, notFound);
  app.decorate('requestsUnderWay', () => listPendingRequests(connections, replies));
  const { guests = NO_GUESTS, forwardNames = NO_RESOLVER, publicUrl } = options;
  const pages = () => currentOf(options.consoleOrigins ?? []);
  const signIn = { passwords: userPasswords, throttle: openSignInThrottle(liveView(() => settings.signIn)), pages };
  const { openId = NO_OPENID, domainProofs = NO_PROOFS } = options;
  const remote = { openId, domainProofs, guests, forwardNames };
  const services = { ...remote, streams, sealer: options.sealer, attachments, accountExports, ...signIn };
  const run = withAccessEviction(
    openCustomerRunner({ db, clock, settings, load: openLoaders(db, serverRows), responseCache, services, hosts }),
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
      functions: { useCase: useCases[name], quote: ALL_QUOTES[name] as AnyUseCase | undefined, prepare: ALL_PREPARATIONS[name] },
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
  const ofConsoles = { ...shared, admission: refuseActsInRecovery(recovery), hosts, consoleOrigins, viewer, timings };
  addConsole(app, { ...ofConsoles, db, clock, settings, guests, sessions, log, lingerMs });
  addWebhooks(app, { ...shared, db, clock, openBucket, readers: options.webhooks ?? new Map() });
  const { operator, checkReplies } = options;
  if (operator) {
    const parts = {
      recovery,
      openBucket,
      refusals,
      background,
      isOurs,
    };
    const scan = openFileScan({ db: operator.db, clock, settings, files: attachments, scanners });
    const ofSignIn = { passwords: userPasswords, throttle: signIn.throttle, openId, sealer: options.sealer };
    const staffServices = { ...ofSignIn, pointOfNoReturn: operator.pointOfNoReturn, attachments, machines: UNKNOWN_STATE };
    const given = { db: operator.db, clock, settings, checkReplies, services: staffServices, forms: { ...forms, scan } };
    addOperator(app, { ...shared, ...parts, ...given, everyRequest: inOrder(...ofStaff) });
  }
  addHealth(app, { db, serving, replies, everyRequest: inOrder(...identified, wellFormed) });

  const tokenListener = cache.listener();
  const unsubscribeFromRevocations = await options.revocations?.subscribe({
    connected() {
      tokenListener.connected();
      responseCache.setEnabled(true);
      serverRows.setEnabled(true);
    },
    disconnected() {
      tokenListener.disconnected();
      responseCache.setEnabled(false);
      serverRows.setEnabled(false);
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
    // Node enforces no time limits after this call, so a request that never arrives completely would delay the shutdown for ever.
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

/** Returns `unknown` as the state of each machine, because the API has no access to machines. */
const UNKNOWN_STATE = () => 'unknown';
