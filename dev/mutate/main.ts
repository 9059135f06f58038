/**
 * `npm run mutate`: breaks one line after the other in copies of the repository, and expects a failing test for each.
 *
 * Prints the lines that no test detects and exits with 1 if there are any. Exits with 2 if a line is missing. `-- capacity` selects lines
 * whose name, file or tests contain a word. `-- --jobs 1` runs one at a time. Not part of CI: each line takes 10 to 40 s.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbedded } from '@innkeeper/db/embedded/start';
import { prepareTemplate } from '../../lab/database.ts';
import { findMismatch, type Mutation } from './mutation.ts';
import { MUTATIONS } from './mutations/all.ts';
import { type Outcome, runTests } from './run-tests.ts';
import { makeScratch } from './scratch.ts';

const root = process.cwd();
const { values, positionals } = parseArgs({
  options: { jobs: { type: 'string', default: '2' } },
  allowPositionals: true,
});
const holds = ({ name, file, tests }: Mutation) =>
  positionals.some((word) => [name, file, ...tests].some((one) => one.includes(word)));
const selected = MUTATIONS.filter((mutation) => positionals.length === 0 || holds(mutation));
if (selected.length === 0) fail(2, [`No rule has ${positionals.join(' or ')} in its name, file or tests.`]);

const textOf = (file: string) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined);
const lost = selected.flatMap((one) =>
  findMismatch(one, textOf(one.file)) ? [`${one.name}: ${findMismatch(one, textOf(one.file))}`] : [],
);
lost.push(
  ...selected.flatMap(({ name, tests }) =>
    tests.filter((test) => textOf(test) === undefined).map((test) => `${name}: ${test} is gone`),
  ),
);
if (lost.length > 0) fail(2, ['What was to be broken is not there any more. Mend dev/mutate/mutations/:', ...lost]);

const home = fs.mkdtempSync(path.join(os.tmpdir(), 'innkeeper-mutate-db-'));
const postgres = await startEmbedded({ dataDir: path.join(home, 'postgres'), database: 'postgres', durable: false });
const scratches = Array.from({ length: Math.max(1, Number(values.jobs)) }, () => makeScratch(root));
const outcomes = new Map<Mutation, Outcome>();
try {
  await prepareTemplate(postgres.superuserUrl);
  const tests = [...new Set(selected.flatMap((mutation) => mutation.tests))];
  const before = await runTests(String(scratches[0]), tests, postgres.superuserUrl);
  if (before !== 'green') throw new Error(`The tests are ${before} as they are, with nothing broken: ${tests.join(' ')}`);
  const waiting = [...selected];
  await Promise.all(scratches.map((scratch) => work(scratch, waiting)));
} finally {
  await postgres.stop();
  for (const folder of [...scratches, home]) fs.rmSync(folder, { recursive: true, force: true });
}

const survivors = selected.filter((mutation) => !['red', 'too long'].includes(String(outcomes.get(mutation))));
console.log(`\n${selected.length - survivors.length} of ${selected.length} broken rules were seen by a test.`);
if (survivors.length > 0) {
  fail(1, ['Nobody saw:', ...survivors.map(({ name, file, find }) => `  ${name}\n    ${file}: ${find.trim()}`)]);
}

async function work(scratch: string, waiting: Mutation[]): Promise<void> {
  for (let mutation = waiting.shift(); mutation; mutation = waiting.shift()) {
    const { file, find, replace, tests, name } = mutation;
    const place = path.join(scratch, file);
    const text = fs.readFileSync(place, 'utf8');
    fs.writeFileSync(
      place,
      text.replace(find, () => replace),
    );
    const began = performance.now();
    const outcome = await runTests(scratch, tests, file.startsWith('db/migrations/') ? undefined : postgres.superuserUrl);
    fs.writeFileSync(place, text);
    outcomes.set(mutation, outcome);
    console.log(`${outcome.padEnd(9)} ${((performance.now() - began) / 1000).toFixed(1).padStart(5)} s  ${name}`);
  }
}

function fail(code: number, lines: readonly string[]): never {
  console.error(lines.join('\n'));
  process.exit(code);
}
