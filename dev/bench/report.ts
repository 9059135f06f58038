/** docs/benchmarks.md: the figures, where they come from, and whether the targets are met. */
import os from 'node:os';
import type { Run } from './kept.ts';
import type { Part } from './part.ts';
import { slowOf, topOf } from './statements/section.ts';
import { row } from './words.ts';
import { keptSection, type Written } from './written.ts';

export interface Measured {
  part: Part;
  run: Run;
}

/** `all`: every part; those without a run were not measured here, and keep what is written of them. */
export function reportOf(all: readonly { part: Part; run: Run | null }[], written: Written): string {
  const measured = all.filter((one): one is Measured => one.run !== null);
  const sections = all.flatMap(({ part, run }) => {
    const text = run ? `${runOf({ part, run })}\n\n${part.section(run.figures)}` : keptSection(written, part.title, machine());
    return text === null ? [] : `## ${part.title}\n\n${text}`;
  });
  const targets = all.flatMap(({ part, run }) => {
    const text = run ? targetsOf([{ part, run }]) : (written.targets.get(part.title) ?? '');
    return text === '' ? [] : `### ${part.title}\n\n${text}`;
  });
  // Those of several parts are added up, which can't be done with some of them alone.
  const lacking = all.some(({ part, run }) => run === null && part.statements && written.sections.has(part.title));
  return `# Benchmarks

Written by \`npm run bench\` (dev/bench/). Don't edit.

${machine()} Each section says when and at which commit it was measured.

${HOW}

${sections.join('\n\n')}

## Statements

${(lacking ? written.statements : null) ?? statementsOf(measured)}

## Targets

The aims were set on another machine with two cores. What the code of commit 3a4fe17 did there and did here, carried to this run by a yardstick (bare orders, bare
Fastify), says how fast this machine is for that work (dev/bench/speed.ts); the last two columns apply it. "Fresh" holds for every answer; "asked again
and again" may be kept or shared answers.

${targets.join('\n\n')}
`;
}

/** A part alone, for a terminal. */
export function sectionOf(one: Measured): string {
  const statements = one.part.statements?.(one.run.figures) ?? [];
  const slow = statements.length > 0 ? [topOf(statements), slowOf(statements)] : [];
  return [`## ${one.part.title}`, runOf(one), one.part.section(one.run.figures), ...slow, targetsOf([one])].join('\n\n');
}

const HOW = `API, worker, clients, those who commit meanwhile, bare Fastify and bare queries are a process each; PostgreSQL is the embedded one with durable
commits and \`pg_stat_statements\`; all are on the same machine, which they share. Every guard is in place (token, ability, rate limits, validation) and every
request is logged; only the rate limits are raised. Unless said otherwise there are 20 clients that each wait for an answer before they ask again.
"Bare Fastify" answers the same bytes without looking at anything. "Bare queries" sends the statements of the same requests by \`pg\`, as many at a time
as there are clients, and throws the rows away. All ways of one read take turns; percentiles are of all rounds together.

"Fresh": each request has an address that was never asked for before (letters of its query are percent-encoded in other ways), so that no kept answer
serves it. Servers of a list may be cached by themselves all the same (docs/decisions/shared-reads.md), but for those of the row with 1900 pages, which are
too many, and so may the names that a search looks through (docs/decisions/searches.md), but for what is sorted by expiry. "Again": 20 addresses in turns;
answers that are kept may serve. \`statements/answer\` counts what the API sent to the database, which says how many answers were kept ones: fewer than the
statements of a fresh answer. Commits change a server or an order of another account, with all that
happens at a commit: trigger, event, notification, disk.`;

function machine(): string {
  const cpu = os.cpus()[0]?.model.trim() ?? 'unknown CPU';
  return `${os.cpus().length} x ${cpu}, ${Math.round(os.totalmem() / 2 ** 30)} GiB, Linux ${os.release()}, Node ${process.version}.`;
}

/** Above this before the run, others used the machine as well. */
const QUIET_LOAD = 0.7;

function runOf({ run: { date, commit, load, seconds } }: Measured): string {
  const [before] = load;
  const busy =
    before <= QUIET_LOAD
      ? ''
      : ` **The machine was busy before** (load ${before.toFixed(1)}): times and rates may be worse than its own, and ratios are rough.`;
  return `Measured ${date.replace('T', ' ')} UTC at commit ${commit}, in ${seconds.toFixed(0)} s.${busy}`;
}

function statementsOf(all: Measured[]): string {
  const statements = all.flatMap(({ part, run }) => part.statements?.(run.figures) ?? []);
  const parts = all.filter(({ part }) => part.statements);
  const which = parts.map(({ part: { title }, run: { commit } }) => `${title} (${commit})`).join(', ');
  return `By \`pg_stat_statements\`, over these parts, at these commits: ${which}. Those of the bench itself are left out. Time is from the start to the end of a statement: it holds the wait for
locks, for the disk and for a core.

${topOf(statements)}

${slowOf(statements)}`;
}

function targetsOf(all: Measured[]): string {
  const targets = all.flatMap(({ part, run }) => part.targets(run.figures));
  if (targets.length === 0) return '';
  return [
    row('target', 'measured', 'aim', 'met', 'aim at the speed of this machine', 'met'),
    row('---', '---', '---', '---', '---', '---'),
    ...targets.map(({ target, aim, measured, met, here }) =>
      row(target, measured, aim, yes(met), here?.aim ?? '', here ? yes(here.met) : ''),
    ),
  ].join('\n');
}

const yes = (met: boolean): string => (met ? 'yes' : '**no**');
