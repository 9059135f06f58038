import { expect, test } from 'vitest';
import { describeHang, type HungProcess } from './hung-process.ts';

const hung: HungProcess = {
  name: 'api',
  node: 'local',
  unansweredSeconds: 30,
  stack: ['spin (a.ts:1:2)', 'handle (b.ts:3:4)', 'run (c.ts:5:6)', 'main (d.ts:7:8)'],
  underWay: ['request deployServer'],
  isStopped: false,
  reportFile: 'log/reports/api.json',
};

test('names the running code, work in progress, and the report', () => {
  expect(describeHang(hung)).toBe(
    'The api process of node local did not answer for 30 s and was restarted. ' +
      'It was running spin (a.ts:1:2), called by handle (b.ts:3:4), called by run (c.ts:5:6). ' +
      'In progress: request deployServer. Diagnostic report: log/reports/api.json',
  );
});

test('explains why there is no code to name', () => {
  expect(describeHang({ ...hung, stack: [], isStopped: true, reportFile: null })).toContain(
    'A signal or a debugger had stopped it. In progress: request deployServer. No diagnostic report could be taken.',
  );
  expect(describeHang({ ...hung, stack: [], underWay: [] })).toContain(
    'It was waiting for the operating system. In progress: nothing.',
  );
});

test('texts from the process are truncated and have no control characters', () => {
  const text = describeHang({ ...hung, stack: ['\u001b[31mevil\n'], underWay: Array<string>(100).fill('x'.repeat(10_000)) });
  expect(text).toContain('It was running ?[31mevil?.');
  expect(text).toContain('and 92 more');
  expect(text.length).toBeLessThan(1_500);
});
