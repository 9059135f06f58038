/**
 * Runs the API process. It reads all files that it needs while it starts. Started by root, it then becomes a user that cannot read them.
 */
import { randomUUID } from 'node:crypto';
import { openDatabase } from '@innkeeper/db/connect';
import { pollRecovery } from '@innkeeper/db/recovery';
import { alertUnknownProxy } from '@innkeeper/domain/alerts/unknown-proxy';
import { openGuestPasswords } from '@innkeeper/domain/guest-passwords/hash';
import { openUserPasswords } from '@innkeeper/domain/passwords/hash';
import { isNodeError } from '@innkeeper/engine/atomic';
import { openMailNames } from '@innkeeper/engine/mail-in/names';
import { openMailParser } from '@innkeeper/engine/mail-in/parse';
import { HttpOpenId } from '@innkeeper/engine/openid/client';
import { openWebhookReaders } from '@innkeeper/engine/payments/open';
import { openScanners } from '@innkeeper/engine/scanner/open';
import { buildApp } from '@innkeeper/http/app';
import { startJobs } from '@innkeeper/jobs/start';
import { openSealer } from '@innkeeper/model/installation/sealing';
import { loadCommonPasswords } from '@innkeeper/model/sign-in/common-passwords';
import { systemClock } from '@innkeeper/model/time/clock';
import { openProcessRecovery } from './after-recovery.ts';
import { openProcessConfiguration } from './configuration/process-configuration.ts';
import { liveSettings } from './configuration/settings.ts';
import { readBuiltConsole } from './console.ts';
import { openDomainProofs } from './domain-proofs.ts';
import { fromEnvironment } from './environment.ts';
import { eventNotifications } from './event-notifications.ts';
import { openForwardNames } from './forward-names.ts';
import { openRemoteGuests } from './guest-access/client.ts';
import { openAttachments } from './installation/attachments.ts';
import { awaitSecretKey } from './installation/bind-secret-key.ts';
import { limitsOf } from './installation/database-roles.ts';
import { takesSandboxMoney, webhookSecretsOf } from './installation/payments.ts';
import { followLogLevel, openLog, REFUSAL_FIELDS, requestLines } from './log.ts';
import { openMetrics } from './metrics/open.ts';
import { addCertificateGauge } from './metrics/place-gauges.ts';
import { addPoolGauge } from './metrics/process-gauges.ts';
import { pointOfNoReturn } from './point-of-no-return.ts';
import { collectGarbage } from './processes/collect-garbage.ts';
import { runProcess } from './processes/lifetime.ts';
import { FatalStart } from './processes/messages.ts';
import { becomeUser, refuseToStayRoot } from './processes/run-as.ts';
import { followSpace } from './processes/space.ts';
import { tokenRevocations } from './token-revocations.ts';
import { certificateFor, namesOf, validityOf } from './transport/certificate.ts';
import { readGateways } from './transport/gateway.ts';
import { chooseTransport, listenSettingsOf } from './transport/transport.ts';
import { builtViewer } from './viewer.ts';

const log = openLog('api');
const homeSpace = followSpace();
const isSpaceShort = (): boolean => (homeSpace()?.state ?? 'ample') !== 'ample';

