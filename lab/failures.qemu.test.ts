/** Tests failures around a real guest and the notifications of its owner and the operator, through the API, the worker and QEMU. */

import { readFile, rm, stat, statfs, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openAlerts } from '@innkeeper/db/tables/alerts';
import { run } from '@innkeeper/engine/host/run';
import { weeklyBackups } from '@innkeeper/jobs/weekly-backups';
import { defaultCopies } from '@innkeeper/model/settings/settings';
import { days } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { givenAddon } from './given-copies.ts';
import { givenJobCx } from './given-cx.ts';
import { openRealChain, type RealChain } from './real-chain.ts';

const MIB = 2 ** 20;
let passed = 0;
const clock = { now: () => new Date(Date.now() + passed) };
let chain: RealChain;
let id: number;

beforeAll(async () => {
  const copies = { settings: { ...defaultCopies, reserveGb: 0 } };
  // The engine's files are on a small disk, which a test fills.
  chain = await openRealChain({ image: 'tiny', copies, clock, timeLimitMs: 60_000, diskMb: 160, resumeFreeBytes: 64 * MIB });
  const body = { name: 'web-1', plan: 'nano', image_id: chain.imageId, ssh_keys: [chain.sshKeyId] };
  id = (await chain.ask('deployServer', {}, body)).id;
  await reads((server) => server.status === 'active' && server.locked === null);
});
afterAll(() => chain?.close());

type Until = Parameters<RealChain['serverWhen']>[2];
const reads = (until: Until) => chain.serverWhen(id, chain.owner.token, until);
const reading = (word: string) => reads(({ state, locked }) => locked === null && state.includes(word));
const guest = (command: string) => chain.inside(id, command);
const alerts = async () => (await openAlerts(chain.db)).map(({ kind }) => kind);
const engineHome = () => join(chain.home, 'engine');
const qemu = async () => {
  const record = await readFile(join(engineHome(), 'machines', `srv-${id}`, 'process.json'), 'utf8');
  return (JSON.parse(record) as { pid: number }).pid;
};

test('a weekly backup is taken when it is due, and listed', async () => {
  await givenAddon(chain.db, { serverId: id, key: 'backups' });
  const sweep = () => weeklyBackups(givenJobCx(chain.db, { clock }));
  await sweep();
  passed += days(1);
  await sweep();
  expect(await reads((server) => server.locked !== null)).toMatchObject({ state: ['running', 'locked'], lock_reason: 'backup' });
  expect(await reading('running')).toMatchObject({ status_reason: null });
  const { data } = await chain.ask('listBackups', {});
  expect(data).toMatchObject([{ server_id: id, size: 10, name: expect.stringMatching(/^web-1-.*\.qcow2$/) }]);
  const rows = await chain.db.selectFrom('copies').select(['origin', 'status', 'frozen']).execute();
  expect(rows).toEqual([{ origin: 'weekly', status: 'ready', frozen: true }]);
});

test('a full disk of the host: the guest is stalled, its owner is notified, and it resumes where it stopped', async () => {
  const bootId = await guest('cat /proc/sys/kernel/random/boot_id');
  const filler = join(engineHome(), 'filler');
  const { bavail, bsize } = await statfs(engineHome());
  await run('fallocate', ['-l', String(bavail * bsize - 3 * MIB), filler]);
  await guest('(dd if=/dev/urandom of=/root/big bs=1M count=12; sync) >/dev/null 2>&1 &');
  const reason = expect.stringMatching(/^The server has been paused since .* because the disk of its host is full\./);
  expect(await reading('unreachable')).toMatchObject({ state: ['unreachable'], status_reason: reason });
  await vi.waitUntil(async () => (await alerts()).includes('host_disk_full'), { timeout: 10_000 });
  // Space that only the database may use, such as that of a deleted ballast, resumes nothing. Two checks of the driver pass.
  await truncate(filler, (await stat(filler)).size - 40 * MIB);
  await sleep(12_000);
  expect(await reading('unreachable')).toMatchObject({ state: ['unreachable'] });
  await rm(filler);
  expect(await reading('running')).toMatchObject({ state: ['running'], status_reason: expect.stringContaining('was paused') });
  expect(await guest('sync; rm /root/big; cat /proc/sys/kernel/random/boot_id')).toBe(bootId);
  await vi.waitUntil(async () => !(await alerts()).includes('host_disk_full'), { timeout: 10_000 });
});

test('an unresponsive guest agent: the server keeps running, and a new password waits for its next start', async () => {
  await guest('killall qemu-ga');
  await chain.done('changeServerPassword', { id }, { password: 'Another-Word-9-now' });
  expect(await reading('running')).toMatchObject({ state: ['running'] });
  const { seed_waits } = await chain.db.selectFrom('servers').select('seed_waits').where('id', '=', id).executeTakeFirstOrThrow();
  expect(seed_waits).toEqual(['password']);
  expect(await chain.ask('getServerStatus', { id })).toMatchObject({ running: true });
});

test('a hung QEMU process: power off still ends it, and the server starts again', async () => {
  process.kill(await qemu(), 'SIGSTOP');
  expect(await chain.ask('getServerStatus', { id })).toMatchObject({ running: true });
  await chain.done('powerOffServer', { id });
  expect(await reading('stopped')).toMatchObject({ state: ['stopped'] });
  await chain.done('startServer', { id });
  expect(await reading('running')).toMatchObject({ state: ['running'], status_reason: null });
  expect(await alerts()).toEqual([]);
});
