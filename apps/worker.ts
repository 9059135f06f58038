/**
 * Runs the worker process of one node: executes its workflows, monitors its guests and runs scheduled jobs. The worker of the first host
 * also runs the business.
 */
import { openDatabase } from '@innkeeper/db/connect';
import { lockNode } from '@innkeeper/db/node-lock';
import { pollRecovery, readRecovery } from '@innkeeper/db/recovery';
import { poolsOfNode } from '@innkeeper/db/tables/ip-pools';
import { expectBack, findSighting } from '@innkeeper/db/tables/node-presence';
import { updateMeasured } from '@innkeeper/db/tables/nodes';
import { findSystemUser } from '@innkeeper/engine/host/system-user';
import { openEngine } from '@innkeeper/engine/open';
import { TrafficWatch } from '@innkeeper/jobs/attacks/traffic-watch';
import { SERVICES_OF_FURTHER_NODE, startJobs } from '@innkeeper/jobs/start';
import { networkLimitsOf, nodeReserveOf } from '@innkeeper/model/configuration/settings';
import { firstBeat, returnDeadline } from '@innkeeper/model/installation/presence';
import { systemClock } from '@innkeeper/model/time/clock';
import { DEFINITIONS } from '@innkeeper/workflows/definitions';
import { startWorker } from '@innkeeper/workflows/runner/worker';
import { applyFirewalls, logRefused } from '@innkeeper/workflows/steps/firewalls';
import { afterRecovery, openProcessRecovery } from './after-recovery.ts';
import { readVerifiedAt } from './backup/status.ts';
import { startBusiness } from './business.ts';
import { openProcessConfiguration } from './configuration/process-configuration.ts';
import { liveSettings } from './configuration/settings.ts';
import { fromEnvironment } from './environment.ts';
import { serveGuests } from './guest-access/server.ts';
import { guestsOf } from './guests.ts';
import { resumeFreeBytes } from './installation/ballast.ts';
import { copyStoreSettingsOf } from './installation/copies.ts';
import { limitsOf } from './installation/database-roles.ts';
import { projectRoot } from './installation/home.ts';
import { measureNode } from './installation/measure-node.ts';
import { THIS_NODE } from './installation/node.ts';
import { paymentSettingsOf } from './installation/payments.ts';
import { followLogLevel, openLog } from './log.ts';
import { addDatabaseGauges } from './metrics/database-gauges.ts';
import { openMetrics } from './metrics/open.ts';
import { addBackupGauge, addDiskGauge } from './metrics/place-gauges.ts';
import { addPoolGauge } from './metrics/process-gauges.ts';
import { intervalsOf } from './node-intervals.ts';
import { linkCertificate } from './node-link/certificate.ts';
import { imagesOfFirstHost } from './node-link/fetch-images.ts';
import { openNodeLink, warnOfUnusedLink } from './node-link/open.ts';
import { linkPeers } from './node-link/peers.ts';
import { runProcess } from './processes/lifetime.ts';
import { FatalStart } from './processes/messages.ts';
import { followSpace } from './processes/space.ts';

const log = openLog('worker');
const homeSpace = followSpace();

