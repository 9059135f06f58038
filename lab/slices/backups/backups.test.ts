import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expireCopies } from '@innkeeper/jobs/expire-copies';
import { weeklyBackups } from '@innkeeper/jobs/weekly-backups';
import { days } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Chain, openChain } from '../../chain.ts';
import { givenAccount, givenNode, givenServer } from '../../given.ts';
import { givenCopy } from '../../given-copies.ts';
import { givenJobCx } from '../../given-cx.ts';
import { labSettings } from '../../settings.ts';
import { assertInvariants } from '../../torture/invariants.ts';
import { deploy } from '../given-deploy.ts';
import { givenServing, type Serving } from '../given-serving.ts';

let chain: Chain;
let serving: Serving;
let refusing: string | undefined;
beforeAll(async () => {
  chain = await openChain({
    simulated: {
      delays: { copy: 100 },
      fail: (act) => {
        if (act === refusing) throw new Error('no such luck');
      },
    },
  });
  await givenNode(chain.db);
  serving = await givenServing(chain);
});
afterAll(() => chain.close());

const list = async (query = {}, { token } = serving.owner) => (await chain.call('listBackups', { query }, { token })).body;
const stored = () => readdir(join(chain.home, 'copies/backups'));
const copiesOf = (serverId: number) =>
  chain.db.selectFrom('copies').selectAll().where('server_id', '=', serverId).orderBy('id').execute();
const addonOf = (serverId: number) =>
  chain.db.selectFrom('addons').selectAll().where('server_id', '=', serverId).executeTakeFirstOrThrow();
const at = (now: Date) => givenJobCx(chain.db, { clock: { now: () => now } });
const setDue = (serverId: number, next_backup_at: Date | null) =>
  chain.db
    .updateTable('addon_details')
    .set({ next_backup_at })
    .where('id', 'in', (eb) => eb.selectFrom('addons').select('id').where('server_id', '=', serverId))
    .execute();

test('createBackup creates a backup at once, in the store that the operator configured', async () => {
  const answer = await serving.backup();
  expect(answer.status).toBe(201);
  expect(answer.body).toMatchObject({ server_id: serving.id, server_hostname: 'web-1', size: 10 });
  expect(answer.body.name).toMatch(/^web-1-\d{4}-\d{2}-\d{2}-\d{6}\.qcow2$/);
  expect(answer.body.created_at).toMatch(/\+00:00$/);
  expect((await serving.backup()).body).toMatchObject({ code: 'locked', lock_reason: 'backup' });
  expect((await serving.unlocked()).state).toEqual(['running']);
  expect((await list()).data).toEqual([answer.body]);
  const [row] = await copiesOf(serving.id);
  expect(row).toMatchObject({ status: 'ready', target: 'local', frozen: true });
  expect(await stored()).toEqual([row?.object_key]);
});

test('listBackups lists only backups, 50 to a page', async () => {
  await givenCopy(chain.db, { serverId: serving.id, kind: 'snapshot' });
  expect((await list()).meta).toMatchObject({ per_page: 50, total: 1 });
});

test('deleteBackup removes the backup and its file', async () => {
  const [row] = await copiesOf(serving.id);
  const { token } = serving.owner;
  expect((await chain.call('deleteBackup', { params: { id: row?.id ?? 0 } }, { token })).status).toBe(204);
  await chain.worker.idle();
  expect(await stored()).toEqual([]);
  await assertInvariants(chain);
});

