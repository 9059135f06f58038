/** Tests snapshot, restore, backup to an S3 server and reinstall: through the API, with a real guest that is checked by SSH. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { registerImage } from '@innkeeper/db/seed/register-image';
import { run } from '@innkeeper/engine/host/run';
import { defaultCopies } from '@innkeeper/model/settings/settings';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenAddon } from './given-copies.ts';
import { openRealChain, type RealChain } from './real-chain.ts';
import { openS3Server, type S3Server } from './s3/server.ts';

let s3: S3Server;
let chain: RealChain;
let id: number;
let snapshot: number;

beforeAll(async () => {
  s3 = await openS3Server();
  const { endpoint, bucket, region, credentials } = s3;
  const place = { endpoint, bucket, region, prefix: '' };
  const settings = { ...defaultCopies, target: 's3', reserveGb: 0, s3: place } as const;
  chain = await openRealChain({ image: 'tiny', copies: { settings, credentials } });
  const body = { name: 'web-1', plan: 'nano', image_id: chain.imageId, ssh_keys: [chain.sshKeyId] };
  id = (await chain.ask('deployServer', {}, body)).id;
  await chain.serverWhen(id, chain.owner.token, (server) => server.status === 'active');
  await givenAddon(chain.db, { serverId: id, key: 'backups' });
});
afterAll(async () => {
  await chain?.close();
  await s3?.close();
});

const done = (operation: Parameters<RealChain['done']>[0], body?: object) => chain.done(operation, { id }, body);
const guest = (command: string, hostKeyAlias?: string) => chain.inside(id, command, hostKeyAlias);
const bootId = () => guest('cat /proc/sys/kernel/random/boot_id');

test('restoring a snapshot of a running guest discards later writes', async () => {
  await guest('echo early > /root/notes');
  const before = await bootId();
  snapshot = (await done('createSnapshot', { name: 'early' })).id;
  expect(await bootId()).toBe(before);
  const row = await chain.db.selectFrom('copies').selectAll().where('id', '=', snapshot).executeTakeFirstOrThrow();
  // The guest's file systems were frozen. The copy of a 10 GB disk is a file of a few MB.
  expect(row).toMatchObject({ status: 'ready', frozen: true, target: 'node', size_gb: 10 });
  expect(Number(row.bytes)).toBeLessThan(200 * 2 ** 20);

  await guest('echo late > /root/notes; touch /root/late; sync');
  await done('restoreServer', { snapshot_id: snapshot });
  expect(await guest('cat /root/notes; ls /root')).toBe('early\nnotes');
  expect(await bootId()).not.toBe(before);
});

test('a newer build of the image serves later disks only: an older server restarts and is restored', async () => {
  const newer = await givenNewerBuild(chain);
  await chain.done('restartServer', { server: id });
  expect(await guest('cat /root/notes; cat /etc/build 2> /dev/null || echo older')).toBe('early\nolder');
  await done('restoreServer', { snapshot_id: snapshot });
  expect(await guest('cat /root/notes; cat /etc/build 2> /dev/null || echo older')).toBe('early\nolder');
  expect(await chain.ask('getServer', { id })).toMatchObject({ server_image: { id: newer } });
});

test('a backup is stored on the S3 server, and restored from there to a stopped server', async () => {
  await guest('echo backed-up > /root/notes');
  const backup = await done('createBackup');
  expect(s3.keys()).toHaveLength(1);
  await guest('rm /root/notes; sync');
  await done('powerOffServer');
  await done('restoreServer', { backup_id: backup.id });
  expect(await guest('cat /root/notes')).toBe('backed-up');
});

test('a reinstall takes the newer build, leaves nothing of the old disk, and the SSH key can still log in', async () => {
  await done('reinstallServer', { image_id: chain.imageId });
  expect(await guest('ls /root; cat /etc/build', 'second')).toBe('newer');
});

/** Registers a copy of the image's file with `/etc/build` as its newer build. Returns the image's id, which stays. */
async function givenNewerBuild({ db, imageId, home }: RealChain): Promise<number> {
  const older = await db.selectFrom('images').selectAll().where('id', '=', imageId).executeTakeFirstOrThrow();
  const [path, marker] = [join(home, 'newer.raw'), join(home, 'newer')];
  // A second attempt of the test finds it.
  if (older.path === path) return imageId;
  await run('qemu-img', ['convert', '-f', older.format, '-O', 'raw', older.path, path]);
  await writeFile(marker, 'newer\n');
  const { partitiontable: table } = JSON.parse(await run('sfdisk', ['--json', path]));
  const { start } = table.partitions.find(({ type }: { type: string }) => type === '83');
  await run('debugfs', ['-w', '-R', `write ${marker} /etc/build`, `${path}?offset=${start * 512}`]);
  return db
    .transaction()
    .execute((trx) =>
      registerImage(trx, { key: 'tiny', name: 'tiny', group: 'tiny', format: 'raw', path, ssh_keys_support: true }),
    );
}
