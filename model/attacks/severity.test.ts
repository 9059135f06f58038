import { expect, test } from 'vitest';
import { severityOf } from './severity.ts';

test('severityOf uses the larger share of the port, in bits or in packets', () => {
  expect(severityOf({ bps: 40e6, pps: 1_000 }, 100)).toBe('low');
  expect(severityOf({ bps: 60e6, pps: 1_000 }, 100)).toBe('middle');
  expect(severityOf({ bps: 200e6, pps: 1_000 }, 100)).toBe('high');
  // 149,000 packets of minimum size fill a port of 100 Mbps.
  expect(severityOf({ bps: 40e6, pps: 150_000 }, 100)).toBe('middle');
});
