/** Real processes of an installation that recovers from a restore: they start, wait, and continue by themselves. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readValidStatus } from '@innkeeper/apps/backup/status';
import { withUrl } from '@innkeeper/apps/installation/database';
import { homeAt } from '@innkeeper/apps/installation/home';
import { commandFor, type Outcome, until } from '@innkeeper/apps/testing/command';
import { freePort } from '@innkeeper/apps/testing/free-port';
import type { Status } from '@innkeeper/contract/operator/installation';
import { findRunning } from '@innkeeper/db/embedded/running';
import type { Database } from '@innkeeper/db/schema';
import { beginRecovering, endRecovering } from '@innkeeper/db/tables/recovering';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

const directory = realpathSync(mkdtempSync(join(tmpdir(), 'innkeeper-recovering-')));
const home = homeAt(join(directory, 'home'));
const innkeeper = commandFor(home.path);
let port = '';
const up = (): Promise<Outcome> => innkeeper('up', '--engine', 'simulated', '--port', port, '--detach');
const onDatabase = <T>(work: (db: Kysely<Database>) => Promise<T>): Promise<T> =>
  withUrl(findRunning(home.database)?.url ?? expect.fail('no PostgreSQL'), work);
const signs = () =>
  onDatabase(async (db) => {
    const { seen_at } = await db.selectFrom('nodes').select('seen_at').executeTakeFirstOrThrow();
    const beats = await db.selectFrom('service_beats').selectAll().orderBy('service').execute();
    return { seen_at, beats };
  });

beforeAll(async () => {
  port = String(await freePort());
  expect(await up()).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await innkeeper('down', '--guests');
  rmSync(directory, { recursive: true });
});

test('API and worker start during a recovery, write nothing, and work normally after its end', async () => {
  expect(await innkeeper('image', 'build', 'debian-13')).toMatchObject({ code: 0 });
  const takenAt = new Date('2027-03-10T03:15:00Z');
  await onDatabase((db) => beginRecovering(db, { backup: 'house-1.tar.zst.age', takenAt, now: new Date() }));
  expect(await innkeeper('backup', 'setup', '--directory', join(directory, 'store'))).toMatchObject({ code: 0 });
  await innkeeper('down');
  const restarted = await up();
  expect(restarted).toMatchObject({ code: 0 });
  expect(restarted.stdout).toContain('This installation is recovering from house-1.tar.zst.age');
  const status = JSON.parse((await innkeeper('status', '--json')).stdout) as Status;
  expect(status).toMatchObject({ state: 'ready', healthy: true, recovering: { backup: 'house-1.tar.zst.age' } });
  const before = await signs();

  const signUp = await fetch(`http://127.0.0.1:${port}/v1/sessions`, { method: 'POST' });
  expect([signUp.status, await signUp.json()]).toMatchObject([503, { code: 'recovering' }]);
  const refused = await innkeeper('account', 'create', '--email', 'me@example.org', '--country', 'DE');
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('recovering from a restore')]);
  const doctor = await innkeeper('doctor');
  expect(doctor.stdout).toContain('recovering from a restore');
  const next = (await readValidStatus(home))?.next_run_at;
  expect(await innkeeper('backup', 'run')).toMatchObject({ code: 0, stdout: expect.stringContaining('No backup is made while') });
  expect(await readValidStatus(home)).toMatchObject({ problems: [expect.stringContaining('restore finish')] });
  expect((await readValidStatus(home))?.next_run_at).not.toBe(next);
  expect(await signs()).toEqual(before);

  rmSync(join(home.engine, 'simulated-images', 'debian-13.qcow2'));
  await onDatabase((db) => endRecovering(db));
  await until('the worker is there again', async () => Number((await signs()).seen_at) > Number(before.seen_at));
  await until('the API takes changes', async () => {
    const { status: code } = await fetch(`http://127.0.0.1:${port}/v1/sessions`, { method: 'POST' });
    return code !== 503;
  });

  // The first check of the worker has noticed the lost image.
  const missing = () =>
    onDatabase(async (db) => {
      const rows = await db.selectFrom('images').select('key').where('missing_since', 'is not', null).execute();
      return rows.map(({ key }) => key);
    });
  await until('the image counts as missing', async () => (await missing()).length > 0);
  expect(await missing()).toEqual(['debian-13']);
  const repaired = await innkeeper('image', 'repair');
  expect(repaired).toMatchObject({ code: 0, stdout: 'Image debian-13: its file is back.\n' });
  expect(await missing()).toEqual([]);
});