runProcess(log, async () => {
  const facts = fromEnvironment(process.env);
  const { home, databaseUrl, operatorDatabaseUrl, apiUser } = facts;
  refuseToStayRoot(apiUser);
  const configuration = await openProcessConfiguration('api', { home, env: process.env });
  const values = configuration.current();
  followLogLevel(log, configuration);
  const settings = liveSettings(configuration, { ...facts, hasStripe: values['payments.stripe.webhook_secret'] !== null });
  const listening = listenSettingsOf(values);
  const { address, port, trustProxy, publicUrl, isTrial } = listening;
  const https = await certificateFor(chooseTransport(listening), home.tls, systemClock.now());
  const recovery = openProcessRecovery(log, () => process.exit(1));
  const { db, pool, close } = openDatabase({
    url: databaseUrl,
    max: values['database.pool_api'],
    limits: limitsOf(values),
    applicationName: 'innkeeper-api',
    recovery,
    onIdleError: (error) => log.warn({ err: error }, 'a database connection broke'),
  });
  const staffDatabase =
    operatorDatabaseUrl === null
      ? undefined
      : openDatabase({
          url: operatorDatabaseUrl,
          max: values['database.pool_staff'],
          limits: limitsOf(values),
          applicationName: 'innkeeper-staff',
          recovery,
        });
  const stopPolling = pollRecovery(db, recovery);
  const metrics = await openMetrics('api', values['metrics.listen'], log);
  const { telemetry } = metrics;
  addPoolGauge(telemetry, 'api', pool);
  if (staffDatabase) addPoolGauge(telemetry, 'staff', staffDatabase.pool);
  if (https) addCertificateGauge(telemetry, https.cert);
  const guests = openRemoteGuests(home.sockets);
  const attachments = openAttachments(home.attachments);
  const receivedMail = openAttachments(home.receivedMail);
  const accountExports = openAttachments(home.accountExports);
  const parser = openMailParser();
  const scanners = openScanners();
  // Read the viewer now, while its file is within reach. If the viewer was not built, each request for it fails with that reason.
  const viewer = await builtViewer().then(
    (files) => async () => files,
    () => builtViewer,
  );
  const console = await readBuiltConsole();
  if (!console) log.warn({}, 'the web console was not built, so it is not served');
  const webhooks = await openWebhookReaders(webhookSecretsOf(values));
  const sealer = openSealer(await awaitSecretKey(db, { home, configuredKey: values['secret.key'] }));
  const passwords = openGuestPasswords();
  const userPasswords = openUserPasswords();
  loadCommonPasswords();
  const app = await buildApp({
    passwords,
    userPasswords,
    sealer,
    webhooks,
    db,
    pool,
    clock: systemClock,
    settings,
    recovery,
    space: { isShort: isSpaceShort },
    log,
    telemetry,
    refusals: log.child(REFUSAL_FIELDS),
    logRequest: requestLines(log),
    revocations: tokenRevocations(pool),
    changes: eventNotifications(pool),
    console,
    viewer,
    consoleOrigins: () => configuration.current()['console.origins'],
    guests: guests.guestsOn,
    attachments: attachments.files,
    accountExports: accountExports.files,
    scanners,
    forwardNames: openForwardNames(),
    openId: new HttpOpenId({ allowedEndpoints: () => settings.identityProviders }),
    domainProofs: openDomainProofs(),
    ...(staffDatabase && { operator: { db: staffDatabase.db, pointOfNoReturn } }),
    ...(https && { https }),
    ...(publicUrl && { publicUrl }),
    names: namesOf(https),
    trustProxy,
    allowsPlainHttp: isTrial,
    gateways: isTrial ? await readGateways() : [],
    unknownProxies: { refuses: takesSandboxMoney(values), report: (sign) => alertUnknownProxy(db, sign) },
  });
  if (apiUser !== null) await Promise.all([passwords.startAll(), userPasswords.startAll()]);
  await collectGarbage();
  try {
    await app.listen({ host: address, port });
  } catch (error) {
    if (isNodeError(error, 'EADDRINUSE')) throw new FatalStart(`Port ${port} is used by another program. Choose another port.`);
    throw error;
  }
  await metrics.listen();
  // The key is read, the threads run, the port is bound and the path to the worker is open. Root is of no use after this point, and our own
  // files may be out of reach (a checkout in /root). No request was read yet.
  becomeUser(apiUser);
  for (const directory of [attachments, receivedMail, accountExports]) directory.requireWritable();
  log.info({ address, port, https: https !== null, uid: process.getuid?.() }, 'serving');
  const jobs = startJobs('api', {
    ...{ db, clock: systemClock, settings, log, recovery, telemetry, isSpaceShort },
    attachments: attachments.files,
    inbox: { files: receivedMail.files, parser, processId: randomUUID(), names: openMailNames(), sealer, scanners },
    exports: { files: accountExports.files, attachments: attachments.files },
    ...(https && { certificate: validityOf(https.cert) }),
  });
  const stop = async (): Promise<void> => {
    await app.close();
    await metrics.close();
    await jobs.stop();
    stopPolling();
    await close();
    await staffDatabase?.close();
    guests.close();
    for (const directory of [attachments, receivedMail, accountExports]) directory.close();
  };
  return { stop, underWay: () => [...app.requestsUnderWay(), ...jobs.underWay().map((name) => `job ${name}`)] };
});
