/**
 * Builds the files that a guest reads from the metadata service: its seed without secrets. Layouts are OpenStack (read by cloud-init), EC2
 * (paths that people type), and shell assignments for the tiny guest.
 *
 * Any program in the guest can read the files, so they contain no password hash. The guest reads the hash from the seed's disk.
 */
import { hostNames } from '@innkeeper/model/servers/host-names';
import type { MetadataFiles } from '../../network/port.ts';
import type { AddressSpec, NicSpec } from '../../nic.ts';
import type { Seed } from '../port.ts';
import { scriptOf } from '../user-data.ts';
import { environment, type SeedInput, userData } from './seed.ts';

/** Latest OpenStack version that changed any of these files, and `latest`, which most clients request. */
const VERSIONS = ['2018-08-27', 'latest'] as const;

/** Returns all files that the guest can read, by path. */
export function metadataFiles(input: SeedInput): MetadataFiles {
  const { seed, nic } = input;
  const user = userData(input);
  const script = scriptOf(seed);
  const openstack = {
    'meta_data.json': json(metaData(seed)),
    'network_data.json': json(networkData(nic)),
    user_data: user,
    'vendor_data.json': '{}\n',
    'vendor_data2.json': '{}\n',
  };
  return {
    '/': listing(['innkeeper', 'latest', 'openstack']),
    '/openstack': listing(VERSIONS),
    ...Object.assign({}, ...VERSIONS.map((version) => directory(`/openstack/${version}`, openstack))),
    '/latest': listing(['meta-data/', 'user-data']),
    '/latest/user-data': user,
    ...ec2(seed, nic),
    ...directory('/innkeeper', {
      'seed.env': environment(input),
      ...(script === null ? {} : { 'startup.sh': script }),
    }),
  };
}

/** Returns the metadata in OpenStack's schema. */
function metaData(seed: Seed): object {
  return {
    uuid: seed.instanceId,
    name: seed.hostname,
    hostname: hostNames(seed.hostname).fqdn,
    launch_index: 0,
    public_keys: Object.fromEntries(seed.sshKeys.map((key, i) => [nameOf(key, i), key])),
  };
}

/**
 * Returns the same network configuration as `network-config` of the seed. All addresses are static. The first address of each IP version
 * carries the default route.
 */
function networkData({ mac, addresses, dns }: NicSpec): object {
  const first = (version: 4 | 6) => addresses.find((one) => one.version === version);
  return {
    links: [{ id: 'eth0', name: 'eth0', type: 'phy', ethernet_mac_address: mac }],
    networks: addresses.map((one, i) => ({
      id: `network${i}`,
      link: 'eth0',
      type: `ipv${one.version}`,
      ip_address: one.address,
      netmask: netmaskOf(one),
      routes:
        one === first(one.version)
          ? [
              {
                network: one.version === 4 ? '0.0.0.0' : '::',
                netmask: one.version === 4 ? '0.0.0.0' : '::',
                gateway: one.gateway,
              },
            ]
          : [],
    })),
    services: dns.map((address) => ({ type: 'dns', address })),
  };
}

/** Returns the subset of EC2's metadata that applies here. */
function ec2(seed: Seed, nic: NicSpec): Record<string, string> {
  const { short, fqdn } = hostNames(seed.hostname);
  const [v4, v6] = ([4, 6] as const).map((version) => nic.addresses.find((one) => one.version === version)?.address);
  const keys = seed.sshKeys.map((key, i) => [i, nameOf(key, i), key] as const);
  const leaves = {
    'instance-id': seed.instanceId,
    hostname: fqdn,
    'local-hostname': short,
    mac: nic.mac,
    ...(v4 === undefined ? {} : { 'local-ipv4': v4, 'public-ipv4': v4 }),
    ...(v6 === undefined ? {} : { ipv6: v6 }),
  };
  const root = '/latest/meta-data';
  return {
    ...directory(root, leaves, keys.length > 0 ? ['public-keys/'] : []),
    ...(keys.length > 0 ? { [`${root}/public-keys`]: listing(keys.map(([i, name]) => `${i}=${name}`)) } : {}),
    ...Object.assign({}, ...keys.map(([i, , key]) => directory(`${root}/public-keys/${i}`, { 'openssh-key': key }))),
  };
}

/** Returns a unique name for a key, which includes the key's comment if it has a valid one. */
function nameOf(key: string, index: number): string {
  const comment = key.trim().split(/\s+/).slice(2).join(' ');
  return /^[\w.@-]{1,64}$/.test(comment) ? `${index}-${comment}` : `key-${index}`;
}

function netmaskOf({ version, prefix }: AddressSpec): string {
  const [bits, size] = version === 4 ? [32, 8] : [128, 16];
  const parts = Array.from({ length: bits / size }, (_, i) => {
    const ones = Math.max(0, Math.min(size, prefix - i * size));
    return 2 ** size - 2 ** (size - ones);
  });
  return version === 4 ? parts.join('.') : parts.map((part) => part.toString(16)).join(':');
}

function directory(path: string, files: Record<string, string>, more: readonly string[] = []): Record<string, string> {
  const entries = Object.entries(files).map(([name, text]) => [`${path}/${name}`, text]);
  return { [path]: listing([...Object.keys(files), ...more]), ...Object.fromEntries(entries) };
}

const listing = (names: readonly string[]) => names.join('\n');
const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
