/**
 * The customers' chain: their guards, their runner and the routes of their table. `untilCache`, `beforeBody` and `afterBody` list the guards
 * of an operation in the order in which they run.
 */
import type { RequestListener } from 'node:http';
import { OPERATION_NAMES, type OperationName, operationOf } from '@innkeeper/contract/operations';
import { type Credential, type CredentialKey, findValidCredentials } from '@innkeeper/domain/access/credentials';
import { latestEvents } from '@innkeeper/domain/access/latest-events';
import { openLoaders, openVersions } from '@innkeeper/domain/access/loaders';
import { recordSessionUse, rotateWhenDue } from '@innkeeper/domain/access/sessions';
import { recordTokenUse } from '@innkeeper/domain/access/tokens';
import type { Cx } from '@innkeeper/domain/context';
import { liveView } from '@innkeeper/model/configuration/live';
import type { Telemetry } from '@innkeeper/model/installation/telemetry';
import { PREPARATIONS, QUOTES, USE_CASES } from '@innkeeper/operations/all.gen';
import type { Services, UseCases } from '@innkeeper/operations/define';
import { sessionCookie } from '@innkeeper/present/session-cookie';
import type { FastifyInstance } from 'fastify';
import { ability } from '../guards/ability.ts';
import { body, type Forms } from '../guards/body/body.ts';
import { openReferenceErrors } from '../guards/body/references.ts';
import { bodySize } from '../guards/body/size.ts';
import { guestPassword } from '../guards/guest-password.ts';
import { headers } from '../guards/headers.ts';
import { idempotencyKey } from '../guards/idempotency.ts';
import { openInFlight } from '../guards/in-flight.ts';
import { local } from '../guards/local.ts';
import { unknownPath } from '../guards/not-found.ts';
import { type OriginOptions, origin } from '../guards/origin.ts';
import { pathIds } from '../guards/path-ids.ts';
import { query } from '../guards/query.ts';
import { callerBucket, operationBucket } from '../guards/rate.ts';
import type { OpenBucket } from '../guards/rate-buckets.ts';
import { recentAuthentication } from '../guards/recent-authentication.ts';
import { type RecoveryState, refuseReadsInRecovery } from '../guards/recovering.ts';
import type { RefusalCounts } from '../guards/refusal-counts.ts';
import { role } from '../guards/role.ts';
import { scope } from '../guards/scope.ts';
import { singleSignOn } from '../guards/single-sign-on.ts';
import type { SpaceGuardState } from '../guards/space.ts';
import { support } from '../guards/support.ts';
import { openTokenCache, type RevocationFeed } from '../guards/token/cache.ts';
import { withSupportTokens } from '../guards/token/support.ts';
import { type TokenGuardOptions, token } from '../guards/token/token.ts';
import type { UnknownProxies } from '../guards/unknown-proxy.ts';
import type { BackgroundTasks } from '../log/background-tasks.ts';
import type { HttpLog } from '../log/logger.ts';
import type { Replies } from '../reply/replies.ts';
import { type Guard, inOrder, type RequestContext, type Route } from '../request/context.ts';
import type { Hosts } from '../request/host.ts';
import { openResponseCache } from '../response-cache/cache.ts';
import { earlyReplies } from '../response-cache/early.ts';
import { type AnyPreparation, type AnyUseCase, type CustomerFunctions, openCustomerRunner } from '../run/customers.ts';
import { withAccessEviction } from '../run/invalidate.ts';
import { openTokenSessions } from '../session/token-sessions.ts';
import type { StreamTimings } from '../sse/event-stream.ts';
import { openStreams } from '../sse/streams.ts';
import { addOperation } from './operation.ts';
import { addOtherMethods } from './other-methods.ts';

export interface CustomersOptions extends OriginOptions {
  db: Cx['db'];
  /** Connection pool of `db`. */
  pool: Parameters<typeof openVersions>[0];
  clock: Cx['clock'];
  settings: Cx['settings'];
  log: HttpLog;
  telemetry: Telemetry;
  recovery: RecoveryState;
  space: SpaceGuardState;
  background: BackgroundTasks;
  hosts: Hosts;
  /** True for the address of a proxy whose headers are trusted. */
  isProxy: (address: string) => boolean;
  proxies: Pick<UnknownProxies, 'find'>;
  replies: Replies;
  refusals: RefusalCounts;
  openBucket: OpenBucket;
  forms: Forms;
  /** Guards of every request of this chain. */
  everyRequest: Guard;
  services: Omit<Services, 'streams'>;
  /** Hashes the passwords of guests. */
  passwords: Parameters<typeof guestPassword>[1];
  /** For tests: called with every cached reply or row that differs from a fresh read. */
  onStale?: ((problem: Error) => void) | undefined;
  streamTimings?: Partial<StreamTimings> | undefined;
  /** For tests: replaces some use cases. */
  useCases?: UseCases | undefined;
}

export type Customers = ReturnType<typeof openCustomers>;

