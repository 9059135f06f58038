/** The API on Fastify: parts that all chains share, and each chain with its routes. */
import { NO_GUESTS } from '@innkeeper/domain/console/guests';
import { openGuestPasswords } from '@innkeeper/domain/guest-passwords/hash';
import { NO_RESOLVER } from '@innkeeper/domain/names/forward';
import { openUserPasswords } from '@innkeeper/domain/passwords/hash';
import { NO_SCANNERS } from '@innkeeper/domain/scanner/scan';
import { openSignInThrottle } from '@innkeeper/domain/sign-in/throttle';
import { NO_PROOFS } from '@innkeeper/domain/single-sign-on/domain-proofs';
import { NO_FILES } from '@innkeeper/domain/tickets/files';
import { currentOf, liveView } from '@innkeeper/model/configuration/live';
import { Failure } from '@innkeeper/model/failures';
import { NO_TELEMETRY } from '@innkeeper/model/installation/telemetry';
import { NO_OPENID } from '@innkeeper/model/openid/client';
import type { FastifyInstance } from 'fastify';
import { addConsoleDelivery } from './chains/console.ts';
import { openCustomers } from './chains/customers.ts';
import { addDocuments } from './chains/documents.ts';
import { addHealth } from './chains/health.ts';
import { addStaff } from './chains/staff.ts';
import { openClientErrors } from './connections/client-errors.ts';
import { CONNECTION_TIMINGS, limitConnections } from './connections/limits.ts';
import { listPendingRequests } from './connections/pending-requests.ts';
import { createServer, SERVER_TIMINGS } from './connections/server.ts';
import { openOrigins } from './console/origins.ts';
import { addConsole } from './console/route.ts';
import { upgradableRequests } from './console/upgrades.ts';
import { openFileScan } from './guards/body/scan.ts';
import { openUploads } from './guards/body/uploads.ts';
import { addressBucket } from './guards/rate.ts';
import { openMemoryBucket, sharingBuckets } from './guards/rate-buckets.ts';
import { refuseActsInRecovery, refuseChangesInRecovery } from './guards/recovering.ts';
import { openRefusalCounts } from './guards/refusal-counts.ts';
import { requestId } from './guards/request-id.ts';
import { securityHeaders } from './guards/security-headers.ts';
import { openServing } from './guards/serving.ts';
import { refuseChangesWithoutSpace } from './guards/space.ts';
import { secureTransport } from './guards/transport.ts';
import { openUnknownProxies } from './guards/unknown-proxy.ts';
import { wellFormed } from './guards/well-formed.ts';
import { openBackgroundTasks } from './log/background-tasks.ts';
import type { AppOptions } from './options.ts';
import { openReplies } from './reply/replies.ts';
import { openClients, openRanges } from './request/client.ts';
import { inOrder } from './request/context.ts';
import { openHosts } from './request/host.ts';
import { addWebhooks } from './webhooks/route.ts';

