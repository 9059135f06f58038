/** Builds the seed of a guest: an ISO labelled `cidata` in cloud-init's NoCloud layout, with a shell-readable file for the tiny guest. */
import { mkdir, mkdtemp, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hostNames } from '@innkeeper/model/servers/host-names';
import { run } from '../../host/run.ts';
import type { MachineSpec, Seed } from '../port.ts';
import { cloudInitDataOf, scriptOf } from '../user-data.ts';
import { replaces } from './amendments.ts';
import { bootHook } from './boot-hook.ts';
import { freshName, type MachineDirectory } from './directory.ts';
import { type MimePart, multipart } from './mime.ts';
import { shellQuoted } from './shell-quoted.ts';

export interface SeedInput extends Pick<MachineSpec, 'seed' | 'nic'> {
  /** True if the disk was restored from a copy, so that it still has the machine id of the original. */
  copied: boolean;
}

const SCRIPT = '/var/lib/innkeeper/startup.sh';
/** Part with the customer's data, whose kind cloud-init finds by the first line. */
const THEIRS = { type: 'text/plain', name: 'user-data' };
/** User data has at most 64 KiB, and a whole seed is below 500 KiB. */
const SEED_BYTES = 1 << 20;

/** Returns the files by name. YAML is written as JSON, so that customers' values cannot break out of their quotes. */
export function seedFiles({ seed, nic, copied }: SeedInput, kind: 'seed' | 'rescue' = 'seed'): Record<string, string> {
  const files: Record<string, string> = {
    'meta-data': json({ 'instance-id': seed.instanceId, 'local-hostname': hostNames(seed.hostname).short }),
    'user-data': userData({ seed, copied }),
    'network-config': json(networkConfig(nic)),
    'innkeeper.env':
      environment({ seed, nic }) +
      assignments({
        ROOT_HASH: replaces(seed, 'password') ? (seed.passwordHash ?? '') : '',
        // The rescue system reads only its seed.
        METADATA: nic.plug.kind === 'tap' && kind === 'seed' ? 'yes' : '',
      }),
  };
  if (replaces(seed, 'password') && seed.passwordHash !== null) files['root-password'] = `root:${seed.passwordHash}\n`;
  const script = scriptOf(seed);
  if (script !== null) files['startup.sh'] = script;
  return files;
}

/**
 * Returns the user data: a MIME message with our boot hook, our cloud-config and the customer's data. Contains no password hash, because
 * programs of the guest can read it. The customer's part replaces lists of our cloud-config, so nothing that a guest needs is only there.
 */
export function userData(input: Omit<SeedInput, 'nic'>): string {
  return multipart(userDataParts(input));
}

function userDataParts({ seed, copied }: Omit<SeedInput, 'nic'>): (MimePart | string)[] {
  const theirs = cloudInitDataOf(seed);
  return [
    { type: 'text/cloud-boothook', name: 'innkeeper-hook', text: bootHook(seed, copied) },
    { type: 'text/cloud-config', name: 'innkeeper-config', text: `#cloud-config\n${json(cloudConfig(seed))}` },
    ...(theirs === null ? [] : [seed.startupScriptKind === 'mime' ? theirs : { ...THEIRS, text: theirs }]),
  ];
}

function cloudConfig(seed: Seed): object {
  const names = hostNames(seed.hostname);
  const keys = replaces(seed, 'sshKeys') ? { ssh_authorized_keys: seed.sshKeys } : {};
  const script = scriptOf(seed);
  return {
    hostname: names.short,
    fqdn: names.fqdn,
    prefer_fqdn_over_hostname: false,
    // Not managed by cloud-init, which would restore the first hostname at each boot after a change through the agent.
    manage_etc_hosts: false,
    ssh_deletekeys: seed.amends === undefined,
    disable_root: false,
    ...(replaces(seed, 'password') ? { ssh_pwauth: seed.passwordHash !== null } : {}),
    // Only the keys below are used. Keys from the metadata service would restore keys that the owner has removed.
    allow_public_ssh_keys: false,
    // Also outside of `users`, which user data of a customer replaces.
    ...keys,
    // cloud-init locks a password by default.
    users: [{ name: 'root', lock_passwd: replaces(seed, 'password') && seed.passwordHash === null, ...keys }],
    ...(script === null ? {} : { write_files: [{ path: SCRIPT, permissions: '0700', content: script }], runcmd: [[SCRIPT]] }),
  };
}