/** Opens the chain. `add` adds its routes to the application. */
export function openCustomers(options: CustomersOptions) {
  const { db, pool, clock, settings, log, recovery, space, background, hosts, replies, refusals, openBucket, forms } = options;
  const { everyRequest, onStale, services } = options;
  const limits = liveView(() => settings.sessions);
  const cache = openTokenCache(db, clock, limits);
  const ofCaller = callerBucket(
    {
      account: openBucket('account', () => settings.requestsPerMinute),
      user: openBucket('session-user', () => settings.sessionRequestsPerMinute.user),
      sessions: openBucket('session-account', () => settings.sessionRequestsPerMinute.account),
    },
    refusals.account,
  );
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
  const linksOf = ({ request, client }: RequestContext) => hosts.linkBase(request.raw, client);
  const responseCache = openResponseCache({
    ...{ versions: openVersions(pool), background, linksOf, onStale },
    maxBytes: settings.requests.cacheBytes,
  });
  const inFlight = openInFlight(
    liveView(() => settings.requests.inFlight),
    refusals.in_flight,
  );
  options.telemetry.gauge('http_in_flight', () =>
    Object.entries(inFlight.count()).map(([state, value]) => ({ labels: { state }, value })),
  );
  const stillValid = (keys: CredentialKey[]) => {
    const now = clock.now();
    return findValidCredentials(db, keys, { now, idleSince: new Date(now.getTime() - limits.idleMs) });
  };
  const sessions = openTokenSessions({ loadAccounts: stillValid, log });
  const streams = openStreams({
    ...{ sessions, log, timings: options.streamTimings, limits: liveView(() => settings.requests) },
    latest: (ids) => latestEvents({ db }, ids),
  });

  const authenticating = { cache, clock, noteUse, rotate, limits };
  const optionalCaller = [token({ ...authenticating, optional: true }), ofCaller];
  const callerOf = ({ operation }: Route): Guard =>
    operation.anonymous
      ? token({ ...authenticating, optional: true })
      : withSupportTokens(token(authenticating), { db, clock, background, recovery });
  const operationLimit = { percent: () => settings.requests.operationsPercent, onRefused: refusals.operation };
  const untilCache = (route: Route): Guard =>
    inOrder(
      everyRequest,
      local(route, { isProxy: options.isProxy, findUnknownProxy: options.proxies.find }),
      callerOf(route),
      refuseReadsInRecovery(route, recovery),
      origin(route, options),
      ofCaller,
      support(route),
      ability(route),
      role(route),
      singleSignOn(route),
      recentAuthentication(route, clock),
      scope(route),
      operationBucket(openBucket, route, operationLimit),
      ...(route.operation.cached ? [responseCache.guard] : []),
    );
  const beforeBody = (route: Route): Guard => inOrder(pathIds(route), query(route), headers(route), bodySize(route.operation));
  const afterBody = (route: Route): Guard =>
    inOrder(
      // A form is read while it arrives, at the speed of its sender. Any other body has arrived completely, and parsing it takes CPU time.
      ...(route.operation.bodyKind === 'multipart' ? [body(route, forms), inFlight.guard] : [inFlight.guard, body(route, forms)]),
      idempotencyKey(route),
      guestPassword(route, options.passwords),
    );
  const knownOrNot = inOrder(everyRequest, ...optionalCaller);

  return {
    sessions,
    notFound: inOrder(everyRequest, ...optionalCaller, unknownPath),

    add(app: FastifyInstance): void {
      const load = openLoaders(db);
      const run = withAccessEviction(
        openCustomerRunner({ db, clock, settings, load, responseCache, services: { ...services, streams }, hosts }),
        cache,
      );
      const completeRefusal = openReferenceErrors({ db, clock, settings }, inFlight);
      const firstGuards = new Map<OperationName, Guard>();
      for (const name of OPERATION_NAMES) {
        const route: Route = { name, operation: operationOf(name) };
        const first = untilCache(route);
        firstGuards.set(name, first);
        const guards = { first, beforeBody: beforeBody(route), afterBody: afterBody(route) };
        const functions = functionsOf(name, (options.useCases ?? {}) as object);
        addOperation(app, route, { ...guards, inFlight, attachments: forms.files, replies, completeRefusal, run, functions });
      }
      replyEarly(app, (name) => firstGuards.get(name) ?? inOrder());
      addOtherMethods(app, knownOrNot, replies);
    },

    /** Follows revocations by other processes. Without a connection nothing is cached. */
    revocations: (): Parameters<RevocationFeed['subscribe']>[0] => {
      const tokens = cache.listener();
      return {
        connected() {
          tokens.connected();
          responseCache.setEnabled(true);
        },
        disconnected() {
          tokens.disconnected();
          responseCache.setEnabled(false);
        },
        revoked(key) {
          tokens.revoked(key);
          sessions.revoked(key);
        },
        changed: (key) => tokens.changed(key),
      };
    },
    /** Follows events of other processes. */
    changes: () => streams.listener(),

    stop(): void {
      inFlight.stop();
      streams.stop();
      sessions.stop();
    },
  };

  /** Answers cached reads before Fastify. */
  function replyEarly(app: FastifyInstance, firstGuard: (name: OperationName) => Guard): void {
    const [next] = app.server.listeners('request') as RequestListener[];
    if (!next) throw new Error('Fastify does not listen');
    app.server.removeAllListeners('request');
    const { routeOf } = responseCache;
    app.server.on('request', earlyReplies({ routeOf, firstGuards: ({ name }) => firstGuard(name), replies, next }));
  }
}

/** Functions by operation, whose types were checked where they are listed. */
type ByName<Any> = { readonly [Name in OperationName]?: Any };

// The casts begin with `object`, because `QUOTES[name]` has a union of all quotes as type, which takes the compiler minutes.
const useCases = USE_CASES as object as ByName<AnyUseCase>;
const quotes = QUOTES as object as ByName<AnyUseCase>;
const preparations = PREPARATIONS as object as ByName<AnyPreparation>;

/** Returns the functions of an operation. Tests replace some use cases. */
function functionsOf(name: OperationName, replaced: ByName<AnyUseCase>): Partial<CustomerFunctions> {
  return { useCase: replaced[name] ?? useCases[name], quote: quotes[name], prepare: preparations[name] };
}
