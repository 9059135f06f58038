/** Measures the renewals of a day with concurrent reads, and then the jobs that issue invoices and send reminders. */
import { sql } from 'kysely';
import { type Child, startChild } from '../child.ts';
import { ACCOUNTS, type Renewing, renewing, SERVERS_PER_ACCOUNT } from '../fixture/renewals.ts';
import { combineRounds, type LoadFigures, type Target, type Times } from '../load.ts';
import type { Options } from '../part.ts';
import { tokenRequest } from '../reads/part.ts';
import { type ReadBench, withReadBench } from '../reads/read-bench.ts';
import type { JobRan } from '../roles/jobs.ts';
import { type StatementFigures, topStatements } from '../statements/top.ts';

export interface RunFigures extends JobRan {
  services: number;
  accounts: number;
  paid: number;
  /** Number of statements of the whole run. */
  statements: number;
  walBytes: number;
  /** Reads during the run. */
  reads: LoadFigures;
}

export interface RenewalFigures {
  hundred: RunFigures;
  single: RunFigures;
  /** Reads without a run. */
  alone: LoadFigures;
  invoices: JobRan;
  reminders: JobRan;
  statements: StatementFigures[];
}

/** Fixed rate, so that latency is measured and not throughput. */
export const READS_PER_SECOND = 100;
const ROUND_SECONDS = 4;

/**
 * Measures renewals. `only`: number of services to renew in accounts with a hundred services. In accounts with one service, a twentieth of
 * this number is renewed.
 */
export async function measureRenewals({ only, say }: Options): Promise<RenewalFigures> {
  const services = only === '' ? ACCOUNTS * SERVERS_PER_ACCOUNT : Number(only);
  return withReadBench(renewing, say, async (place) => {
    const jobs = startChild('jobs');
    try {
      await jobs.ask('open', place.urls.worker);
      await readsFor(place, 1);
      const before = await readsFor(place, 2 * ROUND_SECONDS);
      const { hundred, single } = place.known;
      const many = hundred.slice(0, Math.floor(services / SERVERS_PER_ACCOUNT));
      const run = async (accounts: Renewing['hundred']) => {
        const ran = await renew(
          place,
          jobs,
          accounts.map(({ accountId }) => accountId),
        );
        say(
          `${ran.services} services of ${ran.accounts} accounts: ${(ran.ms / 1000).toFixed(1)} s, p99 of reads ${ran.reads.p99.toFixed(1)} ms`,
        );
        return ran;
      };
      const figures = { hundred: await run(many), single: await run(single.slice(0, Math.floor(services / 20))) };
      const after = await readsFor(place, 2 * ROUND_SECONDS);
      const invoices = await jobs.ask<JobRan>('run', 'issue-invoices');
      const reminders = await jobs.ask<JobRan>('run', 'remind-renewals');
      return { ...figures, alone: combineRounds([before, after]), invoices, reminders, statements: await topStatements(place) };
    } finally {
      await jobs.stop();
    }
  });
}

/** Renews the services of these accounts. Parks all other accounts first, so that the job skips them. */
async function renew(place: ReadBench<Renewing>, jobs: Child, accountIds: number[]): Promise<RunFigures> {
  await sql`
    update accounts set billing_parked_at = parked.at, billing_parked_reason = parked.why
    from (select id, case when renewed then null else now() end as at, case when renewed then null else 'not now' end as why
      from (select id, id = any(${accountIds}::int[]) as renewed from accounts) a) parked where accounts.id = parked.id`.execute(
    place.db,
  );
  const before = await costOf(place);
  let over = false;
  const reads: Times[] = [];
  const readOn = async () => {
    while (!over) reads.push(await readsFor(place, ROUND_SECONDS));
  };
  const read = readOn();
  const ran = await jobs.ask<JobRan>('run', 'renew-services').finally(() => {
    over = true;
  });
  const after = await costOf(place);
  await read;
  const { rows } = await sql<{ services: number; accounts: number; paid: number }>`
    select count(*)::int as services, count(distinct o.account_id)::int as accounts, count(*) filter (where o.paid_at is not null)::int as paid
    from service_periods p join order_lines l on l.id = p.order_line_id join orders o on o.id = l.order_id
    where o.account_id = any(${accountIds}::int[])`.execute(place.db);
  const [made] = rows;
  if (!made) throw new Error('a count has one row');
  const cost = Object.fromEntries(Object.entries(after).map(([key, value]) => [key, value - before[key as keyof typeof before]]));
  return { ...ran, ...made, ...(cost as typeof after), reads: combineRounds(reads) };
}

/** Reads servers of every fifth account with a hundred services, in rotation. */
function readsFor({ load, apiBase, known }: ReadBench<Renewing>, seconds: number): Promise<Times> {
  const asks = known.hundred.filter((_, i) => i % 5 === 0).map(({ token }) => tokenRequest(token, '/v1/servers?per_page=10'));
  const target: Target = { base: apiBase, asks, fresh: true };
  return load.ask<Times>('runSteadily', target, { perSecond: READS_PER_SECOND, seconds });
}

async function costOf({ superuser }: Pick<ReadBench<Renewing>, 'superuser'>) {
  const { rows } = await superuser.query<Record<'walBytes' | 'statements', string>>(`
    select pg_current_wal_insert_lsn() - '0/0' as "walBytes", coalesce(sum(calls), 0) as "statements"
    from pg_stat_statements(false) where userid = 'innkeeper_worker'::regrole`);
  const { walBytes, statements } = rows[0] ?? {};
  return { walBytes: Number(walBytes), statements: Number(statements) };
}
