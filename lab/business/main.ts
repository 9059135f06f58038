/**
 * Run with `npm run business -- --seed 7 --years 2 --minutes 60`. Runs the random business of a seed on its own PostgreSQL, and prints the
 * acts, the books and the findings.
 *
 * If the years end before the minutes, the next seed follows. Exits with 1 if anything failed.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Embedded, startEmbedded } from '@innkeeper/db/embedded/start';
import { minutes } from '@innkeeper/model/time/clock';
import { cloneTemplate, prepareTemplate } from '../database.ts';
import { makeServerHome, quickDirectory } from '../server-home.ts';
import { serveRole } from './processes/separate-processes.ts';
import { type BusinessResult, runBusiness } from './run.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '5' },
    years: { type: 'string', default: '2' },
    acts: { type: 'string', default: '4' },
    currency: { type: 'string', default: 'EUR' },
    /** Maximum number of consecutive seeds. */
    histories: { type: 'string', default: '1000' },
    /** Runs each seed twice. Both runs must produce the same simulation. */
    twice: { type: 'boolean', default: false },
    /** Runs API and worker as processes that are killed at random moments. The simulation is then not reproducible. */
    kill: { type: 'boolean', default: false },
    /** Role of such a process, set when it is started. */
    role: { type: 'string' },
    /** Prints each line as it happens. */
    verbose: { type: 'boolean', default: false },
  },
});
const LAST = 40;
const end = Date.now() + minutes(Number(values.minutes));

if (values.role) serveRole(values.role);
else await runAll();

async function runAll(): Promise<void> {
  const home = makeServerHome(quickDirectory());
  const server = await startEmbedded({ dataDir: path.join(home, 'postgres'), database: 'postgres', durable: false });
  try {
    await prepareTemplate(server.superuserUrl);
    const [first, max] = [Number(values.seed), Number(values.histories)];
    for (let seed = first; seed < first + max && Date.now() < end; seed += 1) {
      const done = await one(server, seed);
      report(seed, done);
      if (done.findings.length > 0) process.exitCode = 1;
      if (values.twice) compare(done, await one(server, seed));
    }
  } finally {
    await server.stop();
    fs.rmSync(home, { recursive: true, force: true });
  }
}

async function one({ superuserUrl }: Embedded, seed: number): Promise<BusinessResult> {
  const options = {
    seed,
    days: Math.round(365 * Number(values.years)),
    actsADay: Number(values.acts),
    currency: values.currency,
    shouldContinue: () => Date.now() < end,
  };
  const report = values.verbose ? (line: string) => console.log(line) : () => {};
  const program = values.kill && { program: [process.argv[1] ?? '', '--role'] as const };
  return runBusiness({ ...options, ...program, onJournalLine: report, database: await cloneTemplate(superuserUrl) });
}

function report(seed: number, { findings, journal, acts, days, digests, books }: BusinessResult): void {
  console.log(`\nSeed ${seed}: ${days} days, ${journal.length} lines of journal, ${findings.length} findings`);
  console.log(
    Object.entries(acts)
      .toSorted(([, a], [, b]) => b - a)
      .map(([name, times]) => `${times} ${name}`)
      .join(', '),
  );
  console.log(books.join('\n'));
  console.log(
    Object.entries(digests)
      .map(([name, digest]) => `${name}: ${digest}`)
      .join('\n'),
  );
  if (findings.length === 0) return;
  console.log(['FAILED', ...findings, 'The last lines:', ...journal.slice(-LAST)].join('\n'));
  console.log(
    `Again: npm run business -- --seed ${seed} --years ${values.years} --acts ${values.acts} --minutes ${values.minutes}`,
  );
}

function compare(one: BusinessResult, other: BusinessResult): void {
  const at = one.journal.findIndex((line, i) => line !== other.journal[i]);
  const differ = Object.keys(one.digests).filter((name) => one.digests[name] !== other.digests[name]);
  const same = at < 0 && differ.length === 0 && one.journal.length === other.journal.length;
  if (same) console.log('Twice the same.');
  if (same) return;
  console.log(`Not the same: line ${at} is ${one.journal[at]} / ${other.journal[at]}; tables: ${differ.join(', ') || 'none'}`);
  process.exitCode = 1;
}
