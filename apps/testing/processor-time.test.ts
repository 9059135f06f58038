import { expect, it } from 'vitest';
import { readBusySeconds } from './processor-time.ts';

it('counts neither idle time nor time that is stolen or waits for disks', () => {
  const stat = 'cpu  1000 200 300 40000 5000 60 70 80 900 10\ncpu0 1 2 3\n';
  expect(readBusySeconds(stat)).toBeCloseTo((1000 + 200 + 300 + 60 + 70) / 100);
});

it('grows on this machine', () => {
  expect(readBusySeconds()).toBeGreaterThan(0);
});
