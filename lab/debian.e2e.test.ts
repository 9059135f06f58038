/**
 * A server with a real Debian guest and cloud-init, through the API: its seed is applied, and still holds after a
 * reboot. A task of its own (`npm run test:debian`): the image takes 2 minutes to build, and each boot a minute under TCG.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256OfFile } from '@innkeeper/engine/host/sha256';
import { buildDebian } from '@innkeeper/engine/images/debian';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRealChain, type RealChain } from './real-chain.ts';

const PROJECT = join(import.meta.dirname, '..');
const SCRIPT = '#!/bin/sh\necho once >> /root/startup-ran\n';

describe.each([
  ['debian-13', 'trixie'],
  ['debian-12', 'bookworm'],
])('%s', (key, codename) => {
  let chain: RealChain;
  let id: number;
  beforeAll(async () => {
    chain = await openRealChain({ image: key, timeLimitMs: 600_000 });
    const { imageId, sshKeyId } = chain;
    const told = { name: 'web-1', password: 'correct horse battery', startup_script: SCRIPT };
    const body = { ...told, plan: 'micro', image_id: imageId, ssh_keys: [sshKeyId] };
    id = (await chain.ask('deployServer', {}, body)).id;
    await chain.serverWhen(id, chain.owner.token, (server) => server.status === 'active');
  });
  afterAll(() => chain?.close());

  const guest = (command: string) => chain.inside(id, command);

  /** Whether this is root's password: the guest's own Python hashes it as its shadow file says. */
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
    // A disk of 25 GB, and a file system that fills it.
    expect(Number(await guest('df -B1000000000 --output=size / | tail -n 1'))).toBeGreaterThan(23);
    expect(await guest('systemctl --failed --no-legend')).toBe('');
  });

  test('a reboot keeps all of it, and does not run the startup script again', async () => {
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
