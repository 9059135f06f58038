/** Builds the text of docs/benchmarks.md: figures, their origin, and whether the targets are met. */
import os from 'node:os';
import type { Part } from './part.ts';
import { type PublishedReport, publishedSection } from './published-report.ts';
import type { Run } from './runs.ts';
import { slowTable, topTable } from './statements/section.ts';
import { row } from './words.ts';

export interface Measured {
  part: Part;
  run: Run;
}

/**
 * Returns the text of the report. A part without a run was not measured here, and keeps its section of the published report. `comparisons`:
 * text about measurements of two commits in turn.
 */
export function reportOf(
  all: readonly { part: Part; run: Run | null }[],
  written: PublishedReport,
  comparisons?: string,
): string {
  const measured = all.filter((one): one is Measured => one.run !== null);
  const sections = all.flatMap(({ part, run }) => {
    const text = run
      ? `${runOf({ part, run })}\n\n${part.section(run.figures)}`
      : publishedSection(written, part.title, machine());
    return text === null ? [] : `## ${part.title}\n\n${text}`;
  });
  const targets = all.flatMap(({ part, run }) => {
    const text = run ? targetsOf([{ part, run }]) : (written.targets.get(part.title) ?? '');
    return text === '' ? [] : `### ${part.title}\n\n${text}`;
  });
  // The section sums the statements of several parts. If one of them was not measured, the published section stays.
  const lacking = all.some(({ part, run }) => run === null && part.statements && written.sections.has(part.title));
  return `# Benchmarks

Written by \`npm run bench\` (dev/bench/). Don't edit.

${machine()} Each section says when and at which commit it was measured.

${HOW}

${[...sections, ...(comparisons ? [`## Before and after\n\n${comparisons.trim()}`] : [])].join('\n\n')}

## Statements

${(lacking ? written.statements : null) ?? statementsOf(measured)}

## Targets

The aims were set on another machine with two cores. The code of commit 3a4fe17 was measured on both machines. A yardstick (bare orders, bare
Fastify) carries the ratio to this run as the speed of this machine (dev/bench/speed.ts), and the last two columns apply the ratio. "Fresh" holds for every reply. "Asked again
and again" includes cached or shared replies.

${targets.join('\n\n')}
`;
}

/** Returns the section of one part for a terminal. */
export function sectionOf(one: Measured): string {
  const statements = one.part.statements?.(one.run.figures) ?? [];
  const slow = statements.length > 0 ? [topTable(statements), slowTable(statements)] : [];
  return [`## ${one.part.title}`, runOf(one), one.part.section(one.run.figures), ...slow, targetsOf([one])].join('\n\n');
}

const HOW = `API, worker, clients, committing processes, bare Fastify and bare queries each run in one process. PostgreSQL is the embedded server with durable
commits and \`pg_stat_statements\`. All processes share one machine. Every guard is in place (token, ability, rate limits, validation) and every
request is logged; only the rate limits are raised. Unless noted otherwise, 20 clients each wait for a reply before the next request.
"Bare Fastify" returns the same bytes without any check. "Bare queries" sends the statements of the same requests by \`pg\`, with as many connections
as there are clients, and discards the rows. All variants of one read take turns, and percentiles cover all rounds together.

"Fresh": each request has a URL that was never requested before (letters of its query are percent-encoded differently), so that no cached reply
serves it. "Again": 20 URLs in turns, and cached replies may serve them. \`statements/answer\` counts the statements of the API per reply. A figure below the statements of a fresh reply
shows the share of cached replies. Commits change a server or an order of another account, with everything that
a commit causes: trigger, event, notification, disk.`;

function machine(): string {
  const cpu = os.cpus()[0]?.model.trim() ?? 'unknown CPU';
  return `${os.cpus().length} x ${cpu}, ${Math.round(os.totalmem() / 2 ** 30)} GiB, Linux ${os.release()}, Node ${process.version}.`;
}

/** Load average before the run above which the report calls the machine busy. */
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
  return `By \`pg_stat_statements\`, over these parts, at these commits: ${which}. Statements of the bench itself are left out. Time is from the start to the end of a statement, including waits for
locks, for the disk and for a core.

${topTable(statements)}

${slowTable(statements)}`;
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