runProcess(log, async () => {
  const facts = fromEnvironment(process.env);
  const { home, databaseUrl, apiUser, node: name } = facts;
  const configuration = await openProcessConfiguration('worker', { home, env: process.env });
  const values = configuration.current();
  followLogLevel(log, configuration);
  const settings = liveSettings(configuration, { ...facts, hasStripe: values['payments.stripe.secret_key'] !== null });
  const kind = values['engine.kind'];
  const exit = () => process.exit(1);
  const recovery = openProcessRecovery(log, exit);
  const { db, pool, close } = openDatabase({
    url: databaseUrl,
    // The pool has a connection for each concurrent workflow, and some for sweeps and polls.
    max: values['database.pool_worker'],
    limits: limitsOf(values),
    applicationName: 'innkeeper-worker',
    recovery,
    onIdleError: (error) => log.warn({ err: error }, 'a database connection broke'),
  });
  await readRecovery(db, recovery);
  const stopPolling = pollRecovery(db, recovery);
  const metrics = await openMetrics('worker', values['metrics.listen'], log);
  const { telemetry } = metrics;
  addPoolGauge(telemetry, 'worker', pool);
  addDatabaseGauges(telemetry, { db, clock: systemClock });
  addDiskGauge(telemetry, { home: home.path, machines: home.machines, copies: values['copies.directory'] ?? home.copies });
  addBackupGauge(telemetry, () => readVerifiedAt(home));
  await metrics.listen();
  const { stop, underWay } = await afterRecovery({ recovery, log, exit }, async () => {
    const root = process.getuid?.() === 0;
    const copies = { directory: home.copies, ...copyStoreSettingsOf(values) };
    const payments = paymentSettingsOf(values);
    const mirrors = () => settings.mirrors;
    const networkLimits = networkLimitsOf(values);
    const isFirstHost = name === THIS_NODE;
    const listen = values['node.listen'];
    const link = listen && { endpoint: listen, certificate: await linkCertificate(home.tls) };
    const engine = await openEngine({
      ...{ kind, home: home.engine, projectRoot, root, log },
      ...{ copies, mirrors, payments, networkLimits, resumeFreeBytes: await resumeFreeBytes(home) },
      cpuModel: values['guests.cpu_model'],
      verifiesImages: !isFirstHost,
      ...(link && !isFirstHost && { imageLink: imagesOfFirstHost(db, link.certificate) }),
      peers: link ? linkPeers(db, link.certificate) : undefined,
    });
    const node = await db.selectFrom('nodes').select(['id', 'name']).where('name', '=', name).executeTakeFirst();
    if (!node)
      throw new FatalStart(`The node ${name} does not exist in the database. Register it with ./innkeeper node add ${name}.`);
    const onLost = () => {
      log.error({ node: name }, 'another worker serves this node');
      process.kill(process.pid, 'SIGTERM');
    };
    const nodeLock = await lockNode({ url: databaseUrl, nodeId: node.id, onLost });
    if (!nodeLock)
      throw new FatalStart(`Another worker already serves the node ${name}. Stop that worker, or name another node.`);
    await engine.network.open(await poolsOfNode(db, node.id));
    // Apply firewalls before any guest runs. The job reconcile-network reports and retries failures.
    await applyFirewalls({ db, engine }, node.id).then(
      ({ refused }) => logRefused({ log }, refused),
      (error) => log.error({ err: error }, 'firewalls could not be applied'),
    );
    await engine.compute.open();
    const clock = systemClock;
    const sighting = await findSighting(db, node.id);
    await updateMeasured(db, await measureNode(engine, { home, engine: kind, name, reserve: nodeReserveOf(values) }));
    // Process events of the downtime first, then new work.
    const traffic = new TrafficWatch();
    const disks = [
      { place: 'home', directory: home.path },
      { place: 'machines', directory: home.machines },
      { place: 'copies', directory: home.copies },
    ];
    const services = isFirstHost ? {} : { services: SERVICES_OF_FURTHER_NODE };
    const nodeContext = {
      ...{ db, engine, node, isFirstHost, clock, settings, log, telemetry, traffic, disks, homeSpace },
      lastSamples: new Map(),
    };
    const watch = startJobs('node', { ...nodeContext, ...services, recovery, everyMs: intervalsOf(values) });
    await watch.firstRuns;
    const definitions = Object.values(DEFINITIONS);
    const worker = await startWorker({
      databaseUrl,
      db,
      definitions,
      recovery,
      engine,
      nodes: new Map([[node.id, engine]]),
      isFurtherNode: !isFirstHost,
      clock,
      settings,
      log,
      telemetry,
    });
    const shared = { db, clock, settings, log, telemetry, recovery };
    const business = isFirstHost
      ? await startBusiness({ ...shared, home, values, payments: engine.payments, nodeName: node.name })
      : null;
    const socketDirectory = { directory: home.sockets, gid: root && apiUser ? await groupOf(apiUser) : null };
    const guestServer = await serveGuests({ guests: guestsOf(engine), node: name, socketDirectory, log });
    const linkOptions = { db, node, guestServer, engine, socketDirectory, log };
    const closeLink = link ? await openNodeLink({ ...linkOptions, ...link }) : await warnOfUnusedLink(linkOptions);
    // Start the presence last, so that a worker that cannot start does not count as present.
    const firstBeatAt = firstBeat(sighting, clock.now());
    const presence = startJobs('presence', { ...shared, ...services, node, firstBeatAt });
    await presence.firstRuns;
    log.info({ engine: engine.compute.name, node: name }, 'working');

    const stop = async (): Promise<void> => {
      await presence.stop();
      // Without the database the announcement is lost, and the stop continues anyway.
      await expectBack(db, node.id, returnDeadline(clock.now())).catch((error) => log.warn({ err: error }, 'leaves unannounced'));
      await closeLink?.();
      await guestServer.close();
      await worker.stop();
      await Promise.all([watch.stop(), business?.stop()]);
      await traffic.close(nodeContext);
      await engine.compute.close();
      await engine.network.close();
      await nodeLock.release();
    };
    const underWay = (): string[] => [
      ...worker.underWay(),
      ...[watch, ...(business ? [business] : []), presence].flatMap((some) => some.underWay()).map((name) => `job ${name}`),
    ];
    return { stop, underWay };
  });
  return {
    underWay,
    async stop() {
      await stop();
      await metrics.close();
      stopPolling();
      await close();
    },
  };
});

/** Returns the group of the API's user, which has the same name. Throws `FatalStart` if the user does not exist. */
async function groupOf(apiUser: string): Promise<number> {
  const user = await findSystemUser(apiUser);
  if (!user)
    throw new FatalStart(`INNKEEPER_API_USER names the user ${apiUser}, who does not exist. Create the user, or name another.`);
  return user.gid;
}
