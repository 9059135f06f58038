import { expect, it } from 'vitest';
import { runsOf } from './run-all.ts';

it('runs only torture tests that a change affects, unless all are requested', () => {
  expect(runsOf(true)).toEqual([
    ['fast', 'system', 'torture', 'process', 'qemu', 'einvoice'].flatMap((name) => ['--project', name]),
  ]);
  const [others, torture] = runsOf(false);
  expect(others).toEqual(['fast', 'system', 'process', 'qemu', 'einvoice'].flatMap((name) => ['--project', name]));
  expect(torture).toEqual(['--project', 'torture', '--changed', 'origin/main']);
});
