import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { writeReport } from './report-files.ts';

const root = mkdtempSync(join(tmpdir(), 'innkeeper-reports-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('keeps the newest reports of each process, readable only by their owner', async () => {
  const directory = join(root, 'reports');
  const day = (n: number) => new Date(Date.UTC(2027, 0, n));
  await writeReport(directory, { name: 'worker', at: day(1) }, { of: 'worker' });
  for (let n = 1; n <= 7; n += 1) await writeReport(directory, { name: 'api', at: day(n) }, { n });
  expect(readdirSync(directory).sort()).toEqual([
    ...[3, 4, 5, 6, 7].map((n) => `api-2027-01-0${n}T00-00-00-000Z.json`),
    'worker-2027-01-01T00-00-00-000Z.json',
  ]);
  expect(JSON.parse(readFileSync(join(directory, 'api-2027-01-07T00-00-00-000Z.json'), 'utf8'))).toEqual({ n: 7 });
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  for (const name of readdirSync(directory)) expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600);
});
