/**
 * End-to-end test of servers with a Debian 13 shaped as its stock cloud image, without guest agent, through the API. The server becomes
 * active by its ready line, restarts by a shutdown, and takes changes at its next boot.
 *
 * Run it with `npm run test:stock-debian`: the image takes 3 minutes to build, and each boot takes 2 minutes and more under TCG.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NO_MEDIA } from '@innkeeper/engine/compute/port';
import { guestInspector } from '@innkeeper/engine/compute/qemu/guest-inspector';
import { partsOf } from '@innkeeper/engine/compute/qemu/user-data.example';
import { run } from '@innkeeper/engine/host/run';
import type { ImageFile } from '@innkeeper/engine/images/port';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { machineSpec } from '@innkeeper/workflows/steps/machine-spec';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openRealChain, type RealChain } from './real-chain.ts';
import { provideStockDebian } from './stock-debian/image.ts';

const PROJECT = join(import.meta.dirname, '..');
/** Timeout of an operation in milliseconds. A boot takes 3 minutes alone under TCG, and many times as long on a busy machine. */
const BOOT_MS = 3_600_000;
const DEADLINE_FACTOR = 6;
const PASSWORD = 'correct horse battery';
/** Its lists replace those of our cloud-config. */
const THEIRS = `#cloud-config
users:
  - default
  - name: ada
  - name: root
bootcmd:
  - [sh, -c, 'echo boot >> /root/theirs; exit 1']
write_files:
  - {path: /etc/theirs, content: theirs}
runcmd:
  - [sh, -c, 'echo run >> /root/theirs']
`;

const MIME = `Content-Type: multipart/mixed; boundary="theirs"
MIME-Version: 1.0

--theirs
Content-Type: text/cloud-boothook

#cloud-boothook
#!/bin/sh
echo hook >> /root/hook-ran
--theirs
Content-Type: text/jinja2

## template: jinja
#cloud-config
runcmd:
  - [sh, -c, 'echo {{ v1.local_hostname }} >> /root/template-ran']
--theirs
Content-Type: text/x-shellscript; charset="utf-8"

#!/bin/sh
echo script >> /root/script-ran
--theirs--
`;

vi.setConfig({ testTimeout: 2 * BOOT_MS, hookTimeout: 2 * BOOT_MS });

let chain: RealChain;
let image: ImageFile;
let scratch: string;
let id: number;
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'innkeeper-stock-'));
  image = await provideStockDebian(join(PROJECT, 'build', 'images'));
  chain = await openRealChain({ image, timeLimitMs: BOOT_MS, deadlineFactor: DEADLINE_FACTOR });
});
afterAll(async () => {
  await chain?.close();
  await rm(scratch, { recursive: true, force: true });
});

async function deploy(name: string, more: object = {}): Promise<number> {
  const body = { name, password: PASSWORD, plan: 'micro', image_id: chain.imageId, ssh_keys: [chain.sshKeyId], ...more };
  const { id: server } = await chain.ask('deployServer', {}, body);
  await chain.serverWhen(server, chain.owner.token, ({ status }) => status === 'active');
  return server;
}

const guest = (command: string) => chain.inside(id, command);

/** Returns the machine of a server, as tests of the engine use it. */
async function specOf(server: number) {
  const { machine, nic } = await machineSpec(chain.db, server, []);
  return { ...machine, media: NO_MEDIA, nic: { ...nic, plug: { kind: 'none' as const } } };
}

/** Returns whether root can log in with a password or a key, as a client does. */
async function accepts(server: number, { password, key }: { password: string; key: string }) {
  const machines = join(chain.home, 'engine', 'machines');
  const inspector = guestInspector({ network: chain.engine.network, key, machines });
  const spec = await specOf(server);
  const byKey = await inspector.facts(spec).then(
    () => true,
    () => false,
  );
  return { password: await inspector.acceptsPassword(spec, { clear: password, hash: '' }), key: byKey };
}

const pending = async () => {
  const row = await chain.db.selectFrom('servers').select('seed_waits').where('id', '=', id).executeTakeFirstOrThrow();
  return row.seed_waits;
};

test('the image passes its trial boot by its ready line', async () => {
  const spec = { image, diskGb: 4, memoryMb: 1024 };
  expect(await chain.engine.trials?.boot(spec, { limitMs: BOOT_MS })).toEqual({ passed: true, reports: 'line' });
});

