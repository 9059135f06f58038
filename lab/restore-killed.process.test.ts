/** Tests `restore finish` as a process. It is killed at several of its statements, and then runs to its end. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { withDatabase, withDatabaseUrl, withUrl } from '@innkeeper/apps/installation/database';
import { type Home, homeAt } from '@innkeeper/apps/installation/home';
import { THIS_NODE } from '@innkeeper/apps/installation/node';
import { commandFor, startCommand, until } from '@innkeeper/apps/testing/command';
import { openDatabase } from '@innkeeper/db/connect';
import { findSequences } from '@innkeeper/db/recovery/sequences';
import type { Database } from '@innkeeper/db/schema';
import { insertMails } from '@innkeeper/db/tables/mails';
import { beginRecovering, findRecovering } from '@innkeeper/db/tables/recovering';
import { startWorkflow } from '@innkeeper/domain/workflows/start';
import { openInvoiceJournal } from '@innkeeper/engine/journal/invoices';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { openEngine } from '@innkeeper/engine/open';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenHome } from './backup/given-home.ts';
import { givenServer } from './given.ts';
import { givenJobCx } from './given-cx.ts';
import { givenMachine } from './given-machine.ts';

const directory = mkdtempSync(path.join(os.tmpdir(), 'innkeeper-finish-'));
/** Later than any run, so that the margins of ids are the same in each. */
const takenAt = new Date('2999-01-01T00:00:00Z');
/** Tables whose lock stops a finish at its first, middle and last statements. */
const TABLES = ['recovering', 'invoice_series', 'mails', 'event_heads'] as const;
let home: Home;

