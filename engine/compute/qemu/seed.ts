/**
 * What a guest is told at its first boot: an ISO labelled `cidata` in cloud-init's NoCloud layout, with a file for the tiny
 * guest that a shell can read.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../../host/run.ts';
import type { MachineSpec } from '../port.ts';
import { SEED } from './directory.ts';

const SCRIPT = '/var/lib/innkeeper/startup.sh';

/** File name -> content. JSON is YAML, so nothing of the customer's can break out of its place. */
export function seedFiles({ seed, nic }: MachineSpec): Record<string, string> {
  const files: Record<string, string> = {
    'meta-data': json({ 'instance-id': seed.instanceId, 'local-hostname': seed.hostname }),
    'user-data': `#cloud-config\n${json(cloudConfig(seed))}`,
    'network-config': json(networkConfig(nic)),
    'innkeeper.env': environment({ seed, nic }),
  };
  if (seed.startupScript !== null) files['startup.sh'] = seed.startupScript;
  return files;
}

function cloudConfig(seed: MachineSpec['seed']): object {
  return {
    hostname: seed.hostname,
    manage_etc_hosts: true,
    disable_root: false,
    ssh_pwauth: seed.passwordHash !== null,
    users: [
      {
        name: 'root',
        ssh_authorized_keys: seed.sshKeys,
        lock_passwd: seed.passwordHash === null,
        ...(seed.passwordHash === null ? {} : { hashed_passwd: seed.passwordHash }),
      },
    ],
    ...(seed.startupScript === null
      ? {}
      : { write_files: [{ path: SCRIPT, permissions: '0700', content: seed.startupScript }], runcmd: [[SCRIPT]] }),
  };
}

function networkConfig(nic: MachineSpec['nic']): object {
  const addresses = nic.addresses.map(({ address, prefix }) => `${address}/${prefix}`);
  const routes = nic.addresses.map(({ gateway, version }) => ({ to: version === 4 ? '0.0.0.0/0' : '::/0', via: gateway }));
  const device = { match: { macaddress: nic.mac }, 'set-name': 'eth0', dhcp4: false, addresses, routes };
  return { version: 2, ethernets: { eth0: { ...device, nameservers: { addresses: nic.dns } } } };
}

function environment({ seed, nic }: Pick<MachineSpec, 'seed' | 'nic'>): string {
  const v4 = nic.addresses.find(({ version }) => version === 4);
  const v6 = nic.addresses.find(({ version }) => version === 6);
  const values = {
    INSTANCE_ID: seed.instanceId,
    SEED_HOSTNAME: seed.hostname,
    ROOT_HASH: seed.passwordHash ?? '',
    SSH_KEYS: seed.sshKeys.map((key) => `${key}\n`).join(''),
    IP4: v4 === undefined ? '' : `${v4.address}/${v4.prefix}`,
    GATEWAY4: v4?.gateway ?? '',
    IP6: v6 === undefined ? '' : `${v6.address}/${v6.prefix}`,
    GATEWAY6: v6?.gateway ?? '',
    DNS: nic.dns.join(' '),
  };
  return Object.entries(values)
    .map(([name, value]) => `${name}=${shellQuoted(value)}\n`)
    .join('');
}

/** As one word of a POSIX shell, whatever it holds. */
export function shellQuoted(value: string): string {
  return `'${value.replaceAll("'", "'\\''")}'`;
}

export async function writeSeed(directory: string, spec: MachineSpec): Promise<void> {
  const files = await mkdtemp(join(directory, '.seed-'));
  try {
    await mkdir(files, { recursive: true });
    for (const [name, content] of Object.entries(seedFiles(spec))) await writeFile(join(files, name), content, { mode: 0o600 });
    await run('genisoimage', [
      '-quiet',
      '-volid',
      'cidata',
      '-joliet',
      '-rational-rock',
      '-output',
      join(directory, SEED),
      files,
    ]);
  } finally {
    await rm(files, { recursive: true, force: true });
  }
}

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
