/** Compares orders and entries of the ledger with bare inserts of the same rows, and measures the cost of money in a deploy. */
import type pg from 'pg';
import { type Child, startChild } from '../child.ts';
import { type BenchDatabase, openFilledDatabase, openPool } from '../database.ts';
import { aShop } from '../fixture/fillings.ts';
import { clusterCpuMs } from '../idle/cluster.ts';
import { CONNECTIONS, combineRounds, type LoadFigures, type Times } from '../load.ts';
import { measureYardsticks } from '../orders/yardstick.ts';
import type { Options } from '../part.ts';
import type { MoneyRun } from '../roles/money.ts';
import { type StatementFigures, topStatements } from '../statements/top.ts';
import { type DeployCost, measureDeployCost } from './deploy-cost.ts';

export interface BesideBare {
  many: LoadFigures;
  one: LoadFigures;
  /** Rows that one order or deposit writes, and their bytes. */
  rows: number;
  bytes: number;
  bare: { many: LoadFigures; one: LoadFigures };
}

export interface MoneyFigures {
  orders: BesideBare;
  deposits: BesideBare;
  deploy: DeployCost;
  statements: StatementFigures[];
}

const SECONDS = 3;
const ACCOUNTS = 80;
/** Tables to which an order or a deposit adds rows. */
const TABLES = ['orders', 'order_lines', 'ledger_entries', 'ledger_postings', 'invoices_due', 'events', 'audit_log'];
/** Width in bytes of the updated rows: the balance and the head of the account's events. */
const CHANGED = [100, 40];

export async function measureMoney({ say }: Options): Promise<MoneyFigures> {
  const database = await openFilledDatabase(aShop, say);
  const owner = openPool(database.urls.owner, { max: 1 });
  const children = { money: startChild('money'), query: startChild('bare-query') };
  try {
    await children.query.ask('open', database.urls.owner);
    await children.money.ask('open', database.urls.worker);
    const place = { database, owner, ...children, accountIds: await fundedAccounts(owner) };
    const orders = await besideBare(place, 'order');
    const deposits = await besideBare(place, 'deposit');
    say(`orders ${orders.many.perSecond.toFixed(0)}/s, deposits ${deposits.many.perSecond.toFixed(0)}/s`);
    const deploy = await measureDeployCost(
      database,
      { decide: await costOfEach(place), explain: await costOfLine(children.money) },
      say,
    );
    return { orders, deposits, deploy, statements: await topStatements(database) };
  } finally {
    await Promise.all(Object.values(children).map((child) => child.stop()));
    await owner.end();
    await database.close();
  }
}

interface Place {
  database: BenchDatabase<unknown>;
  owner: pg.Pool;
  money: Child;
  query: Child;
  accountIds: number[];
}

/** Returns accounts with a credit limit, so that no deposits are needed. */
async function fundedAccounts(owner: pg.Pool): Promise<number[]> {
  const { rows } = await owner.query<{ account_id: number }>(`
    update ledger_accounts set credit_limit = 100000000000 where account_id in (
      select id from accounts order by id limit ${ACCOUNTS}) returning account_id`);
  return rows.map(({ account_id }) => account_id);
}

async function besideBare(place: Place, name: 'order' | 'deposit'): Promise<BesideBare> {
  const run = (clients: number, seconds = SECONDS) =>
    place.money.ask<Times>('run', name, { accountIds: place.accountIds, seconds, clients } satisfies MoneyRun);
  await run(CONNECTIONS, 0.5);
  const before = await contentOf(place.owner);
  const [many, one] = [await run(CONNECTIONS), await run(1)];
  const after = await contentOf(place.owner);
  const made = many.times.length + one.times.length;
  const rows = TABLES.flatMap((table) => {
    const [was, is] = [before.get(table), after.get(table)];
    if (!was || !is) return [];
    const added = Math.round((is.rows - was.rows) / made);
    return Array.from({ length: added }, () => Math.round((is.bytes - was.bytes) / (is.rows - was.rows)));
  });
  const all = [...rows, ...CHANGED];
  const bare = await measureYardsticks(place.owner, place.query, all);
  const bytes = all.reduce((sum, one) => sum + one, 0);
  return { many: combineRounds([many]), one: combineRounds([one]), rows: all.length, bytes, bare };
}

async function contentOf(owner: pg.Pool): Promise<Map<string, { rows: number; bytes: number }>> {
  const sizes = TABLES.map(
    (table) => `select '${table}' as name, count(*) as rows, sum(pg_column_size(t)) as bytes from ${table} t`,
  );
  const { rows } = await owner.query<Record<'name' | 'rows' | 'bytes', string>>(sizes.join(' union all '));
  return new Map(rows.map(({ name, rows, bytes }) => [name, { rows: Number(rows), bytes: Number(bytes) }]));
}

/** Returns the CPU time in milliseconds, of the process and the database, to decide on the VAT of an account once. */
async function costOfEach({ database, money, accountIds }: Place): Promise<number> {
  const cost = async () => (await money.cpuMs()) + clusterCpuMs(database.pid);
  const before = await cost();
  const { times } = await money.ask<Times>('run', 'tax', { accountIds, seconds: SECONDS, clients: 1 } satisfies MoneyRun);
  return ((await cost()) - before) / times.length;
}

const LINES = 200_000;

async function costOfLine(money: Child): Promise<number> {
  await money.ask('explain', LINES / 10);
  const before = await money.cpuMs();
  await money.ask('explain', LINES);
  return ((await money.cpuMs()) - before) / LINES;
}
