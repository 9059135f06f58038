/** Snapshot, restore, backup to an S3 server, reinstall: through the API, with a real guest that is looked into by SSH. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sshCommandLine } from '@innkeeper/apps/ssh/command-line';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { NamespaceNetwork } from '@innkeeper/engine/network/namespace/driver';
import { openEngine } from '@innkeeper/engine/open';
import { machineIdOf, macOf } from '@innkeeper/model/machine-names';
import { defaultSettings } from '@innkeeper/model/settings';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chainOver, type WholeChain } from './chain.ts';
import { type GivenAccount, givenAccount, givenNode } from './given.ts';
import { givenAddon } from './given-copies.ts';
import { openS3Server, type S3Server } from './s3-server.ts';

const projectRoot = process.cwd();
const run = promisify(execFile);
const PATIENCE_MS = 240_000;

let s3: S3Server;
let chain: WholeChain;
let owner: GivenAccount;
let identity: string;
let id: number;

beforeAll(async () => {
  s3 = await openS3Server();
  const home = await mkdtemp(join(tmpdir(), 'innkeeper-copies-'));
  const { endpoint, bucket, credentials } = s3;
  const place = { endpoint, bucket, region: 'eu-central-1', prefix: '' };
  const settings = { ...defaultSettings.copies, target: 's3', reserveGb: 0, s3: place } as const;
  const engine = await openEngine({
    kind: 'qemu',
    home: join(home, 'engine'),
    projectRoot,
    root: process.getuid?.() === 0,
    log: SILENT_LOG,
    images: join(projectRoot, 'build', 'images'),
    copies: { directory: join(home, 'copies'), settings, credentials },
  });
  await engine.network.open([{ cidr: '10.77.0.0/24', gateway: '10.77.0.1' }]);
  await engine.compute.open();
  const image = await engine.images.provide('tiny');
  chain = await chainOver(engine, { home, patienceMs: PATIENCE_MS });
  await givenNode(chain.db);
  await chain.db.updateTable('images').set({ path: image.path, format: image.format }).where('key', '=', 'tiny').execute();
  owner = await givenAccount(chain.db, { funds: 1_000_000n });
  identity = join(home, 'key');
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', identity]);
  const key = (await readFile(`${identity}.pub`, 'utf8')).trim();
  const added = await call('addSshKey', {}, { name: 'mine', key });
  const body = { name: 'web-1', plan: 'nano', image_id: await tiny(), ssh_keys: [added.id] };
  id = (await call('deployServer', {}, body)).id;
  await chain.serverWhen(id, owner.token, (server) => server.status === 'active');
  await givenAddon(chain.db, { serverId: id, key: 'backups' });
});
afterAll(async () => {
  const { engine } = chain;
  await engine.compute.destroy(machineIdOf(id));
  await engine.network.detach(machineIdOf(id));
  if (engine.network instanceof NamespaceNetwork) await engine.network.remove();
  await chain.close();
  await s3.close();
});

const tiny = async () =>
  (await chain.db.selectFrom('images').select('id').where('key', '=', 'tiny').executeTakeFirstOrThrow()).id;
type Operation = Parameters<WholeChain['call']>[0];
async function call(operation: Operation, params: Record<string, number>, body?: object) {
  const answer = await chain.call(operation, { params, ...(body && { body }) }, { token: owner.token });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
}
async function done(operation: Operation, body?: object) {
  const answer = await call(operation, { id }, body);
  await chain.serverWhen(id, owner.token, (server) => server.locked === null);
  const { data } = await call('listServerOperations', { id });
  expect(data[0]).toMatchObject({ state: 'done' });
  return answer;
}
/** The host key that is met first under an alias is the only one taken. */
async function guest(command: string, hostKeyAlias = 'first'): Promise<string> {
  const spec = { machineId: machineIdOf(id), mac: macOf(id), hostname: 'web-1', addresses: await addresses(), dns: [] };
  const endpoint = chain.engine.network.sshEndpoint(spec);
  const knownHosts = join(chain.home, 'known-hosts');
  const line = sshCommandLine({ endpoint, user: 'root', identity, hostKeyAlias, knownHosts }, ['BatchMode=yes'], [command]);
  return (await run(line.file, line.args, { timeout: 60_000 })).stdout.trim();
}
async function addresses() {
  const rows = await chain.db.selectFrom('ip_addresses').selectAll().where('server_id', '=', id).execute();
  return rows.map(({ address, prefix, gateway }) => ({ address, prefix, gateway, version: 4 as const }));
}
const bootId = () => guest('cat /proc/sys/kernel/random/boot_id');

test('a snapshot of a running guest is put back: what was written after it is gone', async () => {
  await guest('echo early > /root/notes');
  const before = await bootId();
  const snapshot = await done('createSnapshot', { name: 'early' });
  expect(await bootId()).toBe(before);
  const row = await chain.db.selectFrom('copies').selectAll().where('id', '=', snapshot.id).executeTakeFirstOrThrow();
  // A file system of the guest stood still, and 10 GB of disk are a few MB of file.
  expect(row).toMatchObject({ status: 'ready', frozen: true, target: 'node', size_gb: 10 });
  expect(Number(row.bytes)).toBeLessThan(200 * 2 ** 20);

  await guest('echo late > /root/notes; touch /root/late; sync');
  await done('restoreServer', { snapshot_id: snapshot.id });
  expect(await guest('cat /root/notes; ls /root')).toBe('early\nnotes');
  expect(await bootId()).not.toBe(before);
});

test('a backup goes to the S3 server, and comes back from there onto a guest that is off', async () => {
  await guest('echo backed-up > /root/notes');
  const backup = await done('createBackup');
  expect(await s3.keys()).toHaveLength(1);
  await guest('rm /root/notes; sync');
  await done('powerOffServer');
  await done('restoreServer', { backup_id: backup.id });
  expect(await guest('cat /root/notes')).toBe('backed-up');
});

test('a reinstall leaves nothing of before, and the key still opens', async () => {
  await done('reinstallServer', { image_id: await tiny() });
  expect(await guest('ls /root', 'second')).toBe('');
});
