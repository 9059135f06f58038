import { expect, it } from 'vitest';
import { runsOf } from './run-all.ts';

it('leaves out of torture what a change does not touch, unless all is wanted', () => {
  expect(runsOf(true)).toEqual([
    ['fast', 'system', 'torture', 'process', 'qemu', 'einvoice'].flatMap((name) => ['--project', name]),
  ]);
  const [others, torture] = runsOf(false);
  expect(others).toEqual(['fast', 'system', 'process', 'qemu', 'einvoice'].flatMap((name) => ['--project', name]));
  expect(torture).toEqual(['--project', 'torture', '--changed', 'origin/main']);
});
