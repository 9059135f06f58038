import { expect, test } from 'vitest';
import { type RetainedBackup, selectRetained } from './retention.ts';

const RETENTION = { hourly: 24, daily: 14, weekly: 8, monthly: 12 };
const HOUR_MS = 3_600_000;
const LAST = new Date('2026-12-31T23:15:00Z');
/** After all backups, except in a test on wrong clocks. */
const NOW = new Date('2027-12-31T23:15:00Z');

/** Returns one backup per hour for `hours` hours, the newest at `LAST`. */
function hourly(hours: number, verified: (index: number) => boolean = () => false): RetainedBackup[] {
  return Array.from({ length: hours }, (_, index) => ({
    name: `b${index}`,
    takenAt: new Date(LAST.getTime() - index * HOUR_MS),
    verifiedAt: verified(index) ? LAST : null,
  }));
}

test('of a year of hourly backups, keeps 24 hourly, 14 daily, 8 weekly and 12 monthly ones', () => {
  const backups = hourly(365 * 24);
  const kept = selectRetained(backups, RETENTION, NOW);
  const times = backups.filter(({ name }) => kept.has(name)).map(({ takenAt }) => takenAt.toISOString().slice(0, 16));
  expect(times.slice(0, 25)).toEqual([
    ...Array.from({ length: 24 }, (_, hour) => `2026-12-31T${String(23 - hour).padStart(2, '0')}:15`),
    '2026-12-30T23:15',
  ]);
  // The last backups of 13 more days, of the previous weeks (Sundays), and of the months.
  expect(times.slice(24)).toEqual([
    ...Array.from({ length: 13 }, (_, day) => `2026-12-${30 - day}T23:15`),
    ...['2026-12-13', '2026-12-06', '2026-11-30', '2026-11-29', '2026-11-22', '2026-11-15'].map((day) => `${day}T23:15`),
    ...['2026-10-31', '2026-09-30', '2026-08-31', '2026-07-31', '2026-06-30', '2026-05-31'].map((day) => `${day}T23:15`),
    ...['2026-04-30', '2026-03-31', '2026-02-28', '2026-01-31'].map((day) => `${day}T23:15`),
  ]);
});

test('a backup kept now is kept an hour later, or a newer one of its period is', () => {
  let backups = hourly(1);
  for (let hour = 1; hour <= 24 * 120; hour += 1) {
    const takenAt = new Date(LAST.getTime() + hour * HOUR_MS);
    backups = [...backups, { name: `n${hour}`, takenAt, verifiedAt: null }];
    const kept = selectRetained(backups, RETENTION, NOW);
    backups = backups.filter(({ name }) => kept.has(name));
  }
  // With pruning every hour, 120 days leave 24 hours, 13 more days, and the previous weeks and months.
  expect(backups.length).toBeGreaterThanOrEqual(24 + 13 + 6 + 3);
  expect(backups.length).toBeLessThanOrEqual(24 + 14 + 8 + 12 + 1);
});

test('always keeps the newest verified one', () => {
  const kept = selectRetained(
    hourly(24 * 40, (index) => index >= 24 * 30),
    { hourly: 1, daily: 0, weekly: 0, monthly: 0 },
    NOW,
  );
  expect([...kept]).toEqual([
    ['b0', 'newest'],
    ['b720', 'newest verified'],
  ]);
});

test('an hour without a backup does not count as one', () => {
  const [newest, older, oldest] = hourly(3);
  const gap = [newest, { ...older, takenAt: new Date('2026-12-01T00:00:00Z') }, oldest].filter((one) => one !== undefined);
  expect(selectRetained(gap as RetainedBackup[], { hourly: 3, daily: 0, weekly: 0, monthly: 0 }, NOW).size).toBe(3);
});

test('a backup dated in the future is kept, and does not count for the retention of others', () => {
  const [newest, older] = hourly(2, () => true);
  const ahead = { name: 'ahead', takenAt: new Date('2099-01-01T00:00:00Z'), verifiedAt: LAST };
  const backups = [ahead, newest, older].filter((one) => one !== undefined);
  expect([...selectRetained(backups, { hourly: 1, daily: 0, weekly: 0, monthly: 0 }, NOW)]).toEqual([
    ['ahead', 'of a wrong clock'],
    ['b0', 'newest'],
  ]);
});
