/** Tests a process that is killed after its commit, before it could notify. Nothing waits forever. */
import { once } from 'node:events';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Chain, openChain } from './chain.ts';
import { readEvents } from './event-reader.ts';
import { givenAccount, givenNode } from './given.ts';
import { startProgram } from './program.ts';
import { deploy } from './slices/given-deploy.ts';

/** Kills itself after the first transaction with wake-ups. Its handler runs after that of the database, because it was registered later. */
const WRITER = `
  import { openDatabase } from '@innkeeper/db/connect';
  const { pool } = openDatabase({ url: process.argv[2] });
  let woken = false;
  pool.on('connect', (client) => {
    client.on('notice', () => { woken = true; });
    client.on('drain', () => woken && client.getTransactionStatus() === 'I' && process.kill(process.pid, 'SIGKILL'));
  });
  await pool.query(process.argv[3]);
`;

let chain: Chain;
beforeAll(async () => {
  // Reads happen only after a notification, or after a poll that found something.
  chain = await openChain({ streamTimings: { heartbeatMs: 600_000 } });
  await givenNode(chain.db);
});
afterAll(async () => {
  await chain.close();
});

test('its workflow still runs and its events are still streamed', async () => {
  const url = `${await chain.app.listen({ port: 0, host: '127.0.0.1' })}/v1/events`;
  const owner = await givenAccount(chain.db, { funds: 100_000n });
  const { id } = (await deploy(chain, owner)).body;
  await chain.serverWhen(id, owner.token, (server) => server.status === 'active');
  await chain.worker.idle();
  const listener = new pg.Client({ connectionString: chain.url });
  await listener.connect();
  const heard: string[] = [];
  listener.on('notification', ({ channel }) => heard.push(channel));
  await listener.query('listen workflows');
  // This account has no other activity. The worker wakes the streams of the other account.
  const quiet = await givenAccount(chain.db);
  const reader = await readEvents(url, { token: quiet.token });
  const next = reader.next();
  const changes = `insert into tickets (account_id, created_at, updated_at, waiting_since, subject, department_id) values (${quiet.accountId}, now(), now(), now(), 'Given', 1); insert into workflows (kind, account_id, resource_kind, resource_id, node_id, input) values
    ('server.restart', ${owner.accountId}, 'server', ${id}, (select node_id from servers where id = ${id}), '{"serverId":${id}}')`;
  const writer = startProgram(WRITER, import.meta.dirname, [chain.url, changes]);
  expect(await once(writer, 'exit')).toEqual([null, 'SIGKILL']);
  expect(await next).toMatchObject({ id: 1, type: 'ticket', change: 'created' });
  await vi.waitFor(
    async () => {
      const row = await chain.db
        .selectFrom('workflows')
        .select('state')
        .where('kind', '=', 'server.restart')
        .executeTakeFirstOrThrow();
      expect(row.state).toBe('done');
    },
    { timeout: 60_000 },
  );
  // No notification arrived, so polling found the changes.
  expect(heard).toEqual([]);
  reader.close();
  await listener.end();
});
