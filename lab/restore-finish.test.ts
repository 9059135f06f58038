/**
 * Tests that nothing is assigned twice after a restore. An installation runs forty random acts after its backup, and then gets
 * the database of the backup.
 */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { collectFindings } from '@innkeeper/cli/restore/find';
import { finishRestore, revokeTokensOfCustomers } from '@innkeeper/cli/restore/finish-restore';
import { formatFinished } from '@innkeeper/cli/restore/finished-restore';
import { verifyLedger } from '@innkeeper/db/ledger/verify';
import { findSequences } from '@innkeeper/db/recovery/sequences';
import type { Database } from '@innkeeper/db/schema';
import { registerImage } from '@innkeeper/db/seed/register-image';
import { openAlerts } from '@innkeeper/db/tables/alerts';
import { beginRecovering, findRecovering } from '@innkeeper/db/tables/recovering';
import { openInvoiceJournal } from '@innkeeper/engine/journal/invoices';
import { payWaitingOrders } from '@innkeeper/jobs/pay-waiting-orders';
import { renewServices } from '@innkeeper/jobs/renew-services';
import type { LastNumbers } from '@innkeeper/model/recovery/invoice-numbers';
import { formatPlan } from '@innkeeper/model/recovery/restore-plan';
import { days, hours } from '@innkeeper/model/time/clock';
import { type ClaimedWorkflow, Fenced, releaseClaim } from '@innkeeper/workflows/runner/transitions';
import { type Kysely, type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectBooksClean } from './books.ts';
import { givenNode } from './given.ts';
import { givenJobCx } from './given-cx.ts';
import { issueNow } from './given-invoices.ts';
import { pollPaymentsAhead } from './given-payments.ts';
import { openOperator } from './operator.ts';
import {
  type ActsAfterBackup,
  AT_BACKUP,
  actAfterBackup,
  actBeforeBackup,
  CLOCK_AFTER_BACKUP,
  type StateAtBackup,
} from './restore/forty-acts.ts';
import { openRestorableInstallation, type RestorableInstallation } from './restore/installation.ts';
import { deploy } from './slices/given-deploy.ts';

const [GONE, MOVED] = ['gone', 'moved'] as const;
const BACKUP = 'house-20260101T000000Z.tar.zst.age';
/** The same in each run, so that runs can be compared. */
const finishedAt = CLOCK_AFTER_BACKUP.now();
const clock = { now: () => finishedAt };

let house: RestorableInstallation;
let begun: StateAtBackup;
let acted: ActsAfterBackup;
let journal: LastNumbers;
beforeAll(async () => {
  house = await openRestorableInstallation();
  const before = await house.open('today');
  begun = await actBeforeBackup(house, before);
  await before.close();
  await house.copy('today', 'yesterday');
  const takenAt = new Date();
  const after = await house.open('today', CLOCK_AFTER_BACKUP);
  acted = await actAfterBackup(house, after, begun);
  await after.close();
  journal = (await openInvoiceJournal(house.journal).read()) as LastNumbers;
  const restored = await house.open('yesterday');
  await beginRecovering(restored.db, { backup: BACKUP, takenAt, now: clock.now() });
  await restored.close();
});
afterAll(() => house.close());

const accepted = async (place: ReturnType<RestorableInstallation['place']>) =>
  formatPlan(await collectFindings(place), { backup: BACKUP, at: clock.now() });

async function booksOf(db: Kysely<Database>): Promise<unknown> {
  const { rows } = await sql`
    select (select json_agg(e order by e.id) from ledger_entries e) as entries, (select json_agg(p order by p.entry_id, p.ledger_account_id) from ledger_postings p) as postings,
      (select json_agg(a.balance order by a.id) from ledger_accounts a) as balances`.execute(db);
  return rows;
}

