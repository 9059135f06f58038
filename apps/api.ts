/** The API process. */
import { openDatabase } from '@innkeeper/db/connect';
import { isNodeError } from '@innkeeper/engine/atomic';
import { buildApp } from '@innkeeper/http/app';
import { systemClock } from '@innkeeper/model/clock';
import { defaultSettings } from '@innkeeper/model/settings';
import { accountNews } from './account-news.ts';
import { fromEnvironment } from './environment.ts';
import { guestsOf } from './guests.ts';
import { openHomesEngine } from './installation/engine.ts';
import { openLog, REFUSALS } from './log.ts';
import { runProcess } from './processes/lifetime.ts';
import { FatalStart } from './processes/messages.ts';
import { tokenRevocations } from './token-revocations.ts';
import { certificateFor, namesOf } from './transport/certificate.ts';
import { chooseTransport } from './transport/transport.ts';
import { builtViewer } from './viewer.ts';

const log = openLog('api');

runProcess(log, async () => {
  const { home, databaseUrl, engine, listening } = fromEnvironment(process.env);
  const { address, port, trustProxy, publicUrl, consoleOrigins } = listening;
  const https = await certificateFor(chooseTransport(listening), home.tls, systemClock.now());
  const { db, pool, close } = openDatabase({
    url: databaseUrl,
    max: 20,
    applicationName: 'innkeeper-api',
    onIdleError: (error) => log.warn({ err: error }, 'a database connection broke'),
  });
  const app = await buildApp({
    db,
    clock: systemClock,
    settings: defaultSettings,
    log,
    refusals: log.child(REFUSALS),
    revocations: tokenRevocations(pool),
    news: accountNews(pool),
    viewer: builtViewer,
    consoleOrigins,
    guests: guestsOf(await openHomesEngine(home, engine)),
    ...(https && { https }),
    ...(publicUrl && { publicUrl }),
    names: namesOf(https),
    ...(trustProxy && { trustProxy: [trustProxy] }),
  });
  try {
    await app.listen({ host: address, port });
  } catch (error) {
    if (isNodeError(error, 'EADDRINUSE')) throw new FatalStart(`Port ${port} is taken by another program.`);
    throw error;
  }
  log.info({ address, port, https: https !== null }, 'serving');
  return async () => {
    await app.close();
    await close();
  };
});
