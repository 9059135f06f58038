/**
 * What a guest reads from the metadata service: its seed without secrets, in the layouts of OpenStack (cloud-init reads that) and of EC2 (the paths that people
 * type), and for the tiny guest as assignments of a shell. Pure.
 *
 * Any program of the guest may read it, so it holds no hash of a password: that comes by the seed's disk.
 */
import { hostNames } from '@innkeeper/model/host-names';
import type { AddressSpec, MetadataFiles, NicSpec } from '../../network/port.ts';
import type { Seed } from '../port.ts';
import { environment, type SeedInput, userData } from './seed.ts';

/** The newest that changed what is here; `latest` is what most ask for. */
const VERSIONS = ['2018-08-27', 'latest'] as const;

export function metadataFiles(input: SeedInput): MetadataFiles {
  const { seed, nic } = input;
  const user = userData(input, 'without password');
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
      ...(seed.startupScript === null ? {} : { 'startup.sh': seed.startupScript }),
    }),
  };
}

/** By OpenStack's own schema. */
function metaData(seed: Seed): object {
  return {
    uuid: seed.instanceId,
    name: seed.hostname,
    hostname: hostNames(seed.hostname).fqdn,
    launch_index: 0,
    public_keys: Object.fromEntries(seed.sshKeys.map((key, i) => [nameOf(key, i), key])),
  };
}

/** As `network-config` of the seed: static addresses, and the gateway of each family with its main address. */
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

/** The part of EC2's that says something here. */
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

/** The comment of a key where it has one that fits, and is the only one of that name. */
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
