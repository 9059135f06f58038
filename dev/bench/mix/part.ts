import { SMALL_ACCOUNT_SERVERS, SMALL_ACCOUNTS, WORKING_ACCOUNT_SERVERS, WORKING_ACCOUNTS } from '../fixture/fillings.ts';
import { median } from '../load.ts';
import { part, type Target } from '../part.ts';
import { BUSY_COMMITS_PER_SECOND } from '../reads/modes.ts';
import { ms, row, thousands } from '../words.ts';
import { type MixFigures, type MixRun, measureMix, POLLS_PER_SECOND } from './measure.ts';

export const mix = part<MixFigures>({
  title: 'A mix of reads',
  always: true,
  measure: measureMix,
  section: sectionOf,
  targets: targetsOf,
  statements: ({ statements }) => statements,
});

/** Maximum share of the cores that polls with cached replies take, of the cores without. */
const MAX_POLLING_SHARE = 0.6;

function sectionOf({ work, polls }: MixFigures): string {
  return `Mixed reads: 20 clients read ${WORKING_ACCOUNTS} accounts of ${WORKING_ACCOUNT_SERVERS} servers. 45 % are first pages of 50 servers, 25 % single servers, 30 % other lists.
Polls: ${thousands(SMALL_ACCOUNTS)} accounts of ${SMALL_ACCOUNT_SERVERS} servers each request one page again and again, ${POLLS_PER_SECOND} requests a second in all, evenly. Meanwhile ${BUSY_COMMITS_PER_SECOND} commits a
second change servers and orders of the same accounts. "Not cached": each URL has a new spelling. Cores are of API and PostgreSQL together.

| | requests/s | p50 | p99 | cores | statements/answer |
|---|---|---|---|---|---|
${[
  ...work.map((run, i) => rowOf(`mixed reads, run ${i + 1}`, run)),
  rowOf('polls', polls.cached),
  rowOf('polls, not cached', polls.fresh),
].join('\n')}

The median of the mixed reads is ${thousands(median(work.map(({ perSecond }) => perSecond)))} requests a second.`;
}

const rowOf = (name: string, { perSecond, p50, p99, cores, statements }: MixRun): string =>
  row(name, thousands(perSecond), ms(p50), ms(p99), cores.toFixed(2), statements.toFixed(2));

function targetsOf({ polls }: MixFigures): Target[] {
  const share = polls.cached.cores / polls.fresh.cores;
  const aim = `under ${MAX_POLLING_SHARE} of those without cached replies`;
  return [{ target: 'Cores of polls', aim, measured: `x ${share.toFixed(2)}`, met: share < MAX_POLLING_SHARE }];
}
