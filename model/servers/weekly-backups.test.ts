import { expect, it } from 'vitest';
import { firstBackupAt, nextBackupAt } from './weekly-backups.ts';

const now = new Date('2026-01-31T12:00:00Z');

it('is due within a day for the first time, and a server keeps its minute', () => {
  for (let server = 1; server < 2000; server += 7) {
    const first = firstBackupAt(server, now);
    const wait = first.getTime() - now.getTime();
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(86_400_000);
    expect(firstBackupAt(server, new Date('2026-03-01T05:00:00Z')).toISOString().slice(11)).toBe(first.toISOString().slice(11));
  }
});

it('spreads servers evenly over the hours of a day', () => {
  const hours = Array.from({ length: 240 }, (_, i) => firstBackupAt(1000 + i, now).getUTCHours());
  for (let hour = 0; hour < 24; hour++) expect(Math.abs(hours.filter((one) => one === hour).length - 10)).toBeLessThanOrEqual(2);
});

it('is due again after a week, and only once after weeks without a worker', () => {
  expect(nextBackupAt(now, new Date('2026-01-31T12:00:30Z'))).toEqual(new Date('2026-02-07T12:00:00Z'));
  expect(nextBackupAt(now, new Date('2026-02-07T12:00:00Z'))).toEqual(new Date('2026-02-14T12:00:00Z'));
  expect(nextBackupAt(now, new Date('2026-03-01T00:00:00Z'))).toEqual(new Date('2026-03-07T12:00:00Z'));
});
