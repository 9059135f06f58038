/**
 * `npm run bench` measures, prints, and writes docs/benchmarks.md. `npm run bench -- lists` measures one part and prints its section:
 * figures, the database's top statements, targets. A second word chooses rows by a part of their name: `-- lists 'page 1000'`,
 * `-- searches address`, `-- server`, `-- accounts`, `-- deploys`, `-- idle 'busy'`.
 *
 * Each part keeps its figures in build/bench; `-- report` writes the document of what was kept, so that parts may be measured one by
 * one. `-- peer` measures beside Incus and `-- profile` tells where the API's CPU goes; both only where they are asked for.
 *
 * Databases of 100 000 servers are filled once (two minutes) and kept in build/bench until the schema or the fixtures change. Figures are
 * of this machine, on loopback; nothing is asserted.
 */
import fs from 'node:fs';
import { serveRole } from './child.ts';
import { measured, storedRun, storeRun } from './kept.ts';
import type { Options } from './part.ts';
import { PARTS } from './parts.ts';
import { profileReads } from './profile.ts';
import { reportOf, sectionOf } from './report.ts';
import { ROLES } from './roles.ts';

const REPORT = 'docs/benchmarks.md';
const OTHERS = ['report', 'profile'];

const [first, second = ''] = process.argv.slice(2);
if (first === 'role') serveRole(ROLES[second as keyof typeof ROLES]());
else await main(first, { only: second, say: (line) => console.log(line) });

async function main(name: string | undefined, options: Options): Promise<void> {
  if (name === 'profile') await profileReads(options);
  else if (name === 'report') writeReport();
  else if (name !== undefined) console.log(await measureOne(name, options));
  else {
    for (const [each, { always }] of Object.entries(PARTS)) if (always) await measureOne(each, options);
    writeReport();
  }
}

/** Returns its section. Of chosen rows nothing is kept. */
async function measureOne(name: string, options: Options): Promise<string> {
  const part = PARTS[name];
  if (!part) throw new Error(`There is no part ${name}. There are: ${[...Object.keys(PARTS), ...OTHERS].join(', ')}.`);
  const run = await measured(() => part.measure(options));
  if (options.only === '') storeRun(name, run);
  return sectionOf({ part, run });
}

function writeReport(): void {
  const all = Object.entries(PARTS).flatMap(([name, part]) => {
    const run = storedRun(name);
    return run ? [{ part, run }] : [];
  });
  fs.writeFileSync(REPORT, reportOf(all));
  for (const { part, run } of all) {
    for (const { target, aim, measured: found, met } of part.targets(run.figures)) {
      console.log(`${met ? 'met   ' : 'MISSED'} ${target} (${aim}): ${found}`);
    }
  }
  console.log(`wrote ${REPORT}`);
}