const keyLines = ({ sshKeys }: Seed) => sshKeys.map((key) => `${key}\n`).join('');

function networkConfig(nic: MachineSpec['nic']): object {
  const addresses = nic.addresses.map(({ address, prefix }) => `${address}/${prefix}`);
  // The main address of each family determines the gateway. Other addresses may belong to other pools, and the same router answers for all.
  const gateways = ([4, 6] as const).flatMap((family) => nic.addresses.find(({ version }) => version === family) ?? []);
  const routes = gateways.map(({ gateway, version }) => ({ to: version === 4 ? '0.0.0.0/0' : '::/0', via: gateway }));
  const given = { dhcp4: false, dhcp6: false, 'accept-ra': false, addresses, routes };
  const device = { match: { macaddress: nic.mac }, 'set-name': 'eth0', ...given };
  return { version: 2, ethernets: { eth0: { ...device, nameservers: { addresses: nic.dns } } } };
}

/** Returns the shell assignments for the tiny guest, without secrets. */
export function environment({ seed, nic }: Omit<SeedInput, 'copied'>): string {
  const v4 = nic.addresses.find(({ version }) => version === 4);
  const v6 = nic.addresses.find(({ version }) => version === 6);
  const others = nic.addresses.filter((one) => one !== v4 && one !== v6);
  const values = {
    INSTANCE_ID: seed.instanceId,
    SEED_HOSTNAME: hostNames(seed.hostname).short,
    SEED_HOSTS: hostNames(seed.hostname).hosts,
    TAKE_KEYS: replaces(seed, 'sshKeys') ? 'yes' : '',
    SSH_KEYS: keyLines(seed),
    IP4: v4 === undefined ? '' : `${v4.address}/${v4.prefix}`,
    GATEWAY4: v4?.gateway ?? '',
    IP6: v6 === undefined ? '' : `${v6.address}/${v6.prefix}`,
    GATEWAY6: v6?.gateway ?? '',
    MORE_ADDRESSES: others.map(({ address, prefix }) => `${address}/${prefix}`).join(' '),
    DNS: nic.dns.join(' '),
    KEEP_HOST_KEYS: seed.amends === undefined ? '' : 'yes',
  };
  return assignments(values);
}

function assignments(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${shellQuoted(value)}\n`)
    .join('');
}

/**
 * Creates the ISO in `vm` and returns its name. Its size is padded to a multiple of `SEED_BYTES`, so that it can be replaced in a running
 * guest.
 */
export async function writeSeed(
  place: Pick<MachineDirectory, 'path' | 'vm'>,
  kind: 'seed' | 'rescue',
  input: SeedInput,
): Promise<string> {
  const name = freshName(kind, '.iso');
  // Outside of QEMU's reach until it is complete.
  const work = await mkdtemp(join(place.path, '.seed-'));
  try {
    const [files, iso] = [join(work, 'files'), join(work, 'iso')];
    await mkdir(files);
    for (const [file, content] of Object.entries(seedFiles(input, kind)))
      await writeFile(join(files, file), content, { mode: 0o600 });
    await run('genisoimage', ['-quiet', '-volid', 'cidata', '-joliet', '-rational-rock', '-output', iso, files]);
    const { size } = await stat(iso);
    await truncate(iso, Math.ceil(size / SEED_BYTES) * SEED_BYTES);
    await rename(iso, join(place.vm, name));
    return name;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
