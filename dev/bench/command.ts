/** Runs the command `npm run bench`: a part, the report, a profile, or everything. */
import fs from 'node:fs';
import type { Options } from './part.ts';
import { PARTS } from './parts.ts';
import { profileReads } from './profile.ts';
import { readPublishedReport } from './published-report.ts';
import { reportOf, sectionOf } from './report.ts';
import { readRun, recordRun, storeRun } from './runs.ts';

const REPORT = 'docs/benchmarks.md';
/** Measurements of two commits in turn, written by hand. */
const COMPARISONS = 'dev/bench/comparisons.md';
const OTHERS = ['report', 'profile'];

export async function command(name: string | undefined, options: Options): Promise<void> {
  if (name === 'profile') await profileReads(options);
  else if (name === 'report') writeReport();
  else if (name !== undefined) console.log(await measureOne(name, options));
  else {
    for (const [each, { always }] of Object.entries(PARTS)) if (always) await measureOne(each, options);
    writeReport();
  }
}

/** Measures a part and returns its section. Figures of selected rows are not stored. */
async function measureOne(name: string, options: Options): Promise<string> {
  const part = PARTS[name];
  if (!part) throw new Error(`There is no part ${name}. There are: ${[...Object.keys(PARTS), ...OTHERS].join(', ')}.`);
  const run = await recordRun(() => part.measure(options));
  if (options.only === '') storeRun(name, run);
  return sectionOf({ part, run });
}

function writeReport(): void {
  const all = Object.entries(PARTS).map(([name, part]) => ({ part, run: readRun(name) }));
  const written = readPublishedReport(fs.existsSync(REPORT) ? fs.readFileSync(REPORT, 'utf8') : '');
  fs.writeFileSync(REPORT, reportOf(all, written, fs.readFileSync(COMPARISONS, 'utf8')));
  for (const { part, run } of all) {
    for (const { target, aim, measured: found, met } of run ? part.targets(run.figures) : []) {
      console.log(`${met ? 'met   ' : 'MISSED'} ${target} (${aim}): ${found}`);
    }
  }
  const kept = all.filter(({ part, run }) => run === null && written.sections.has(part.title));
  console.log(`wrote ${REPORT}${kept.length > 0 ? `, kept as they were: ${kept.map(({ part }) => part.title).join(', ')}` : ''}`);
}
