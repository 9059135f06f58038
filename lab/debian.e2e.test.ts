/**
 * End-to-end test of a server with a real Debian guest and cloud-init, through the API, in an isolated internet. The metadata service
 * configures the guest, and its settings survive a reboot. The guest installs a package from a mirror, and a client logs in to it over IPv4
 * and IPv6.
 *
 * Run it with `npm run test:debian`: the image takes 2 minutes to build, and each boot takes a minute under TCG.
 */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { partsOf } from '@innkeeper/engine/compute/qemu/user-data.example';
import { run } from '@innkeeper/engine/host/run';
import { sha256OfFile } from '@innkeeper/engine/host/sha256';
import { buildDebian } from '@innkeeper/engine/images/debian';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { machineSpec } from '@innkeeper/workflows/steps/machine-spec';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADDRESSES, type Internet, openInternet } from './internet/internet.ts';
import { givenRepository } from './internet/repository.ts';
import { openRealChain, type RealChain } from './real-chain.ts';

const PROJECT = join(import.meta.dirname, '..');
/** Boot timeout in milliseconds. A boot takes a minute alone under TCG, and much longer on a busy machine. */
const BOOT_MS = 900_000;
const SCRIPT = '#!/bin/sh\necho once >> /root/startup-ran\n';

