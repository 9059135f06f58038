/** The worker process of one node: carries out its workflows, watches its guests, and runs what belongs on a clock. */
import { openDatabase } from '@innkeeper/db/connect';
import { holdNode } from '@innkeeper/db/node-lock';
import { poolsOfNode } from '@innkeeper/db/tables/ip-pools';
import { expectBack, findSighting } from '@innkeeper/db/tables/node-presence';
import { updateMeasured } from '@innkeeper/db/tables/nodes';
import { openDns } from '@innkeeper/engine/dns/open';
import { findSystemUser } from '@innkeeper/engine/host/system-user';
import { openMail } from '@innkeeper/engine/mail/open';
import { openEngine } from '@innkeeper/engine/open';
import { openVatNumbers } from '@innkeeper/engine/vat-numbers/open';
import { HttpWebhooks } from '@innkeeper/engine/webhooks/http';
import { eventBody, resetBody } from '@innkeeper/http/present/webhook';
import { TrafficWatch } from '@innkeeper/jobs/attacks/traffic-watch';
import { startJobs } from '@innkeeper/jobs/start';
import { systemClock } from '@innkeeper/model/clock';
import { networkLimitsOf, nodeReserveOf } from '@innkeeper/model/configuration/settings';
import { firstBeat, returnDeadline } from '@innkeeper/model/presence';
import { openSealer } from '@innkeeper/model/sealing';
import { DEFINITIONS } from '@innkeeper/workflows/definitions';
import { startWorker } from '@innkeeper/workflows/runner/worker';
import { makeFirewalls } from '@innkeeper/workflows/steps/firewalls';
import { openOwnConfiguration } from './configuration/own.ts';
import { liveSettings } from './configuration/settings.ts';
import { fromEnvironment } from './environment.ts';
import { serveGuests } from './guest-access/server.ts';
import { guestsOf } from './guests.ts';
import { copyPlacesOf } from './installation/copies.ts';
import { limitsOf } from './installation/database-roles.ts';
import { projectRoot } from './installation/home.ts';
import { mailSettingsOf } from './installation/mail.ts';
import { measureNode } from './installation/measure-node.ts';
import { paymentSettingsOf } from './installation/payments.ts';
import { readSecretKey } from './installation/secret-key.ts';
import { followLogLevel, openLog } from './log.ts';
import { intervalsOf } from './node-intervals.ts';
import { runProcess } from './processes/lifetime.ts';
import { FatalStart } from './processes/messages.ts';

const log = openLog('worker');

runProcess(log, async () => {
  const facts = fromEnvironment(process.env);
  const { home, databaseUrl, apiUser, node: name } = facts;
  const configuration = await openOwnConfiguration('worker', { home, env: process.env });
  const values = configuration.current();
  followLogLevel(log, configuration);
  const settings = liveSettings(configuration, { ...facts, hasStripe: values['payments.stripe.secret_key'] !== null });
  const kind = values['engine.kind'];
  const { db, close } = openDatabase({
    url: databaseUrl,
    // As many as workflows at a time, and some for the sweeps and looks beside them.
    max: values['database.pool_worker'],
    limits: limitsOf(values),
    applicationName: 'innkeeper-worker',
    onIdleError: (error) => log.warn({ err: error }, 'a database connection broke'),
  });
  const root = process.getuid?.() === 0;
  const copies = { directory: home.copies, ...copyPlacesOf(values) };
  const payments = paymentSettingsOf(values);
  const mirrors = () => settings.mirrors;
  const networkLimits = networkLimitsOf(values);
  const engine = await openEngine({
    ...{ kind, home: home.engine, projectRoot, root, log },
    ...{ copies, mirrors, payments, networkLimits },
  });
  const node = await db.selectFrom('nodes').select(['id', 'name']).where('name', '=', name).executeTakeFirst();
  if (!node)
    throw new FatalStart(`The node ${name} does not exist in the database. Register it with ./innkeeper node add ${name}.`);
  const onLost = () => {
    log.error({ node: name }, 'another worker serves this node');
    process.kill(process.pid, 'SIGTERM');
  };
  const held = await holdNode({ url: databaseUrl, nodeId: node.id, onLost });
  if (!held) throw new FatalStart(`Another worker already serves the node ${name}. Stop that worker, or name another node.`);
  await engine.network.open(await poolsOfNode(db, node.id));
  // Before any guest runs; what fails is told, and tried again, by reconcile-network.
  await makeFirewalls({ db, engine }, node.id).catch((error) => log.error({ err: error }, 'firewalls could not be applied'));
  await engine.compute.open();
  const clock = systemClock;
  const sighting = await findSighting(db, node.id);
  await updateMeasured(db, await measureNode(engine, { home, engine: kind, name, reserve: nodeReserveOf(values) }));
  // First what happened while nobody looked, then new work.
  const traffic = new TrafficWatch();
  const ofNode = { db, engine, node, clock, settings, log, traffic, lastSamples: new Map() };
  const watch = startJobs('node', { ...ofNode, everyMs: intervalsOf(values) });
  await watch.firstRuns;
  const definitions = Object.values(DEFINITIONS);
  const worker = await startWorker({
    databaseUrl,
    db,
    definitions,
    engine,
    nodes: new Map([[node.id, engine]]),
    clock,
    settings,
    log,
  });
  const mail = openMail({ ...mailSettingsOf(values), directory: home.mail, log });
  const vatNumbers = openVatNumbers(values['payments.vat_numbers']);
  const dns = openDns({ apiKey: values['dns.key'], directory: home.dns });
  const sender = new HttpWebhooks({ receivers: () => settings.webhookReceivers });
  const webhooks = { sender, sealer: openSealer(await readSecretKey(home, values['secret.key'])), eventBody, resetBody };
  const jobs = startJobs('worker', { db, clock, settings, log, mail, vatNumbers, dns, webhooks, payments: engine.payments });
  const place = { directory: home.sockets, gid: root && apiUser ? await groupOf(apiUser) : null };
  const guestServer = await serveGuests({ guests: guestsOf(engine), node: name, place, log });
  // Last: a worker that can't start is not there.
  const presence = startJobs('presence', { db, clock, settings, log, node, firstBeatAt: firstBeat(sighting, clock.now()) });
  await presence.firstRuns;
  log.info({ engine: engine.compute.name, node: name }, 'working');

  const stop = async (): Promise<void> => {
    await presence.stop();
    // Without the database nobody can be told, and the rest ends all the same.
    await expectBack(db, node.id, returnDeadline(clock.now())).catch((error) => log.warn({ err: error }, 'leaves unannounced'));
    await guestServer.close();
    await worker.stop();
    await Promise.all([watch.stop(), jobs.stop()]);
    await traffic.close(ofNode);
    await mail.close();
    await engine.compute.close();
    await engine.network.close();
    await held.release();
    await close();
  };
  const underWay = (): string[] => [
    ...worker.underWay(),
    ...[watch, jobs, presence].flatMap((some) => some.underWay()).map((name) => `job ${name}`),
  ];
  return { stop, underWay };
});

/** The API runs as this user, and in the group of the same name. */
async function groupOf(apiUser: string): Promise<number> {
  const user = await findSystemUser(apiUser);
  if (!user)
    throw new FatalStart(`INNKEEPER_API_USER names the user ${apiUser}, who does not exist. Create the user, or name another.`);
  return user.gid;
}
