import { expect, test } from 'vitest';
import { findUnaccepted, formatPlan } from './restore-plan.ts';

const FINDINGS = ['disks belong to no server: srv-124', 'a message\nof two  lines'];
const plan = formatPlan(FINDINGS, { backup: 'house-20261124T031500Z.tar.zst.age', at: new Date('2026-11-25T00:00:00Z') });

test('a plan accepts the findings that it lists', () => {
  expect(plan).toContain('2026-11-25T00:00:00.000Z, after the restore of house-20261124T031500Z.tar.zst.age.\n');
  expect(findUnaccepted(FINDINGS, plan)).toEqual([]);
  expect(findUnaccepted([], plan)).toEqual([]);
});

test('does not accept new findings, or lines that were deleted or commented out', () => {
  expect(findUnaccepted([...FINDINGS, 'new'], plan)).toEqual(['new']);
  expect(findUnaccepted(FINDINGS, plan.replace('disks', '# disks'))).toEqual([FINDINGS[0]]);
  expect(findUnaccepted(FINDINGS, '')).toHaveLength(2);
});
