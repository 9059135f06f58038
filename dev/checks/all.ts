/**
 * Runs every check of the repository, or the named ones: `npm run check`, `npm run check -- imports sizes`.
 *
 * Prints a line with the duration of each check when it ends, followed by its problems. Slow checks come first and two run at once, so that
 * both cores are busy. `--report=FILE` writes the number of problems of each check as JSON.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Check, Finding } from './check.ts';
import { clock } from './clock.ts';
import { commands } from './commands.ts';
import { comments } from './comments.ts';
import { dependencies } from './dependencies.ts';
import { forms } from './forms.ts';
import { generated } from './generated.ts';
import { language } from './language.ts';
import { links } from './links.ts';
import { lists } from './lists.ts';
import { openapi } from './openapi.ts';
import { operations } from './operations.ts';
import { operator } from './operator.ts';
import { released } from './released.ts';
import { settings } from './settings.ts';
import { sizes } from './sizes.ts';
import { steps } from './steps.ts';
import { formatAndLint, imports, promises, types, unused } from './tools.ts';
import { transactions } from './transactions.ts';
import { words } from './words.ts';

const CHECKS: readonly Check[] = [
  promises,
  types,
  openapi,
  imports,
  unused,
  generated,
  formatAndLint,
  dependencies,
  sizes,
  operations,
  operator,
  forms,
  links,
  commands,
  lists,
  released,
  steps,
  clock,
  settings,
  transactions,
  words,
  language,
  comments,
];

const {
  values: { report },
  positionals: named,
} = parseArgs({ options: { report: { type: 'string' } }, allowPositionals: true });
const unknown = named.filter((name) => !CHECKS.some((check) => check.name === name));
if (unknown.length > 0) {
  console.error(`There is no check ${unknown.join(', ')}. There are: ${CHECKS.map((check) => check.name).join(', ')}.`);
  process.exit(2);
}

/** Number of problems of each check that has ended. */
const ended = new Map<string, number>();
const selected = CHECKS.filter((check) => named.length === 0 || named.includes(check.name));
const waiting = selected.filter(({ downloads }) => !downloads);
await Promise.all([runQueue(waiting), runQueue(waiting), runQueue(selected.filter(({ downloads }) => downloads))]);

if (report !== undefined) writeFileSync(report, JSON.stringify([...ended].map(([name, problems]) => ({ name, problems }))));
const failed = [...ended].filter(([, problems]) => problems > 0).map(([name]) => name);
if (failed.length > 0) {
  console.log(`\nNot well: ${failed.join(', ')}. Once mended, look again with: npm run check -- ${failed.join(' ')}`);
  process.exit(1);
}

async function runQueue(waiting: Check[]): Promise<void> {
  for (let check = waiting.shift(); check; check = waiting.shift()) {
    const began = performance.now();
    const { problems, note } = await check.run().catch(broken);
    const time = ((performance.now() - began) / 1000).toFixed(1).padStart(5);
    console.log(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${check.name.padEnd(12)} ${time} s${note ? `  ${note}` : ''}`);
    if (problems.length > 0) console.log(`${problems.join('\n')}\n`);
    ended.set(check.name, problems.length);
  }
}

/** Returns a problem for a check that could not run, because it must not count as passed. */
function broken(error: unknown): Finding {
  return { problems: [`The check itself failed: ${error instanceof Error ? error.stack : String(error)}`] };
}
