import { expect, test } from 'vitest';
import { type Part, part } from './part.ts';
import { readPublishedReport } from './published-report.ts';
import { reportOf } from './report.ts';
import type { Run } from './runs.ts';
import type { StatementFigures } from './statements/top.ts';

const some = (title: string, statements = false): Part =>
  part<number>({
    ...{ title, always: true, measure: async () => 0 },
    section: (figure: number) => `It took ${figure}.`,
    targets: (figure: number) => [{ target: `${title}: time`, aim: 'under 5', measured: String(figure), met: figure < 5 }],
    ...(statements && {
      statements: (calls: number): StatementFigures[] => [
        { role: 'api', query: `select ${title}`, calls, totalMs: 1, meanMs: 1, maxMs: 1, rows: 1 },
      ],
    }),
  });
const runOf = (figures: number, commit: string): Run => ({ date: '2026-03-02T09:00', commit, load: [0, 0], seconds: 7, figures });

const [reads, money, rules] = [some('Reads', true), some('Money', true), some('Rules')];
const first = reportOf(
  [
    { part: reads, run: runOf(1, 'aaa') },
    { part: money, run: runOf(2, 'aaa') },
    { part: rules, run: null },
  ],
  readPublishedReport(''),
);

test('a part that was not measured keeps its section, date and targets, and the statements stay', () => {
  expect(first).not.toContain('## Rules');
  const second = reportOf(
    [
      { part: reads, run: null },
      { part: money, run: runOf(9, 'bbb') },
      { part: rules, run: runOf(3, 'bbb') },
    ],
    readPublishedReport(first),
  );
  expect(second.match(/^##+ .*/gm)).toEqual([
    ...['## Reads', '## Money', '## Rules', '## Statements', '## Targets'],
    ...['### Reads', '### Money', '### Rules'],
  ]);
  expect(second).toContain('## Reads\n\nMeasured 2026-03-02 09:00 UTC at commit aaa, in 7 s.\n\nIt took 1.');
  expect(second).toContain('## Money\n\nMeasured 2026-03-02 09:00 UTC at commit bbb, in 7 s.\n\nIt took 9.');
  expect(second).toContain('| Reads: time | 1 | under 5 | yes |  |  |');
  expect(second).toContain('| Money: time | 9 | under 5 | **no** |  |  |');
  expect(second).not.toContain('It took 2.');
  expect(readPublishedReport(second).statements).toBe(readPublishedReport(first).statements);
  // Without new figures the document stays the same. The section of a removed part is deleted.
  const kept = [reads, money, rules].map((one) => ({ part: one, run: null }));
  expect(reportOf(kept, readPublishedReport(second))).toBe(second);
  expect(reportOf(kept.slice(1), readPublishedReport(second))).not.toContain('Reads: time');
});

test('statements are replaced when all parts with statements were measured', () => {
  const all = [reads, money].map((one) => ({ part: one, run: runOf(4, 'ccc') }));
  expect(readPublishedReport(reportOf(all, readPublishedReport(first))).statements).toContain('Reads (ccc), Money (ccc)');
});

test('a section from another machine names that machine once', () => {
  const there = first.replace(/^.* Each section says/m, '64 x Some CPU, Linux 1. Each section says');
  const all = [{ part: reads, run: null }];
  const second = reportOf(all, readPublishedReport(there));
  expect(second).toContain('at commit aaa, in 7 s. On 64 x Some CPU, Linux 1.\n\nIt took 1.');
  expect(reportOf(all, readPublishedReport(second))).toBe(second);
  const third = reportOf(all, readPublishedReport(second.replace(/^.* Each section says/m, '2 x Other. Each section says')));
  expect(third).toContain('in 7 s. On 64 x Some CPU, Linux 1.\n\n');
});