test('after forty acts and a restore nothing is assigned twice, and no card is charged again', async () => {
  expect(acted.acts.length).toBeGreaterThanOrEqual(40);
  await house.copy('yesterday', 'finished');
  const at = await house.open('finished', CLOCK_AFTER_BACKUP);
  const { db } = at;
  const place = house.place(db, clock);
  const outside = await house.outside();
  const books = await booksOf(db);

  const ofRestart = db.selectFrom('workflows').selectAll().where('id', '=', begun.workflows.restart);
  const running = (await ofRestart.executeTakeFirstOrThrow()) as ClaimedWorkflow;
  expect(running).toMatchObject(AT_BACKUP);
  const findings = await collectFindings(place);
  for (const id of acted.newServers) expect(findings).toContain(`disks belong to no server: srv-${id}`);
  const paid = findings.filter((finding) => finding.startsWith('newer payments'));
  expect(paid).toHaveLength(4);
  await expect(finishRestore(place, { accept: '', endTokens: false })).rejects.toThrow('are not accepted');
  expect(await findRecovering(db)).toBeDefined();
  const [ending = 0] = begun.servers;
  const end = { service_id: ending, reason: 'It sends spam.', ends_at: new Date(clock.now().getTime() - hours(1)) };
  await db
    .insertInto('service_ends')
    .values({ ...end, was_suspended: false, created_at: clock.now() })
    .execute();
  const done = await finishRestore(place, { accept: await accepted(place), endTokens: false });
  // Staff may have undone the end after the backup.
  expect(done.ending).toEqual([ending]);
  const endOf = db.selectFrom('services').select('staff_ends_at').where('id', '=', ending);
  expect(await endOf.executeTakeFirst()).toEqual({ staff_ends_at: new Date(clock.now().getTime() + hours(24)) });
  await db.updateTable('service_ends').set({ undone_at: clock.now() }).execute();
  expect(await findRecovering(db)).toBeUndefined();
  expect(await booksOf(db)).toEqual(books);

  // Resources that are still visible are named.
  const { restart, reinstall, terminate } = begun.workflows;
  const [restarted] = begun.servers;
  // A worker that comes back after the recovery writes nothing to what it had at the time of the backup.
  await expect(releaseClaim(db, running, { runAt: clock.now(), spentMs: 0 })).rejects.toThrow(Fenced);
  expect(done.held.map(({ id }) => id)).toEqual([reinstall, terminate]);
  // Ada's card was saved with a deposit.
  expect(done.parked).toEqual([begun.ada.accountId, begun.bob.accountId]);
  expect(done.lost.map(({ id }) => id)).toEqual([begun.lost]);
  const renewed = db.selectFrom('services').select('auto_renew').where('id', 'in', [begun.lost, restarted]).orderBy('id');
  expect((await renewed.execute()).map((service) => service.auto_renew)).toEqual([true, false]);
  expect(done.unclaimed.names).toHaveLength(4);
  expect(done.mails).toHaveLength(1);
  expect([done.sessions, done.staffTokens, done.unknownSeries]).toEqual([1, 1, []]);
  expect(done.gaps.find(({ type }) => type === 'original')?.last).toBe(journal.original);
  const summary = formatFinished(done);
  for (const { address, machineId } of done.fenced) expect(summary).toContain(`${address} (${machineId})`);
  expect(new Set(done.fenced.map(({ machineId }) => machineId))).toEqual(new Set(acted.newServers.map((id) => `srv-${id}`)));
  const alerts = (await openAlerts(db)).map(({ kind, key }) => `${kind} ${key}`);
  expect(alerts).toEqual(
    expect.arrayContaining([
      `workflow_stuck workflow:${reinstall}`,
      `workflow_stuck workflow:${terminate}`,
      `account_parked account:${begun.bob.accountId}`,
      `server_lost server:${begun.lost}`,
    ]),
  );

  // The house acts again.
  const worker = await at.work();
  const next = [];
  for (const name of ['next-1', 'next-2', 'next-3']) next.push((await deploy(at, begun.ada, { name })).body.id as number);
  await worker.idle();
  const taken = new Set(Object.keys(outside.machines));
  for (const id of next) expect(taken.has(`srv-${id}.json`)).toBe(false);
  const given = await db.selectFrom('ip_addresses').select('address').where('server_id', 'in', next).execute();
  expect(given.filter(({ address }) => done.fenced.some((one) => one.address === address))).toEqual([]);
  const states = await db
    .selectFrom('workflows')
    .select(['id', 'state'])
    .where('id', 'in', [restart, reinstall, terminate])
    .orderBy('id')
    .execute();
  expect(Object.fromEntries(states.map(({ id, state }) => [id, state]))).toEqual({
    [restart]: 'done',
    [reinstall]: 'stuck',
    [terminate]: 'stuck',
  });

  await renewServices(givenJobCx(db, { clock: CLOCK_AFTER_BACKUP }));
  await payWaitingOrders(givenJobCx(db, { clock: CLOCK_AFTER_BACKUP }));
  await pollPaymentsAhead(at, days(29));
  await worker.idle();
  const now = await house.outside();
  expect(now.charges).toEqual(outside.charges);
  for (const [machine, disk] of Object.entries(outside.machines))
    expect([machine, now.machines[machine]]).toEqual([machine, disk]);

  await issueNow(db, CLOCK_AFTER_BACKUP, openInvoiceJournal(house.journal));
  const issued = await db
    .selectFrom('invoices')
    .select(['type', 'number'])
    .where('type', '=', 'original')
    .orderBy('number')
    .execute();
  expect(issued.filter(({ number }) => number > journal.original)).not.toEqual([]);
  expect(await db.selectFrom('invoice_gaps').select(['type', 'first', 'last']).where('type', '=', 'original').execute()).toEqual(
    done.gaps.filter(({ type }) => type === 'original'),
  );
  await expectBooksClean(db);

  // A held workflow goes on to its end when the operator says so. This one rolls back: its server is paid.
  await openOperator({ db, clock: CLOCK_AFTER_BACKUP }).run('retryWorkflow', { workflow: terminate });
  await worker.idle();
  const ended = await db.selectFrom('workflows').select('state').where('id', '=', terminate).executeTakeFirstOrThrow();
  expect(['done', 'undone']).toContain(ended.state);
  expect(await revokeTokensOfCustomers({ ...place.cx, db: db as never }, clock.now())).toBeGreaterThan(0);
  await at.close();
});

