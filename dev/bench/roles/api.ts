/** The API as apps/api.ts wires it, with its log, on a port of its own; only the rate limits are out of the way. */
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { readBuiltConsole } from '@innkeeper/apps/console';
import { eventNotifications } from '@innkeeper/apps/event-notifications';
import { openLog, requestLines } from '@innkeeper/apps/log';
import { tokenRevocations } from '@innkeeper/apps/token-revocations';
import { type OpenDatabase, openDatabase } from '@innkeeper/db/connect';
import { buildApp } from '@innkeeper/http/app';
import { type RunningJobs, startJobs } from '@innkeeper/jobs/start';
import { NO_ATTACHMENTS } from '@innkeeper/lab/given-tickets';
import { systemClock } from '@innkeeper/model/clock';
import { KEY_BYTES, openSealer } from '@innkeeper/model/sealing';
import { defaultSettings } from '@innkeeper/model/settings';
import type { FastifyInstance } from 'fastify';
import type { Role } from '../child.ts';
import { type Ask, POOL, spelled } from '../load.ts';
import { profiler } from '../profile.ts';
import { recordStatements, type Statement } from '../statements/record.ts';

const NO_LIMIT = 1_000_000_000;
/** Without a statement: nothing is read any more. */
const QUIET_MS = 50;

export function api(): Role {
  let app: FastifyInstance;
  let database: OpenDatabase;
  let jobs: RunningJobs;
  const open = async (databaseUrl: string, consoleDirectory?: string): Promise<void> => {
    database = openDatabase({ url: databaseUrl, max: POOL, applicationName: 'bench-api' });
    const { db, pool } = database;
    const log = openLog('api');
    app = await buildApp({
      db,
      pool,
      clock: systemClock,
      settings: {
        ...defaultSettings,
        requestsPerMinute: NO_LIMIT,
        requests: { ...defaultSettings.requests, perAddress: NO_LIMIT },
      },
      log,
      sealer: openSealer(randomBytes(KEY_BYTES)),
      logRequest: requestLines(log),
      revocations: tokenRevocations(pool),
      changes: eventNotifications(pool),
      console: consoleDirectory === undefined ? undefined : await readBuiltConsole(pathToFileURL(`${consoleDirectory}/`)),
    });
    jobs = startJobs('api', { db, clock: systemClock, settings: defaultSettings, log, attachments: NO_ATTACHMENTS });
  };
  return {
    ...profiler(),
    /** Serves, with the web console if its built files are given. Returns the port. */
    async open(databaseUrl: string, consoleDirectory?: string): Promise<number> {
      await open(databaseUrl, consoleDirectory);
      await app.listen({ host: '127.0.0.1', port: 0 });
      return (app.server.address() as AddressInfo).port;
    },
    /** The statements of each request, whose token is known already and whose answer is not. */
    async statementsOf(databaseUrl: string, asks: Ask[]): Promise<Statement[][]> {
      await open(databaseUrl);
      let spelling = 0;
      const ask = async ({ path, headers }: Ask) => {
        const reply = await app.inject({ url: spelled(path, ++spelling), headers });
        if (reply.statusCode !== 200) throw new Error(`${path} answers ${reply.statusCode}: ${reply.body}`);
      };
      const recorder = recordStatements(database.pool);
      /** Waits for reads that continue after a reply, so that they do not count for the next request. */
      const quiet = async () => {
        for (let seen = -1; seen !== recorder.seen().length; await setTimeout(QUIET_MS)) seen = recorder.seen().length;
      };
      // Tokens are kept once revocations can be heard, which takes a connection of its own.
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
