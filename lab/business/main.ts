/**
 * `npm run business -- --seed 7 --years 2 --minutes 60`: runs the random business of a seed on a PostgreSQL of its own, and prints what was
 * done, the books, and what fails. When the years are over before the minutes, the next seed follows. Ends with 1 when anything failed.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Embedded, startEmbedded } from '@innkeeper/db/embedded/start';
import { minutes } from '@innkeeper/model/clock';
import { cloneTemplate, prepareTemplate } from '../database.ts';
import { makeServerHome, quickDirectory } from '../server-home.ts';
import { serveAs } from './processes/apart.ts';
import { type BusinessDone, runBusiness } from './run.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '5' },
    years: { type: 'string', default: '2' },
    acts: { type: 'string', default: '4' },
    currency: { type: 'string', default: 'EUR' },
    /** Seeds at most, one after the other. */
    histories: { type: 'string', default: '1000' },
    /** The same seed twice, which has to give the same. */
    twice: { type: 'boolean', default: false },
    /** API and worker are processes, which are killed now and then at any moment: what happens is not the same twice then. */
    kill: { type: 'boolean', default: false },
    /** What such a process is started with: which of the two it is. */
    role: { type: 'string' },
    /** Prints each line as it happens. */
    verbose: { type: 'boolean', default: false },
  },
});
const LAST = 40;
const end = Date.now() + minutes(Number(values.minutes));

if (values.role) serveAs(values.role);
else await runAll();

async function runAll(): Promise<void> {
  const home = makeServerHome(quickDirectory());
  const server = await startEmbedded({ dataDir: path.join(home, 'postgres'), database: 'postgres', durable: false });
  try {
    await prepareTemplate(server.superuserUrl);
    const [first, most] = [Number(values.seed), Number(values.histories)];
    for (let seed = first; seed < first + most && Date.now() < end; seed += 1) {
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

async function one({ superuserUrl }: Embedded, seed: number): Promise<BusinessDone> {
  const wanted = {
    seed,
    days: Math.round(365 * Number(values.years)),
    actsADay: Number(values.acts),
    currency: values.currency,
    goOn: () => Date.now() < end,
  };
  const told = values.verbose ? (line: string) => console.log(line) : () => {};
  const program = values.kill && { program: [process.argv[1] ?? '', '--role'] as const };
  return runBusiness({ ...wanted, ...program, told, database: await cloneTemplate(superuserUrl) });
}

function report(seed: number, { findings, journal, acts, days, digests, books }: BusinessDone): void {
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

function compare(one: BusinessDone, other: BusinessDone): void {
  const at = one.journal.findIndex((line, i) => line !== other.journal[i]);
  const differ = Object.keys(one.digests).filter((name) => one.digests[name] !== other.digests[name]);
  const same = at < 0 && differ.length === 0 && one.journal.length === other.journal.length;
  if (same) console.log('Twice the same.');
  if (same) return;
  console.log(`Not the same: line ${at} is ${one.journal[at]} / ${other.journal[at]}; tables: ${differ.join(', ') || 'none'}`);
  process.exitCode = 1;
}
