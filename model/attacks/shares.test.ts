import { expect, test } from 'vitest';
import { addFlows, emptyShares, type Flow, MAX_SHARES, sumShares, topOf } from './shares.ts';

const flow = (source: string, protocol: number, port: number, packets: number): Flow => ({
  ...{ source, protocol, port, packets, bytes: packets * 100 },
});

test('addFlows adds totals, keeps peaks per second, and separates protocols and ports', () => {
  const first = addFlows(emptyShares(), [flow('192.0.2.1', 6, 443, 100), flow('192.0.2.1', 17, 53, 10)], 2);
  const shares = addFlows(first, [flow('192.0.2.2', 6, 443, 40)], 1);
  expect(shares.protocols).toEqual({
    6: { peak_bps: 40_000, peak_pps: 50, bytes: 14_000, packets: 140 },
    17: { peak_bps: 4_000, peak_pps: 5, bytes: 1_000, packets: 10 },
  });
  expect(Object.keys(shares.tcp_ports)).toEqual(['443']);
  expect(Object.keys(shares.udp_ports)).toEqual(['53']);
  expect(topOf(shares.sources, 1)).toEqual([expect.objectContaining({ key: '192.0.2.1', packets: 110 })]);
  expect(sumShares(Object.values(shares.sources))).toMatchObject({ packets: 150, bytes: 15_000 });
});

test('addFlows keeps only the largest entries of a list', () => {
  const forged = Array.from({ length: 3 * MAX_SHARES }, (_, i) => flow(`198.51.${i >> 8}.${i & 255}`, 17, i, 1));
  const shares = addFlows(emptyShares(), [...forged, flow('192.0.2.1', 17, 9, 500)], 1);
  expect(Object.keys(shares.sources)).toHaveLength(MAX_SHARES);
  expect(shares.sources['192.0.2.1']?.packets).toBe(500);
});
