/** The API as apps/api.ts builds it, with its log, on a separate port. Only its rate limits are lifted. */
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { readBuiltConsole } from '@innkeeper/apps/console';
import { eventNotifications } from '@innkeeper/apps/event-notifications';
import { openLog, requestLines } from '@innkeeper/apps/log';
import { tokenRevocations } from '@innkeeper/apps/token-revocations';
import { type OpenDatabase, openDatabase } from '@innkeeper/db/connect';
import { openTelemetry } from '@innkeeper/engine/telemetry/open';
import { buildApp } from '@innkeeper/http/app';
import { type RunningJobs, startJobs } from '@innkeeper/jobs/start';
import { NO_ATTACHMENTS } from '@innkeeper/lab/given-tickets';
import { KEY_BYTES, openSealer } from '@innkeeper/model/installation/sealing';
import { defaultSettings } from '@innkeeper/model/settings/settings';
import { systemClock } from '@innkeeper/model/time/clock';
import type { FastifyInstance } from 'fastify';
import type { Role } from '../child.ts';
import { type BenchRequest, POOL, percentEncodeVariant } from '../load.ts';
import { profiler } from '../profile.ts';
import { recordStatements, type Statement } from '../statements/record.ts';

const NO_LIMIT = 1_000_000_000;
/** Time in milliseconds without a new statement after which all reads are complete. */
const QUIET_MS = 50;

export interface ApiOptions {
  /** Directory of the built files of the web console, which is not served by default. */
  consoleDirectory?: string;
}

export function api(): Role {
  let app: FastifyInstance;
  let database: OpenDatabase;
  let jobs: RunningJobs;
  const open = async (databaseUrl: string, { consoleDirectory }: ApiOptions = {}): Promise<void> => {
    database = openDatabase({ url: databaseUrl, max: POOL, applicationName: 'bench-api' });
    const { db, pool } = database;
    const log = openLog('api');
    const telemetry = await openTelemetry(false);
    app = await buildApp({
      db,
      pool,
      clock: systemClock,
      settings: {
        ...defaultSettings,
        // Invitations are refused while links in mails have no page to lead to.
        pageUrl: 'https://www.example.com/',
        requestsPerMinute: NO_LIMIT,
        requests: { ...defaultSettings.requests, perAddress: NO_LIMIT },
      },
      log,
      telemetry,
      sealer: openSealer(randomBytes(KEY_BYTES)),
      logRequest: requestLines(log),
      revocations: tokenRevocations(pool),
      changes: eventNotifications(pool),
      console: consoleDirectory === undefined ? undefined : await readBuiltConsole(pathToFileURL(`${consoleDirectory}/`)),
    });
    const given = { db, clock: systemClock, settings: defaultSettings, log, telemetry };
    jobs = startJobs('api', { ...given, attachments: NO_ATTACHMENTS });
  };
  return {
    ...profiler(),
    /** Starts the server and returns its port. */
    async open(databaseUrl: string, options?: ApiOptions): Promise<number> {
      await open(databaseUrl, options);
      await app.listen({ host: '127.0.0.1', port: 0 });
      return (app.server.address() as AddressInfo).port;
    },
    /** Returns the statements of each request. Its token is already cached, and its reply is not. */
    async statementsOf(databaseUrl: string, asks: BenchRequest[]): Promise<Statement[][]> {
      await open(databaseUrl);
      let spelling = 0;
      const ask = async ({ path, headers }: BenchRequest) => {
        const reply = await app.inject({ url: percentEncodeVariant(path, ++spelling), headers });
        if (reply.statusCode !== 200) throw new Error(`${path} answers ${reply.statusCode}: ${reply.body}`);
      };
      const recorder = recordStatements(database.pool);
      /** Waits for reads that continue after a reply, so that they do not count for the next request. */
      const quiet = async () => {
        for (let seen = -1; seen !== recorder.seen().length; await setTimeout(QUIET_MS)) seen = recorder.seen().length;
      };
      // Tokens are cached after the listener for revocations is connected.
      await setTimeout(500);
      for (const one of [...asks, ...asks]) {
        await ask(one);
        await quiet();
      }
      const seen: Statement[][] = [];
      for (const one of asks) {
        recorder.forget();
        await ask(one);
        seen.push(recorder.seen());
      }
      return seen;
    },
    async close() {
      await app?.close();
      await jobs?.stop();
      await database?.close();
    },
  };
}
