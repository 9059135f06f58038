/** The API as apps/api.ts wires it, with its log, on a port of its own; only the rate limits are out of the way. */
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { openLog } from '@innkeeper/apps/log';
import { tokenRevocations } from '@innkeeper/apps/token-revocations';
import { type OpenDatabase, openDatabase } from '@innkeeper/db/connect';
import { buildApp } from '@innkeeper/http/app';
import { systemClock } from '@innkeeper/model/clock';
import { defaultSettings } from '@innkeeper/model/settings';
import type { FastifyInstance } from 'fastify';
import type { Role } from '../child.ts';
import { POOL } from '../load.ts';
import { profiler } from '../profile.ts';
import { recordStatements, type Statement } from '../statements.ts';

const NO_LIMIT = 1_000_000_000;

export function api(): Role {
  let app: FastifyInstance;
  let database: OpenDatabase;
  const open = async (databaseUrl: string): Promise<void> => {
    database = openDatabase({ url: databaseUrl, max: POOL, applicationName: 'bench-api' });
    app = await buildApp({
      db: database.db,
      clock: systemClock,
      settings: { ...defaultSettings, requestsPerMinute: NO_LIMIT },
      requestsPerAddress: NO_LIMIT,
      log: openLog('api'),
      revocations: tokenRevocations(database.pool),
    });
  };
  return {
    ...profiler(),
    /** Serves; returns the port. */
    async open(databaseUrl: string): Promise<number> {
      await open(databaseUrl);
      await app.listen({ host: '127.0.0.1', port: 0 });
      return (app.server.address() as AddressInfo).port;
    },
    /** The statements of one request whose token is known already. */
    async statementsOf(databaseUrl: string, path: string, headers: Record<string, string>): Promise<Statement[]> {
      await open(databaseUrl);
      const ask = async () => {
        const reply = await app.inject({ url: path, headers });
        if (reply.statusCode !== 200) throw new Error(`${path} answers ${reply.statusCode}: ${reply.body}`);
      };
      const recorder = recordStatements(database.pool);
      // Tokens are kept once revocations can be heard, which takes a connection of its own.
      await setTimeout(500);
      await ask();
      await setTimeout(100);
      recorder.forget();
      // Something is committed, so that nothing that was kept is given again.
      await database.pool.query('select pg_current_xact_id()');
      recorder.forget();
      await ask();
      return recorder.seen();
    },
    async close() {
      await app?.close();
      await database?.close();
    },
  };
}
