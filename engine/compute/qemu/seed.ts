/** Builds the seed of a guest: an ISO labelled `cidata` in cloud-init's NoCloud layout, with a shell-readable file for the tiny guest. */
import { mkdir, mkdtemp, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hostNames } from '@innkeeper/model/servers/host-names';
import { run } from '../../host/run.ts';
import type { Amendment, MachineSpec, Seed } from '../port.ts';
import { freshName, type MachineDirectory } from './directory.ts';

export interface SeedInput extends Pick<MachineSpec, 'seed' | 'nic'> {
  /** True if the disk was restored from a copy, so that it still has the machine id of the original. */
  copied: boolean;
}

const KEYS = '/root/.ssh/authorized_keys';
const SCRIPT = '/var/lib/innkeeper/startup.sh';
/** A startup script has at most 64 KiB, and a whole seed is below 300 KiB. */
const SEED_BYTES = 1 << 20;

/** Returns the files by name. YAML is written as JSON, so that customers' values cannot break out of their quotes. */
export function seedFiles({ seed, nic, copied }: SeedInput, kind: 'seed' | 'rescue' = 'seed'): Record<string, string> {
  const files: Record<string, string> = {
    'meta-data': json({ 'instance-id': seed.instanceId, 'local-hostname': hostNames(seed.hostname).short }),
    'user-data': userData({ seed, copied }, 'with password'),
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
  if (seed.startupScript !== null) files['startup.sh'] = seed.startupScript;
  return files;
}

/**
 * Shell script that replaces the machine id of a copy. systemd creates an id only if none exists. A copy contains the id of its original.
 * The script runs at every boot as a bootcmd, but acts once per instance. Services started earlier keep the old id until the next boot.
 */
const NEW_MACHINE_ID = `done=/var/lib/innkeeper/machine-id-of
[ "$(cat $done 2>/dev/null)" = "$1" ] && exit 0
mkdir -p /var/lib/innkeeper
rm -f /etc/machine-id
[ -L /var/lib/dbus/machine-id ] || rm -f /var/lib/dbus/machine-id
systemd-machine-id-setup && sync && echo "$1" > $done`;

/**
 * Shell script that sets the password, for a guest that reads its other settings from the metadata service. The password hash is only
 * on the seed, which only root can read.
 */
const SET_PASSWORD = `done=/var/lib/innkeeper/password-of
[ "$(cat $done 2>/dev/null)" = "$1" ] && exit 0
mkdir -p /var/lib/innkeeper
place=$(mktemp -d /run/seed.XXXXXX)
for device in $(blkid -t LABEL=cidata -o device); do
  mount -t iso9660 -o ro,nosuid,nodev,noexec "$device" "$place" || continue
  grep -q "\\"instance-id\\": \\"$1\\"" "$place/meta-data" && chpasswd -e < "$place/root-password" && sync && echo "$1" > $done
  umount "$place"
done
rmdir "$place"`;

const replaces = ({ amends }: Seed, what: Amendment) => amends?.includes(what) ?? true;

/** Returns the user data. With `without password` the guest reads the password hash from the seed. */
export function userData({ seed, copied }: Omit<SeedInput, 'nic'>, secrets: 'with password' | 'without password'): string {
  return `#cloud-config\n${json(cloudConfig(seed, copied, secrets === 'with password'))}`;
}

function cloudConfig(seed: Seed, copied: boolean, withPassword: boolean): object {
  const names = hostNames(seed.hostname);
  const fetches = !withPassword && replaces(seed, 'password') && seed.passwordHash !== null;
  const bootcmd = [
    ...(copied && seed.amends === undefined ? [['sh', '-c', NEW_MACHINE_ID, 'sh', seed.instanceId]] : []),
    ...(fetches ? [['sh', '-c', SET_PASSWORD, 'sh', seed.instanceId]] : []),
  ];
  return {
    hostname: names.short,
    fqdn: names.fqdn,
    prefer_fqdn_over_hostname: false,
    // Not managed by cloud-init, which would restore the first hostname at each boot after a change through the agent.
    manage_etc_hosts: false,
    ssh_deletekeys: seed.amends === undefined,
    ...(bootcmd.length > 0 ? { bootcmd } : {}),
    disable_root: false,
    ...(replaces(seed, 'password') ? { ssh_pwauth: seed.passwordHash !== null } : {}),
    // Only the keys below are used. Keys from the metadata service would restore keys that the owner has removed.
    allow_public_ssh_keys: false,
    users: [
      {
        name: 'root',
        ...password(seed, withPassword),
        ...(replaces(seed, 'sshKeys') ? { ssh_authorized_keys: seed.sshKeys } : {}),
      },
    ],
    write_files: [
      { path: '/etc/hosts', content: `127.0.0.1 localhost\n127.0.1.1 ${names.hosts}\n::1 localhost ip6-localhost\n` },
      // cloud-init only adds keys, and a disk restored from a copy already has some.
      ...(replaces(seed, 'sshKeys') ? [{ path: KEYS, permissions: '0600', content: keyLines(seed) }] : []),
      ...(seed.startupScript === null ? [] : [{ path: SCRIPT, permissions: '0700', content: seed.startupScript }]),
    ],
    ...(seed.startupScript === null ? {} : { runcmd: [[SCRIPT]] }),
  };
}

/** Returns the password options. cloud-init locks the password by default. */
function password(seed: Seed, withPassword: boolean): object {
  if (!replaces(seed, 'password')) return { lock_passwd: false };
  if (!withPassword && seed.passwordHash !== null) return { lock_passwd: false };
  return seed.passwordHash === null ? { lock_passwd: true } : { lock_passwd: false, hashed_passwd: seed.passwordHash };
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

/** Quotes any value as one word of a POSIX shell. */
export function shellQuoted(value: string): string {
  return `'${value.replaceAll("'", "'\\''")}'`;
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