/** Builds the API, ready to `listen` or `inject`. `close` refuses new requests and resolves after running requests have finished. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { db, pool, clock, settings, log, sealer, trustProxy = [], allowsPlainHttp = false, forTests = {} } = options;
  const { recovery = { isOn: () => false }, space = { isShort: () => false }, telemetry = NO_TELEMETRY } = options;
  const { attachments = NO_FILES, accountExports = NO_FILES, scanners = NO_SCANNERS, consoleOrigins, publicUrl } = options;
  const { guests = NO_GUESTS, forwardNames = NO_RESOLVER, openId = NO_OPENID, domainProofs = NO_PROOFS } = options;
  const { checkReplies } = forTests;
  const { lingerMs } = { ...SERVER_TIMINGS, ...options.serverTimings };
  const passwords = options.passwords ?? openGuestPasswords();
  const userPasswords = options.userPasswords ?? openUserPasswords();
  const openBucket = sharingBuckets(options.openBucket ?? openMemoryBucket);
  const refusals = openRefusalCounts(telemetry);
  const background = openBackgroundTasks(log);
  const hosts = openHosts(options);
  const serving = openServing();
  const isProxy = openRanges(trustProxy);
  const isOurs = openOrigins({ hosts, consoleOrigins });
  const scanBy = (scanDb: AppOptions['db']) => openFileScan({ db: scanDb, clock, settings, files: attachments, scanners });
  const forms = { files: attachments, uploads: openUploads(liveView(() => settings.requests.uploads)), scan: scanBy(db) };
  const replies = openReplies({ ...options, checkReplies, serving, clientOf: openClients(trustProxy, options.gateways) });
  const clientErrors = openClientErrors({ replies, route: (raw, response) => app.routing(raw, response), lingerMs });
  const proxies = openUnknownProxies({ policy: options.unknownProxies, hosts, isProxy, clock, background, recovery });

  const addressLimit = openBucket('address', () => settings.requests.perAddress);
  const identified = [requestId, securityHeaders, addressBucket(addressLimit, refusals.address)];
  const secure = [...identified, serving.guard, clientErrors.guard, wellFormed, secureTransport({ allowsPlainHttp })];
  const ofStaff = inOrder(...secure, proxies.guard, refuseChangesInRecovery(recovery));
  const everyRequest = inOrder(ofStaff, refuseChangesWithoutSpace(space));

  const pages = () => currentOf(consoleOrigins ?? []);
  const signIn = { passwords: userPasswords, throttle: openSignInThrottle(liveView(() => settings.signIn)), openId, sealer };
  const shared = { db, clock, settings, log, recovery, background, replies, refusals, openBucket, isOurs };
  const customers = openCustomers({
    ...{ ...shared, pool, telemetry, space, hosts, isProxy, proxies, forms, everyRequest, passwords },
    services: { ...signIn, domainProofs, guests, forwardNames, attachments, accountExports, pages },
    onStale: forTests.checkCached,
    streamTimings: forTests.streamTimings,
    useCases: forTests.useCases,
  });
  const { sessions, notFound } = customers;
  const app = createServer({
    ...options,
    requests: upgradableRequests((socket) => replies.pending(socket) !== undefined),
    frameworkErrors: (error, request, reply) => replies.frameworkError(notFound, request, reply, error),
    clientErrorHandler: clientErrors.onError,
  });
  const connections = limitConnections(app.server, {
    limits: liveView(() => settings.requests.connections),
    timings: { ...CONNECTION_TIMINGS, ...forTests.connectionTimings },
    isProxy,
    log,
    onRefused: refusals.connections,
  });
  replies.attach(app, notFound);
  app.decorate('requestsUnderWay', () => listPendingRequests(connections, replies));

  customers.add(app);
  const ofPages = { everyRequest, replies, publicUrl };
  addConsoleDelivery(app, { ...ofPages, settings, console: options.console });
  await addDocuments(app, ofPages);
  const relay = { admission: refuseActsInRecovery(recovery), timings: forTests.consoleTimings, viewer: options.viewer, lingerMs };
  addConsole(app, { ...ofPages, ...relay, db, clock, settings, guests, sessions, log, hosts, consoleOrigins });
  addWebhooks(app, { ...ofPages, db, clock, openBucket, readers: options.webhooks ?? new Map() });
  if (options.operator) {
    const { db: staffDb, pointOfNoReturn } = options.operator;
    addStaff(app, {
      ...{ ...shared, db: staffDb, forms: { ...forms, scan: scanBy(staffDb) }, everyRequest: ofStaff, checkReplies },
      services: { ...signIn, pointOfNoReturn, attachments, machines: UNKNOWN_STATE },
    });
  }
  addHealth(app, { db, serving, replies, everyRequest: inOrder(...identified, wellFormed) });

  const unsubscribeFromRevocations = await options.revocations?.subscribe(customers.revocations());
  const unsubscribeFromChanges = await options.changes?.subscribe(customers.changes());
  app.addHook('preClose', async () => {
    serving.stop();
    customers.stop();
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