test('the addon creates a backup per week, never two at a time, and keeps three', async () => {
  const { id } = serving;
  await setDue(id, null);
  // A workflow enqueued for a later time would wait for it.
  let now = new Date(Date.now() - days(50));
  expect(await weeklyBackups(at(now))).toBe(0);
  const planned = (await addonOf(id)).next_backup_at ?? now;
  expect(planned.getTime()).toBeGreaterThan(now.getTime());
  expect(planned.getTime()).toBeLessThanOrEqual(now.getTime() + days(1));

  for (let week = 0; week < 5; week++) {
    now = new Date(planned.getTime() + days(7 * week));
    const begun = await Promise.all([weeklyBackups(at(now)), weeklyBackups(at(now))]);
    expect(begun[0] + begun[1]).toBe(1);
    expect((await addonOf(id)).next_backup_at).toEqual(new Date(now.getTime() + days(7)));
    await serving.unlocked();
  }
  await weeklyBackups(at(now));
  await chain.worker.idle();
  const weekly = (await copiesOf(id)).filter((copy) => copy.origin === 'weekly');
  expect(weekly.map((copy) => [copy.status, copy.created_at])).toEqual(
    [2, 3, 4].map((week) => ['ready', new Date(planned.getTime() + days(7 * week))]),
  );
  expect((await stored()).length).toBe(3);
  await assertInvariants(chain);
});

test('a weekly backup waits while its server is locked, and a failed one is retried within hours', async () => {
  const now = new Date();
  await setDue(serving.id, now);
  const { body } = await serving.snapshot('meanwhile');
  expect(await weeklyBackups(at(now))).toBe(0);
  await serving.unlocked();
  refusing = 'copyDisk';
  expect(await weeklyBackups(at(now))).toBe(1);
  await serving.unlocked();
  refusing = undefined;
  const next = (await addonOf(serving.id)).next_backup_at ?? now;
  expect(next.getTime() - Date.now()).toBeLessThanOrEqual(6 * 3_600_000);
  await chain.db.deleteFrom('copies').where('id', '=', body.id).execute();
});

test('backups of a terminated server are removed after the configured number of days', async () => {
  const owner = await givenAccount(chain.db);
  const ended = new Date(Date.now() - days(31));
  const end = { status: 'terminated', power: 'absent', ended_at: ended, status_reason: 'It was cancelled.' } as const;
  const id = await givenServer(chain.db, { accountId: owner.accountId, ...end });
  const copy = await givenCopy(chain.db, { serverId: id, kind: 'backup', target: 'local' });
  const later = (n: number) => new Date(ended.getTime() + days(n));
  await expireCopies(at(later(29)));
  expect((await list({}, owner)).data.map((one: { id: number }) => one.id)).toEqual([copy.id]);
  // The day that was set once holds, even when the settings change.
  await expireCopies({ ...at(later(29)), settings: { ...labSettings, copyRetentionMs: days(1) } });
  expect((await copiesOf(id)).map((copy) => copy.kept_until)).toEqual([later(30)]);
  await expireCopies(at(later(30)));
  await chain.worker.idle();
  expect(await copiesOf(id)).toEqual([]);
});

test('a file that cannot be removed at once is removed later', async () => {
  const { body } = await serving.backup();
  await serving.unlocked();
  await chain.db.updateTable('copies').set({ target: 's3' }).where('id', '=', body.id).execute();
  const { token } = serving.owner;
  expect((await chain.call('deleteBackup', { params: { id: body.id } }, { token })).status).toBe(204);
  await chain.worker.idle();
  const row = () => chain.db.selectFrom('copies').selectAll().where('id', '=', body.id).executeTakeFirst();
  expect(await row()).toMatchObject({ status: 'deleting' });
  await chain.db.updateTable('copies').set({ target: 'local' }).where('id', '=', body.id).execute();
  await expireCopies(at(new Date()));
  await chain.worker.idle();
  expect(await row()).toBeUndefined();
});

test('without the addon there are no backups', async () => {
  // With a machine: of one that is lost, the watch says so first.
  const owner = await givenAccount(chain.db, { funds: 1_000_000n });
  const { token } = owner;
  const { id } = (await deploy(chain, owner)).body;
  await chain.serverWhen(id, token, (server) => server.status === 'active' && server.locked === null);
  const answer = await chain.call('createBackup', { params: { id } }, { token });
  expect(answer).toMatchObject({ status: 422, body: { code: 'wrong_state', message: expect.stringMatching(/backups addon/) } });
});