test('a second restore of a backup assigns nothing that was assigned after its first restore', async () => {
  const sequences = async (db: Kysely<Database>) => new Map((await findSequences(db)).map(({ name, last }) => [name, last]));
  const finish = async (name: string, now: Date) => {
    await house.copy('yesterday', name);
    const at = await house.open(name, CLOCK_AFTER_BACKUP);
    const place = house.place(at.db, { now: () => now });
    await finishRestore(place, { accept: await accepted(place), endTokens: false });
    return at;
  };
  const first = await finish('first', finishedAt);
  const started = await sequences(first.db);
  // A backup of the house between may hold sequences that gave nothing since the restart.
  await beginRecovering(first.db, { backup: BACKUP, takenAt: finishedAt, now: finishedAt });
  const next = house.place(first.db, clock);
  await finishRestore(next, { accept: await accepted(next), endTokens: false });
  for (const [name, last] of await sequences(first.db)) expect([name, last > (started.get(name) ?? 0n)]).toEqual([name, true]);
  await first.close();
  const second = await finish('second', new Date(finishedAt.getTime() + hours(1)));
  for (const [name, last] of await sequences(second.db))
    expect([name, last >= (started.get(name) ?? 0n) + 10_000n]).toEqual([name, true]);
  await second.close();
});

test("issues no invoice while another node's journal may be ahead", async () => {
  await house.copy('yesterday', 'other');
  const at = await house.open('other', CLOCK_AFTER_BACKUP);
  await givenNode(at.db, { name: 'node-2' });
  const place = house.place(at.db, clock);
  const ofThisNode = ((await openInvoiceJournal(house.journal).read()) as LastNumbers).original;
  const done = await finishRestore(place, { accept: await accepted(place), endTokens: false });
  expect(done.accepted.join('\n')).toContain(
    `invoice numbers cannot be continued, because the backup is of a release in which other nodes had journals of their own: original after ${ofThisNode}`,
  );
  expect(done.unknownSeries.toSorted()).toEqual(['credit-note', 'original', 'proform']);
  expect(await issueNow(at.db, CLOCK_AFTER_BACKUP, openInvoiceJournal(house.journal))).toBe(0);
  const series = await at.db.selectFrom('invoice_series').select('last').where('type', '=', 'original').executeTakeFirstOrThrow();
  expect(series.last).toBe(ofThisNode);
  await at.close();
});

test('continues all series after a backup of a release that numbers invoices on the first host only', async () => {
  await house.copy('yesterday', 'numbered');
  const at = await house.open('numbered', CLOCK_AFTER_BACKUP);
  await givenNode(at.db, { name: 'node-2' });
  await at.db
    .updateTable('installation')
    .set({ secret_key_digest: '0'.repeat(64) })
    .execute();
  const place = house.place(at.db, clock);
  const done = await finishRestore(place, { accept: await accepted(place), endTokens: false });
  expect(done.unknownSeries).toEqual([]);
  const series = await at.db.selectFrom('invoice_series').select('last').where('type', '=', 'original').executeTakeFirstOrThrow();
  expect(series.last).toBe(((await openInvoiceJournal(house.journal).read()) as LastNumbers).original);
  await at.close();
});

