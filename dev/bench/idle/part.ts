import { minutes } from '@innkeeper/model/time/clock';
import { part, type Target } from '../part.ts';
import { row } from '../words.ts';
import { type IdleCase, type IdleFigures, measureIdle } from './measure.ts';

const CASES: IdleCase[] = [
  { name: '1 000 idle guests', guests: 1_000, traffic: false },
  { name: '1 000 busy guests', guests: 1_000, traffic: true },
  { name: '10 000 idle guests', guests: 10_000, traffic: false, passesMs: minutes(15) },
];

export const idle = part<IdleFigures[]>({
  title: 'A worker that nobody asks for anything',
  always: true,
  async measure({ only, say }) {
    const found: IdleFigures[] = [];
    for (const one of CASES) if (one.name.includes(only)) found.push(await measureIdle(one, say));
    return found;
  },
  section: sectionOf,
  targets: (all) => all.flatMap(targetsOf),
  statements: (all) => all.flatMap(({ statements }) => statements),
});

function sectionOf(all: IdleFigures[]): string {
  return `Simulated guests belong to 20 accounts on one node. Idle guests use only CPU. Busy guests send and receive 20 kB/s each way, so
the figures differ between any two polls. Each simulated guest is a file, which the worker reads at each poll.

The log of changes is that of a steady day. The worker's clock is moved, and every job of the worker and of the API runs as often as in an hour (with 10 000
guests: a quarter of an hour). The first ten minutes write the first rows and are not counted. A checkpoint runs every five minutes of that clock, so pages that are written whole
after a checkpoint count as often as in production. A vacuum runs at the end. The result is scaled to 24 hours. Folding a day's buckets of metrics into rows, four times, is measured on a whole day and added.

CPU and commits are measured afterwards for a minute of the real clock, with warm code. The buckets of metrics are closed in its second half, which counts for
one half minute in ten. "Commits" wrote something. "Transactions" include those that only read.

| | commits/s | transactions/s | log of changes a day | CPU of the worker | CPU of PostgreSQL | a look: each job alone |
|---|---|---|---|---|---|---|
${all.map(rowOf).join('\n')}`;
}

function rowOf({ name, commits, transactions, recordsADay, pagesADay, foldsADay, ...rest }: IdleFigures): string {
  const { workerCpu, databaseCpu, look } = rest;
  const log = `${gigabytes(recordsADay + pagesADay)} (${gigabytes(recordsADay)} of records; ${gigabytes(foldsADay)} to fold metrics)`;
  const jobs = look.map((job) => `${job.name} ${job.ms.toFixed(0)} ms (${job.cpuMs.toFixed(0)} ms CPU)`).join(', ');
  return row(name, commits.toFixed(1), transactions.toFixed(1), log, percent(workerCpu), percent(databaseCpu), jobs);
}

const LIMITS = { commits: 3, gigabytes: 0.3, cpu: 0.03, lookMs: 3_000, cpuOfTenThousand: 0.15 };

function targetsOf({
  name,
  guests,
  commits,
  transactions,
  recordsADay,
  pagesADay,
  workerCpu,
  databaseCpu,
  look,
}: IdleFigures): Target[] {
  const cpu = workerCpu + databaseCpu;
  const cpuWords = `${percent(cpu)} (worker ${percent(workerCpu)}, PostgreSQL ${percent(databaseCpu)})`;
  const target = (what: string): string => `Idle worker, ${name}: ${what}`;
  if (guests > 1_000) {
    const took = look.reduce((sum, { ms }) => sum + ms, 0);
    return [
      { target: target('a look'), aim: 'under 3 s', measured: `${(took / 1000).toFixed(1)} s`, met: took < LIMITS.lookMs },
      { target: target('CPU'), aim: 'under 15 % of a core', measured: cpuWords, met: cpu < LIMITS.cpuOfTenThousand },
    ];
  }
  const bytes = (recordsADay + pagesADay) / 1e9;
  return [
    {
      target: target('commits'),
      aim: 'under 3/s',
      measured: `${commits.toFixed(1)}/s (with those that only read ${transactions.toFixed(1)}/s)`,
      met: commits < LIMITS.commits,
    },
    {
      target: target('log of changes'),
      aim: 'under 0.3 GB a day',
      measured: `${bytes.toFixed(2)} GB`,
      met: bytes < LIMITS.gigabytes,
    },
    { target: target('CPU'), aim: 'under 3 % of a core', measured: cpuWords, met: cpu < LIMITS.cpu },
  ];
}

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(2)} GB`;
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
