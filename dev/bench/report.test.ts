import { expect, test } from 'vitest';
import type { Run } from './kept.ts';
import { type Part, part } from './part.ts';
import { reportOf } from './report.ts';
import type { StatementFigures } from './statements/top.ts';
import { readWritten } from './written.ts';

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
  readWritten(''),
);

test('a part that was not measured here keeps its section with its date, its targets, and the statements of all', () => {
  expect(first).not.toContain('## Rules');
  const second = reportOf(
    [
      { part: reads, run: null },
      { part: money, run: runOf(9, 'bbb') },
      { part: rules, run: runOf(3, 'bbb') },
    ],
    readWritten(first),
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
  expect(readWritten(second).statements).toBe(readWritten(first).statements);
  // With nothing measured it stays as it is, and a part that there is no more goes.
  const kept = [reads, money, rules].map((one) => ({ part: one, run: null }));
  expect(reportOf(kept, readWritten(second))).toBe(second);
  expect(reportOf(kept.slice(1), readWritten(second))).not.toContain('Reads: time');
});

test('statements are those of this run when all parts that have some were measured', () => {
  const all = [reads, money].map((one) => ({ part: one, run: runOf(4, 'ccc') }));
  expect(readWritten(reportOf(all, readWritten(first))).statements).toContain('Reads (ccc), Money (ccc)');
});

test('a section of another machine says so, once', () => {
  const there = first.replace(/^.* Each section says/m, '64 x Some CPU, Linux 1. Each section says');
  const all = [{ part: reads, run: null }];
  const second = reportOf(all, readWritten(there));
  expect(second).toContain('at commit aaa, in 7 s. On 64 x Some CPU, Linux 1.\n\nIt took 1.');
  expect(reportOf(all, readWritten(second))).toBe(second);
  const third = reportOf(all, readWritten(second.replace(/^.* Each section says/m, '2 x Other. Each section says')));
  expect(third).toContain('in 7 s. On 64 x Some CPU, Linux 1.\n\n');
});
