/**
 * Measures what customers of a whole host ask, instead of one read alone.
 *
 * `work`: 20 clients read pages, servers and other lists of a hundred accounts, whose servers and orders change meanwhile. `polls`: a
 * thousand accounts each poll one URL at a fixed rate. A fresh spelling of each URL takes the cached replies away, so that both can be
 * compared in one run.
 */
import { type MixedAccounts, mixedAccounts } from '../fixture/fillings.ts';
import { clusterCpuMs } from '../idle/cluster.ts';
import { type BenchRequest, combineRounds, type LoadFigures, type Target, type Times } from '../load.ts';
import type { Options } from '../part.ts';
import { BUSY_COMMITS_PER_SECOND } from '../reads/modes.ts';
import { idsOf, tokenRequest } from '../reads/part.ts';
import { type ReadBench, withReadBench } from '../reads/read-bench.ts';
import type { CommitRate } from '../roles/committer.ts';
import { type StatementFigures, topStatements } from '../statements/top.ts';

export interface MixRun extends LoadFigures {
  /** Cores that API and PostgreSQL used together. */
  cores: number;
  /** Commits per second during the reads. */
  commits: number;
  /** Statements of the API per reply. */
  statements: number;
}

export interface MixFigures {
  /** Three runs of the mixed reads. */
  work: MixRun[];
  polls: { cached: MixRun; fresh: MixRun };
  statements: StatementFigures[];
}

/** A tenth of the limits of a thousand accounts. */
export const POLLS_PER_SECOND = 333;
/** Requests of each account: 45 % first pages of its servers, 25 % one server, 30 % other lists. */
const FIRST_PAGES = 9;
const SINGLE_SERVERS = 5;
const OTHER_LISTS = [
  '/v1/orders',
  '/v1/ssh-keys',
  '/v1/balance/transactions',
  '/v1/invoices',
  '/v1/floating-ips',
  '/v1/firewalls',
];
const RUNS = 3;
const SECONDS = 10;
/** Has no factor in common with the number of requests, so that steps of it visit each once. */
const STEP = 7_919;

type Place = ReadBench<MixedAccounts>;

export function measureMix({ say }: Options): Promise<MixFigures> {
  return withReadBench(mixedAccounts, say, async (place) => {
    const { working, polling } = place.known;
    const work: MixRun[] = [];
    const reads = { base: place.apiBase, asks: await workOf(place) };
    const amid = (accounts: MixedAccounts['working']): CommitRate => ({
      perSecond: BUSY_COMMITS_PER_SECOND,
      accountIds: accounts.map(({ accountId }) => accountId),
    });
    await place.load.ask('run', reads, 3);
    for (let n = 0; n < RUNS; n++) {
      const run = await measured(place, amid(working), () => place.load.ask('run', reads, SECONDS));
      work.push(run);
      say(`mixed reads: ${run.perSecond.toFixed(0)}/s, p50 ${run.p50.toFixed(1)} ms, p99 ${run.p99.toFixed(1)} ms`);
    }
    const polled = { base: place.apiBase, asks: polling.map(({ token }) => tokenRequest(token, '/v1/servers')) };
    const poll = async (fresh: boolean) => {
      const target: Target = { ...polled, fresh };
      const steady = () => place.load.ask<Times>('runSteadily', target, { perSecond: POLLS_PER_SECOND, seconds: SECONDS });
      await steady();
      const run = await measured(place, amid(polling), steady);
      say(`polls, ${fresh ? 'not cached' : 'cached'}: ${run.cores.toFixed(2)} cores, p99 ${run.p99.toFixed(1)} ms`);
      return run;
    };
    // A reply is cached on its second request, so the first round of `poll` warms up twice.
    await place.load.ask('run', polled, 3);
    const polls = { cached: await poll(false), fresh: await poll(true) };
    return { work, polls, statements: await topStatements(place) };
  });
}

/** Returns the requests of all working accounts, in an order that mixes accounts and kinds. */
async function workOf({ db, known }: Place): Promise<BenchRequest[]> {
  const all: BenchRequest[] = [];
  for (const { accountId, token } of known.working) {
    const servers = (await idsOf(db, accountId)).slice(0, SINGLE_SERVERS);
    const paths = [
      ...Array.from({ length: FIRST_PAGES }, () => '/v1/servers?per_page=50'),
      ...servers.map((id) => `/v1/servers/${id}`),
      ...OTHER_LISTS,
    ];
    all.push(...paths.map((path) => tokenRequest(token, path)));
  }
  return all.map((_, i) => all[(i * STEP) % all.length] as BenchRequest);
}

async function measured(
  { api, pid, statements, committer }: Place,
  rate: CommitRate,
  run: () => Promise<Times>,
): Promise<MixRun> {
  const cpu = async () => (await api.cpuMs()) + clusterCpuMs(pid);
  await committer.ask('start', rate);
  const before = { cpuMs: await cpu(), statements: await statements() };
  const times = await run();
  const [cpuMs, sent] = [(await cpu()) - before.cpuMs, (await statements()) - before.statements];
  const commits = await committer.ask<number>('stop');
  const figures = combineRounds([times]);
  return { ...figures, cores: cpuMs / times.tookMs, commits, statements: sent / figures.count };
}