describe('a server', () => {
  beforeAll(async () => {
    id = await deploy('web-1.example.com', { startup_script: '#!/bin/sh\necho once >> /root/startup-ran\n' });
  });

  test('the server is active by the boot id of its ready line, with name, key, password and script', async () => {
    expect(await guest('command -v qemu-ga || echo none')).toBe('none');
    const bootId = await guest('cat /proc/sys/kernel/random/boot_id');
    expect(await chain.engine.compute.inspect(machineIdOf(id))).toMatchObject({ up: true, bootId });
    expect(await guest('cloud-init status --wait | grep ^status; hostname; hostname -f; cat /root/startup-ran')).toBe(
      'status: done\nweb-1\nweb-1.example.com\nonce',
    );
    expect(await accepts(id, { password: PASSWORD, key: chain.identity })).toEqual({ password: true, key: true });
    expect(await accepts(id, { password: 'mistaken', key: chain.identity })).toEqual({ password: false, key: true });
  });

  test('neither the metadata service nor the copy of user data in the guest has the password hash', async () => {
    const { root_password_hash } = await chain.db
      .selectFrom('servers')
      .select('root_password_hash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(root_password_hash).toMatch(/^\$6\$/);
    for (const command of [
      'curl -s http://169.254.169.254/openstack/latest/user_data',
      'cat /var/lib/cloud/instance/user-data.txt',
    ]) {
      const parts = partsOf(`${await guest(command)}\n`);
      expect(Object.keys(parts)).toEqual(['text/cloud-boothook', 'text/cloud-config']);
      expect(Object.values(parts).join()).not.toContain('$6$');
    }
  });

  test("a restart shuts the guest down without a reset, and keeps the owner's changes", async () => {
    const events: string[] = [];
    const unwatch = chain.engine.compute.watch(({ kind }) => events.push(kind));
    const before = await guest('cat /proc/sys/kernel/random/boot_id');
    await guest('echo "# mine" >> /root/.ssh/authorized_keys; echo "192.0.2.1 mine" >> /etc/hosts');
    await guest('echo unflushed > /root/unflushed');
    await chain.done('restartServer', { server: id });
    unwatch();
    expect(events).toEqual(['stopped', 'started']);
    expect(await guest('cat /proc/sys/kernel/random/boot_id')).not.toBe(before);
    expect(
      await guest('cat /root/unflushed; tail -n 1 /root/.ssh/authorized_keys; tail -n 1 /etc/hosts; cat /root/startup-ran'),
    ).toBe('unflushed\n# mine\n192.0.2.1 mine\nonce');
  });

  test('a guest that an earlier release has set up keeps what its owner changed', async () => {
    // Such a guest has cloud-init's marks, but none of the boot hook.
    await guest('rm /var/lib/innkeeper/*-of && sh /var/lib/cloud/instance/boothooks/innkeeper-hook');
    expect(await guest('tail -n 1 /root/.ssh/authorized_keys; tail -n 1 /etc/hosts')).toBe('# mine\n192.0.2.1 mine');
  });

  test('a new password, key and hostname wait for the next boot, and apply there', async () => {
    const other = join(scratch, 'other');
    await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', other]);
    const added = await chain.ask('addSshKey', {}, { name: 'other', key: (await readFile(`${other}.pub`, 'utf8')).trim() });
    await chain.done('changeServerPassword', { id }, { password: 'another horse' });
    await chain.done('updateServerHostname', { id }, { hostname: 'web-2.example.com' });
    await chain.done('updateServerSshKeys', { id }, { ssh_keys: [added.id] });
    expect((await pending()).toSorted()).toEqual(['hostname', 'password', 'ssh_keys']);
    expect(await guest('hostname')).toBe('web-1');
    await chain.done('restartServer', { server: id });
    expect(await pending()).toEqual([]);
    expect(await accepts(id, { password: 'another horse', key: other })).toEqual({ password: true, key: true });
    expect(await accepts(id, { password: PASSWORD, key: chain.identity })).toEqual({ password: false, key: false });
    const inspector = guestInspector({
      network: chain.engine.network,
      key: other,
      machines: join(chain.home, 'engine', 'machines'),
    });
    expect(await inspector.facts(await specOf(id))).toMatchObject({ hostname: 'web-2', fqdn: 'web-2.example.com' });
    expect((await inspector.read(await specOf(id), 'startup-ran'))?.trim()).toBe('once');
  });
});

test("a customer's users, files and commands neither lock out the order's key or password nor delay the server", async () => {
  const server = await deploy('web-3', { startup_script: THEIRS });
  const inside = (command: string) => chain.inside(server, command, 'second');
  expect(await inside('cloud-init status --wait > /dev/null; cat /etc/theirs /root/theirs; id -un ada')).toBe(
    'theirsboot\nrun\nada',
  );
  expect(await accepts(server, { password: PASSWORD, key: chain.identity })).toEqual({ password: true, key: true });
  expect(await inside('hostname; grep -c web-3 /etc/hosts')).toBe('web-3\n1');
});

test('a MIME message of a hook, a template and a script does all of it at the first boot', async () => {
  const server = await deploy('web-4', { startup_script: MIME });
  const inside = (command: string) => chain.inside(server, command, 'third');
  expect(await inside('cloud-init status --wait > /dev/null; cat /root/hook-ran /root/template-ran /root/script-ran')).toBe(
    'hook\nweb-4\nscript',
  );
  expect(await accepts(server, { password: PASSWORD, key: chain.identity })).toEqual({ password: true, key: true });
});
