/**
 * Kills an API process with SIGKILL during requests that move money, and retries them with the same Idempotency-Key. Tests that each
 * request has exactly one effect.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { addPool } from '@innkeeper/db/seed/add-pool';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, type CallInput, requestOf } from '../app.ts';
import { expectBooksClean } from '../books.ts';
import { openTestDatabase, type TestDatabase } from '../database.ts';
import { type GivenAccount, givenAccount, givenNode } from '../given.ts';
import type { OperationName } from './business.ts';
import type { ApiRequest } from './processes/api-main.ts';
import { writingClock } from './processes/clock-file.ts';
import { type KilledProcess, openKilled } from './processes/killed.ts';
import { openRandom } from './random.ts';
import { stillClock } from './still-clock.ts';

const FUNDS = 100_000n;
/** Number of customers, who all send the same request concurrently. */
const MANY = 9;

let lab: TestDatabase;
let home: string;
let api: KilledProcess;
let accounts: GivenAccount[];
beforeAll(async () => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), 'innkeeper-killed-api-'));
  const clockFile = path.join(home, 'clock');
  const clock = writingClock(clockFile, stillClock(new Date('2031-01-31T08:00:00Z')));
  lab = await openTestDatabase({ clock });
  await givenNode(lab.db);
  await lab.db
    .transaction()
    .execute((trx) =>
      addPool(trx, { name: 'guarded', cidr: '10.8.0.0/28', gateway: '10.8.0.1', ddos_protected: true, uses: 'floating' }),
    );
  accounts = await Promise.all(Array.from({ length: MANY }, () => givenAccount(lab.db, { funds: FUNDS })));
  const given = { url: lab.url, clockFile, home };
  api = openKilled({
    program: [path.join(import.meta.dirname, 'processes/api-main.ts')],
    given,
    random: openRandom(1),
    oneIn: 1,
    withinMs: 1,
  });
  await api.start();
});
afterAll(async () => {
  await api?.stop();
  await lab?.close();
  fs.rmSync(home, { recursive: true, force: true });
});

/** Numbers of requests that were committed, and not committed, before the kill. */
const found = { done: 0, undone: 0 };

/**
 * Sends the requests of all customers concurrently, and kills the process when a third is committed. Retries all requests with the same
 * keys. Committed requests then get their stored replies, and the others are executed.
 */
async function sendAll(name: OperationName, inputOf: (of: number) => CallInput, status: number): Promise<Answer[]> {
  const requests: ApiRequest = accounts.map(({ token }, of) =>
    requestOf(name, inputOf(of), { token, headers: { 'idempotency-key': name } }),
  );
  const answered = { yet: false };
  const first = await api.askAndKill(requests, third(name, answered));
  answered.yet = true;
  const answer = first === 'killed' ? await api.askAndKill(requests) : first;
  if (answer === 'killed') throw new Error('it ended by itself');
  let answers = answer.answer as Answer[];
  while (answers.some((one) => one.status === 409)) {
    // A 409 means that PostgreSQL is still rolling back a transaction of the killed process.
    const again = await api.askAndKill(requests);
    answers = again === 'killed' ? answers : (again.answer as Answer[]);
  }
  for (const one of answers) {
    expect(one.status, one.text).toBe(status);
    found[one.headers['idempotent-replayed'] === 'true' ? 'done' : 'undone'] += 1;
  }
  return answers;
}

async function third(key: string, answered: { yet: boolean }): Promise<void> {
  while (!answered.yet) {
    const { rows } = await sql`select 1 from idempotency_keys where key = ${key} and status > 0`.execute(lab.db);
    if (rows.length >= MANY / 3) return;
  }
}

test('after SIGKILL of the API during many requests, each order is created, paid, delivered and refunded once', async () => {
  const bought = await sendAll('purchaseFloatingIps', () => ({ body: { ipv4_ddos: 1, billing_cycle: 1 } }), 200);
  const ids = bought.map(({ body }) => body.data.map(({ id }: { id: number }) => id));
  const renewals = await sendAll(
    'renewFloatingIps',
    (of) => ({ body: { ids: ids[of], billing_cycle: 3, auto_pay: false } }),
    201,
  );
  await sendAll('payOrders', (of) => ({ body: { order_ids: [renewals[of]?.body.id] } }), 200);
  await sendAll('cancelFloatingIps', (of) => ({ body: { ids: ids[of], now: true } }), 200);
  const { db } = lab;
  const counts = async (what: RawBuilder<unknown>) =>
    (
      await sql<{
        what: string;
        times: number;
      }>`select what, count(*)::int as times from (${what}) as all_of group by 1 order by 1`.execute(db)
    ).rows;
  expect(await counts(sql`select type || ' ' || status as what from orders`)).toEqual([
    { what: 'new-floating-ip paid', times: MANY },
    { what: 'renew-service paid', times: MANY },
  ]);
  // Both orders were refunded completely.
  expect(await counts(sql`select kind as what from ledger_entries where kind in ('payment', 'refund')`)).toEqual([
    { what: 'payment', times: 2 * MANY },
    { what: 'refund', times: 2 * MANY },
  ]);
  expect(await counts(sql`select status as what from services`)).toEqual([{ what: 'terminated', times: MANY }]);
  expect(await counts(sql`select balance::text as what from ledger_accounts where kind = 'customer'`)).toEqual([
    { what: String(FUNDS), times: MANY },
  ]);
  await expectBooksClean(db);
  // The test proves nothing unless some requests were committed before the kill, and some were not.
  expect(api.kills()).toBeGreaterThan(1);
  expect(found.done).toBeGreaterThan(0);
  expect(found.undone).toBeGreaterThan(0);
}, 240_000);