beforeAll(async () => {
  ({ home } = await givenHome(directory));
  await withDatabase(home, async (db) => {
    const owner = await db.selectFrom('servers').select(['id', 'account_id', 'node_id']).executeTakeFirstOrThrow();
    const user = await db
      .selectFrom('memberships')
      .selectAll()
      .where('account_id', '=', owner.account_id)
      .executeTakeFirstOrThrow();
    const ending = await givenServer(db, { accountId: owner.account_id, node_id: owner.node_id });
    const row = await db.selectFrom('servers').selectAll().where('id', '=', ending).executeTakeFirstOrThrow();
    await db.transaction().execute((trx) => startWorkflow({ ...givenJobCx(db), db: trx }, 'server.terminate', row, {}));
    await insertMails(db, [
      {
        ...{ account_id: owner.account_id, user_id: user.user_id, address: 'me@example.net', template: 'server-ready' },
        ...{ language: 'en', data: '{}', once: 'waiting', created_at: new Date(), next_try_at: new Date() },
      },
    ]);
    await newerMachine(db, ending);
    await db.updateTable('nodes').set({ name: THIS_NODE }).execute();
    await beginRecovering(db, { backup: 'house-1.tar.zst.age', takenAt, now: new Date('2026-11-25T00:00:00Z') });
  });
  await openInvoiceJournal(home.journal).append({ original: 100, proform: 100, 'credit-note': 100 }, new Date());
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Makes the machine of a server that the backup does not contain, with an address of another one, whose machine is there too. */
async function newerMachine(db: Kysely<Database>, serverId: number): Promise<void> {
  const engine = await openEngine({ kind: 'simulated', home: home.engine, projectRoot: home.path, root: false, log: SILENT_LOG });
  await engine.network.open([]);
  await engine.compute.open();
  const machine = await givenMachine(engine, serverId, db);
  await engine.compute.close();
  await engine.network.close();
  const machines = path.join(home.engine, 'simulated-machines');
  const record = readFileSync(path.join(machines, `${machine}.json`), 'utf8');
  writeFileSync(path.join(machines, 'srv-4711.json'), record.replaceAll(`"${machine}"`, '"srv-4711"'));
}

/** Copies the home, and accepts what differs there from the backup. */
async function copyHome(name: string): Promise<{ copy: Home; finish: string[] }> {
  const copy = homeAt(path.join(directory, name));
  // With the owner of the database, without whom PostgreSQL does not start.
  execFileSync('cp', ['--archive', home.path, copy.path]);
  const plan = path.join(directory, `${name}.txt`);
  const planned = await commandFor(copy.path)('restore', 'plan', '--output', plan);
  expect(planned, planned.stderr).toMatchObject({ code: 0 });
  return { copy, finish: ['restore', 'finish', '--accept', plan, '--json'] };
}

/** Starts a finish, and kills it while it waits for a lock of the table. */
async function killAt(table: string, url: string, { copy, finish }: { copy: Home; finish: string[] }): Promise<void> {
  const { db, close } = openDatabase({ url, max: 2 });
  try {
    const killed = await db.transaction().execute(async (trx) => {
      await sql`lock table ${sql.table(table)} in exclusive mode`.execute(trx);
      const process_ = startCommand(copy.path, finish, { CI: 'true' });
      await until(`it waits for ${table}: ${process_.said()}`, async () => (await waiting(db)) > 0);
      process.kill(process_.pid, 'SIGKILL');
      await process_.ended;
      return process_;
    });
    expect(killed.said()).toBe('');
    await until('its transaction is gone', async () => (await commands(db)) === 0);
    expect(await findRecovering(db)).toBeDefined();
  } finally {
    await close();
  }
}

const count = async (db: Kysely<Database>, where: ReturnType<typeof sql>): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity where application_name = 'innkeeper-command' and ${where}`.execute(db);
  return rows[0]?.n ?? 0;
};
const waiting = (db: Kysely<Database>) => count(db, sql`wait_event_type = 'Lock'`);
const commands = (db: Kysely<Database>) => count(db, sql`true`);

/** All that a finish leaves, without times. */
async function stateOf({ copy }: { copy: Home }): Promise<unknown> {
  const there = (name: string) => (readdirSync(path.join(copy.path, name), { recursive: true }) as string[]).toSorted();
  const unclaimed = readdirSync(copy.path).filter((name) => name.startsWith('unclaimed-'));
  const files = Object.fromEntries(['attachments', 'received-mail', ...unclaimed].map((name) => [name, there(name)]));
  return withDatabase(copy, async (db) => {
    const { rows } = await sql`
      select (select json_agg(json_build_array(address, server_id, fenced_at is null) order by id) from ip_addresses where excluded) as addresses,
        (select json_agg(json_build_array(type, last, unknown_since is null) order by type) from invoice_series) as series,
        (select json_agg(json_build_array(type, first, last, reason) order by id) from invoice_gaps) as gaps,
        (select json_agg(json_build_array(id, state, run_at) order by id) from workflows where finished_at is null) as workflows,
        (select json_agg(json_build_array(id, error) order by id) from mails) as mails,
        (select json_agg(h order by account_id) from event_heads h) as heads,
        (select json_agg(json_build_array(id, auto_renew) order by id) from services) as services,
        (select json_agg(json_build_array(id, ended_at is null) order by id) from sessions) as sessions,
        (select json_agg(json_build_array(action, resource_id) order by id) from audit_log) as audit,
        (select json_agg(json_build_array(kind, key) order by id) from operator_alerts) as alerts`.execute(db);
    return { files, rows, sequences: await findSequences(db), recovering: (await findRecovering(db)) !== undefined };
  });
}

const summaryOf = (stdout: string): object => {
  const { accepted: _, unclaimed, ...summary } = JSON.parse(stdout) as { accepted: unknown; unclaimed: { names: string[] } };
  return { ...summary, unclaimed: unclaimed.names };
};

test('restore finish killed at several of its steps and run again ends like an uninterrupted run', async () => {
  const control = await copyHome('control');
  const finished = await commandFor(control.copy.path)(...control.finish);
  expect(finished, finished.stderr).toMatchObject({ code: 0 });
  const expected = await stateOf(control);
  const summary = summaryOf(finished.stdout);
  expect(summary).toMatchObject({
    ...{ fenced: [{ machineId: 'srv-4711' }], gaps: [{ last: 100 }, { last: 100 }, { last: 100 }], unknownSeries: [] },
    ...{
      held: [{ kind: 'server.terminate' }],
      lost: [{}],
      sessions: 1,
      staffTokens: 1,
      unclaimed: ['attachments/ab', 'received-mail/a-mail'],
    },
  });

  const one = await copyHome('killed');
  await withDatabaseUrl(one.copy, async (url) => {
    for (const table of TABLES) await killAt(table, url, one);
    expect(await withUrl(url, findRecovering)).toBeDefined();
  });
  const ended = await commandFor(one.copy.path)(...one.finish);
  expect(ended, ended.stderr).toMatchObject({ code: 0 });
  expect(summaryOf(ended.stdout)).toEqual(summary);
  expect(await stateOf(one)).toEqual(expected);
  const again = await commandFor(one.copy.path)(...one.finish);
  expect([again.code, again.stdout + again.stderr]).toEqual([1, expect.stringContaining('not recovering')]);
  expect(await stateOf(one)).toEqual(expected);
});