describe.each([
  ['debian-13', 'trixie'],
  ['debian-12', 'bookworm'],
])('%s', (key, codename) => {
  let chain: RealChain;
  let internet: Internet;
  let mirror: string;
  let id: number;
  beforeAll(async () => {
    mirror = await mkdtemp(join(tmpdir(), 'innkeeper-mirror-'));
    await givenRepository(mirror);
    internet = await openInternet({ mirror });
    chain = await openRealChain({ image: key, timeLimitMs: BOOT_MS, internet });
    const { imageId, sshKeyId } = chain;
    const request = { name: 'web-1', password: 'correct horse battery', startup_script: SCRIPT };
    const body = { ...request, plan: 'micro', image_id: imageId, ssh_keys: [sshKeyId] };
    id = (await chain.ask('deployServer', {}, body)).id;
    await chain.serverWhen(id, chain.owner.token, (server) => server.status === 'active');
  });
  afterAll(async () => {
    await chain?.close();
    await internet?.close();
    await rm(mirror, { recursive: true, force: true });
  });

  const guest = (command: string) => chain.inside(id, command);

  /** Runs a command over SSH from the client in the internet. */
  const clientIn = async (address: string, command: string, identity = chain.identity): Promise<string> => {
    const options = ['BatchMode=yes', 'StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'ConnectTimeout=30'];
    const args = ['-q', '-i', identity, ...options.flatMap((one) => ['-o', one]), `root@${address}`, command];
    return (await internet.client.run('ssh', args, { timeoutMs: 120_000 })).trim();
  };

  /** Returns whether this is the password of root. The guest hashes it with the salt of its shadow file. */
  const admits = async (password: string): Promise<boolean> => {
    const hash = (await guest('getent shadow root')).split(':')[1] ?? '';
    const again = await guest(`perl -e 'print crypt($ARGV[0], $ARGV[1])' '${password}' '${hash}'`);
    return hash.length > 20 && again === hash;
  };

  test('cloud-init has applied hostname, password, keys and startup script', async () => {
    expect(await guest('cloud-init status --wait | tail -n 1; true')).toBe('status: done');
    expect(await guest('hostname')).toBe('web-1');
    expect(await guest('. /etc/os-release; echo $VERSION_CODENAME')).toBe(codename);
    expect(await guest('cat /root/startup-ran')).toBe('once');
    expect(await admits('correct horse battery')).toBe(true);
    // The file system fills the disk of 25 GB.
    expect(Number(await guest('df -B1000000000 --output=size / | tail -n 1'))).toBeGreaterThan(23);
    expect(await guest('systemctl --failed --no-legend')).toBe('');
  });

  test('the metadata service was the data source', async () => {
    expect(await guest('cat /run/cloud-init/result.json')).toContain('DataSourceOpenStack');
    expect(await guest('curl -s http://169.254.169.254/latest/meta-data/local-hostname')).toBe('web-1');
    // The password hash comes from the seed. The metadata service does not serve it.
    const parts = partsOf(`${await guest('curl -s http://169.254.169.254/openstack/latest/user_data')}\n`);
    expect(parts['text/cloud-boothook']).toContain('chpasswd');
    expect(Object.values(parts).join()).not.toContain('$6$');
  });

  test('installs a package from a mirror in the internet, over IPv4 and IPv6', async () => {
    for (const url of [`http://${ADDRESSES.mirror4}`, `http://[${ADDRESSES.mirror6}]`]) {
      const quiet = 'DEBIAN_FRONTEND=noninteractive apt-get -q';
      await guest(`echo 'deb [trusted=yes] ${url}/ ./' > /etc/apt/sources.list; rm -rf /etc/apt/sources.list.d/*`);
      await guest(`${quiet} update && ${quiet} purge -y greeting; ${quiet} install -y greeting`);
      expect(await guest('greeting')).toBe('hello from the mirror');
    }
  });

  test('a client in the internet can log in over IPv4 and IPv6', async () => {
    const rows = chain.db.selectFrom('ip_addresses').select(['address', 'version']).where('server_id', '=', id);
    const addresses = await rows.orderBy('version').execute();
    expect(addresses.map(({ version }) => version)).toEqual([4, 6]);
    for (const { address } of addresses) expect(await clientIn(address, 'hostname'), address).toBe('web-1');
  });

  test('an extra address works at once, and is removed at once', async () => {
    const { nic } = await machineSpec(chain.db, id, []);
    const wider = {
      ...nic,
      addresses: [...nic.addresses, { address: '10.77.0.99', prefix: 24, gateway: '10.77.0.1', version: 4 as const }],
    };
    const attached = await chain.engine.network.attach(wider);
    expect(await chain.engine.compute.guest.setAddresses(nic.machineId, attached)).toBe('done');
    expect(await clientIn('10.77.0.99', 'hostname')).toBe('web-1');
    const { machine } = await machineSpec(chain.db, id, []);
    await chain.engine.compute.reseed(nic.machineId, { ...machine.seed, amends: [] }, attached);
    expect(await chain.engine.compute.guest.setAddresses(nic.machineId, nic)).toBe('done');
    expect(await guest('ip -4 -o addr show dev eth0')).not.toContain('10.77.0.99');
    await chain.engine.compute.reseed(nic.machineId, { ...machine.seed, amends: [] }, await chain.engine.network.attach(nic));
  });

  test('a key changed while the server was off is active after the next boot, even with an empty seed', async () => {
    const other = join(mirror, 'other');
    await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', other]);
    const added = await chain.ask('addSshKey', {}, { name: 'other', key: (await readFile(`${other}.pub`, 'utf8')).trim() });
    await chain.done('stopServer', { id });
    await chain.done('updateServerSshKeys', { id }, { ssh_keys: [chain.sshKeyId, added.id] });
    const vm = join(chain.home, 'engine', 'machines', machineIdOf(id), 'vm');
    for (const name of await readdir(vm)) if (/^seed.*[.]iso$/.test(name)) await writeFile(join(vm, name), Buffer.alloc(1 << 20));
    await chain.done('startServer', { id });
    const [v4] = (await machineSpec(chain.db, id, [])).nic.addresses;
    expect(await clientIn(v4?.address ?? '', 'hostname', other)).toBe('web-1');
    expect(await guest('cat /root/startup-ran')).toBe('once');
    expect(await admits('correct horse battery')).toBe(true);
  });

  test('a reboot keeps all settings, and does not run the startup script again', async () => {
    const before = await guest('cat /proc/sys/kernel/random/boot_id');
    await chain.done('restartServer', { server: id });
    expect(await guest('cat /proc/sys/kernel/random/boot_id')).not.toBe(before);
    expect(await guest('hostname')).toBe('web-1');
    expect(await guest('cat /root/startup-ran')).toBe('once');
    expect(await admits('correct horse battery')).toBe(true);
  });

  test('the guest agent changes hostname and password at once', async () => {
    await chain.done('updateServerHostname', { id }, { hostname: 'web-2' });
    expect(await guest('hostname')).toBe('web-2');
    await chain.done('changeServerPassword', { id }, { password: 'another horse' });
    expect(await admits('another horse')).toBe(true);
    expect(await admits('correct horse battery')).toBe(false);
  });
});

test('two builds of the image are identical, bit for bit', async () => {
  const scratch = await mkdtemp(join(tmpdir(), 'innkeeper-debian-'));
  try {
    const built = async (name: string) =>
      sha256OfFile((await buildDebian('debian-13', { directory: join(scratch, name), projectRoot: PROJECT })).path);
    expect(await built('second')).toBe(await built('first'));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
});
