/** Runs the boot hook in a directory that stands for the root of a guest, with programs that record what they are asked. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Seed } from '../port.ts';
import { exampleSpec } from '../spec.example.ts';
import { bootHook } from './boot-hook.ts';

const KEY = "ssh-ed25519 AAAA it's me";
const KEYS = '/root/.ssh/authorized_keys';
const PER_BOOT = '/var/lib/cloud/scripts/per-boot/innkeeper';
const DROP_IN = '/etc/ssh/sshd_config.d/10-innkeeper.conf';

let root: string;
const at = (path: string) => join(root, path);
const read = (path: string) => readFileSync(at(path), 'utf8');
const write = (path: string, text: string) => writeFileSync(at(path), text);
const program = (name: string, body: string) => {
  write(`/programs/${name}`, `#!/bin/sh\n${body}\n`);
  chmodSync(at(`/programs/${name}`), 0o755);
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'innkeeper-hook-'));
  for (const path of ['programs', 'root', 'run', 'seed', 'etc/ssh/sshd_config.d', 'var/lib/dbus', 'sys/ports/vport1p2', 'dev'])
    mkdirSync(at(path), { recursive: true });
  write('/etc/shadow', 'root:*:19000:0:99999:7:::\n');
  program('sync', '');
  program('blkid', 'echo /dev/vdb');
  program('mount', `for place; do :; done; cp ${root}/seed/* "$place"`);
  program('umount', 'rm "$1"/*');
  program('chpasswd', `read line; echo "root:\${line#root:}:19000:::::::" > ${root}/etc/shadow`);
  program('passwd', `sed -i 's/^root:!/root:/' ${root}/etc/shadow`);
  write('/sys/ports/vport1p2/name', 'org.innkeeper.ready.0\n');
});
afterEach(() => rmSync(root, { recursive: true }));

const seed = (change: Partial<Seed> = {}): Seed => ({ ...exampleSpec().seed, sshKeys: [KEY], passwordHash: '$6$a$b', ...change });

/** Gives the guest a seed disk with this instance id. */
function insertSeed({ instanceId, passwordHash }: Seed): void {
  write('/seed/meta-data', `{\n  "instance-id": "${instanceId}"\n}\n`);
  write('/seed/root-password', `root:${passwordHash}\n`);
}

/** Runs a script with its absolute paths below `root`. */
function runScript(text: string): void {
  const moved = text
    .replaceAll('/sys/class/virtio-ports', `${root}/sys/ports`)
    .replaceAll(/(?<=[ "=(<>])\/(?=(?:etc|var|root|run|dev\/\$|proc\/sys\/kernel\/nothing)\b|dev\/\$)/g, `${root}/`);
  execFileSync('sh', ['-c', moved], { env: { PATH: `${root}/programs:${process.env.PATH}` } });
}

/** Boots a guest: the hook, then what cloud-init does before the per-boot scripts, then these. */
function boot(of: Seed, { copied = false, cloudInit = () => {} }: { copied?: boolean; cloudInit?: () => void } = {}): void {
  runScript(bootHook(of, copied).replace('#cloud-boothook\n', ''));
  mkdirSync(at(`/var/lib/cloud/instances/${of.instanceId}/sem`), { recursive: true });
  write(`/var/lib/cloud/instances/${of.instanceId}/sem/config_users_groups`, '');
  cloudInit();
  runScript(read(PER_BOOT));
}

it('sets names, keys and password, lets root log in, and reports the boot', () => {
  insertSeed(seed());
  boot(seed());
  expect(read('/etc/hosts')).toBe('127.0.0.1 localhost\n127.0.1.1 web1\n::1 localhost ip6-localhost\n');
  expect(read(KEYS)).toBe(`${KEY}\n`);
  expect(statSync(at(KEYS)).mode & 0o777).toBe(0o600);
  expect(read('/etc/shadow')).toMatch(/^root:\$6\$a\$b:/);
  expect(read(DROP_IN)).toBe('PermitRootLogin yes\n');
  expect(read('/dev/vport1p2')).toBe(readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'));
});

it('leaves later changes of the owner alone, until another instance id', () => {
  insertSeed(seed());
  boot(seed());
  for (const path of ['/etc/hosts', KEYS, '/etc/shadow', DROP_IN]) write(path, 'of the owner');
  boot(seed());
  for (const path of ['/etc/hosts', KEYS, '/etc/shadow', DROP_IN]) expect(read(path), path).toBe('of the owner');
  const amended = seed({ instanceId: 'srv-1-2', hostname: 'renamed', amends: [] });
  boot(amended);
  expect(read('/etc/hosts')).toContain('127.0.1.1 renamed\n');
  for (const path of [KEYS, '/etc/shadow', DROP_IN]) expect(read(path), path).toBe('of the owner');
});

it('changes nothing in a guest that an earlier release has set up, but reports its boot', () => {
  mkdirSync(at('/root/.ssh'));
  for (const path of ['/etc/hosts', KEYS, '/etc/shadow']) write(path, 'of the owner');
  mkdirSync(at('/var/lib/cloud/instances/srv-1/sem'), { recursive: true });
  write('/var/lib/cloud/instances/srv-1/sem/config_write_files', '');
  insertSeed(seed());
  for (let i = 0; i < 2; i += 1) boot(seed(), { copied: true });
  for (const path of ['/etc/hosts', KEYS, '/etc/shadow']) expect(read(path), path).toBe('of the owner');
  expect(existsSync(at(DROP_IN))).toBe(false);
  expect(existsSync(at('/dev/vport1p2'))).toBe(true);
  // A later change that waits for the boot has another instance id.
  const changed = seed({ instanceId: 'srv-1-2', amends: ['sshKeys'] });
  boot(changed);
  expect(read(KEYS)).toBe(`${KEY}\n`);
});

it('sets the password at a later boot if the seed could not be read, and never one of another instance', () => {
  insertSeed(seed({ instanceId: 'srv-9', passwordHash: '$6$other$one' }));
  boot(seed());
  expect(read('/etc/shadow')).toMatch(/^root:\*:/);
  insertSeed(seed());
  boot(seed());
  expect(read('/etc/shadow')).toMatch(/^root:\$6\$a\$b:/);
});

it("unlocks the password that a customer's `users` locked, once", () => {
  insertSeed(seed());
  const lock = () => write('/etc/shadow', read('/etc/shadow').replace('root:$', 'root:!$'));
  boot(seed(), { cloudInit: lock });
  expect(read('/etc/shadow')).toMatch(/^root:\$6\$a\$b:/);
  lock();
  boot(seed());
  expect(read('/etc/shadow')).toMatch(/^root:!\$6/);
});

it('does not lock or unlock a guest without a password', () => {
  boot(seed({ passwordHash: null }), { cloudInit: () => write('/etc/shadow', 'root:!$6$of$image:::') });
  expect(read('/etc/shadow')).toBe('root:!$6$of$image:::');
  expect(existsSync(at(DROP_IN))).toBe(false);
});

it('replaces the machine id of a copy once', () => {
  program('systemd-machine-id-setup', `echo new >> ${root}/etc/machine-id`);
  write('/etc/machine-id', 'of the original');
  insertSeed(seed());
  boot(seed(), { copied: true });
  boot(seed(), { copied: true });
  expect(read('/etc/machine-id')).toBe('new\n');
});

it('reports nothing where there is no such port', () => {
  write('/sys/ports/vport1p2/name', 'org.qemu.guest_agent.0\n');
  insertSeed(seed());
  boot(seed());
  expect(existsSync(at('/dev/vport1p2'))).toBe(false);
});