test('images whose files are lost are named by plan and finish, and are not sold from the finish on', async () => {
  await house.copy('yesterday', 'imageless');
  const at = await house.open('imageless', CLOCK_AFTER_BACKUP);
  const image = { name: 'Mine', group: 'tiny', format: 'raw', ssh_keys_support: true } as const;
  const [gone, moved] = [GONE, MOVED].map((key) => ({ ...image, key, path: `/old/house/engine/images/registered/${key}.raw` }));
  const own = { ...image, key: 'own', path: join(house.home, 'own.raw') };
  const ids = await at.db.transaction().execute(async (trx) => {
    const registered: Record<string, number> = {};
    for (const one of [gone, moved, own]) if (one) registered[one.key] = await registerImage(trx, one);
    return registered;
  });
  const registered = join(house.home, 'images', 'registered');
  await mkdir(registered, { recursive: true });
  for (const file of [join(registered, `${MOVED}.raw`), own.path]) await writeFile(file, '');
  const place = house.place(at.db, clock);
  const problem = `${GONE} has no file (${gone?.path})`;
  expect(await collectFindings(place)).toContain(`images cannot be sold: ${problem}`);
  const done = await finishRestore(place, { accept: await accepted(place), endTokens: false });
  expect(done.lostImages.map(({ key }) => key)).toEqual([GONE]);
  expect(formatFinished(done)).toContain(`image repair):\n  ${problem}`);
  expect((await openAlerts(at.db)).filter(({ kind }) => kind === 'image_missing').map(({ key }) => key)).toEqual([
    `image:${ids[GONE]}`,
  ]);
  const order = (key: string) => deploy(at, begun.ada, { name: 'web-9', image_id: ids[key] });
  expect(await order(GONE)).toMatchObject({ status: 422, body: { errors: { image_id: [expect.any(String)] } } });
  for (const key of [MOVED, 'own']) expect((await order(key)).status, key).toBe(201);
  const paths = await at.db.selectFrom('images').select('path').where('key', 'in', [MOVED, 'own']).orderBy('id').execute();
  expect(paths.map(({ path }) => path)).toEqual([`images/registered/${MOVED}.raw`, own.path]);
  await at.close();
});

test('finish killed at any statement and run again ends like an uninterrupted run', async () => {
  await house.copy('yesterday', 'control');
  const control = await house.open('control');
  await finishRestore(house.place(control.db, clock), {
    accept: await accepted(house.place(control.db, clock)),
    endTokens: false,
  });
  const expected = await stateOf(control.db);
  await control.close();

  await house.copy('yesterday', 'killed');
  const at = await house.open('killed');
  const accept = await accepted(house.place(at.db, clock));
  let statements = 0;
  for (let last = 0; ; last = statements) {
    const killed = dyingAfter(last + STEP);
    const place = house.place(at.db.withPlugin(killed), clock);
    const result = await finishRestore(place, { accept, endTokens: false }).then(
      () => 'finished',
      () => 'killed',
    );
    statements = last + STEP;
    if (result === 'finished') break;
    expect(await findRecovering(at.db)).toBeDefined();
  }
  expect(statements).toBeGreaterThan(100);
  expect(await stateOf(at.db)).toEqual(expected);
  expect(await verifyLedger(at.db)).toEqual([]);
  await at.close();
});

/** Some of a finish's statements: a transaction that dies earlier or later leaves the same. */
const STEP = 23;

/** Lets so many statements pass, and throws from then on. */
function dyingAfter(max: number): KyselyPlugin {
  let seen = 0;
  return {
    transformQuery({ node }) {
      seen += 1;
      if (seen > max) throw new Error('killed');
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}

async function stateOf(db: Kysely<Database>): Promise<unknown> {
  const { rows } = await sql`
    select (select json_agg(json_build_array(address, excluded, fenced_at) order by id) from ip_addresses where excluded) as addresses,
      (select json_agg(s order by type) from invoice_series s) as series, (select json_agg(g order by id) from invoice_gaps g) as gaps,
      (select json_agg(json_build_array(id, state, run_at) order by id) from workflows) as workflows,
      (select json_agg(json_build_array(id, failed_at, error) order by id) from mails) as mails,
      (select json_agg(h order by account_id) from event_heads h) as heads,
      (select json_agg(json_build_array(id, billing_parked_at) order by id) from accounts) as accounts,
      (select json_agg(json_build_array(id, ended_at) order by id) from sessions) as sessions,
      (select count(*)::int from audit_log) as audit, (select json_agg(kind order by id) from operator_alerts) as alerts`.execute(
    db,
  );
  return { rows, sequences: await findSequences(db) };
}
