import { describe, expect, it } from 'vitest';
import type { MachineSpec } from '../port.ts';
import { exampleSpec } from '../spec.example.ts';
import { metadataFiles } from './metadata.ts';
import { configOf, partsOf } from './user-data.example.ts';

const HASH = '$6$salt$secret';
const KEY = 'ssh-ed25519 AAAAC3Nz me@laptop';

const files = (
  seed: Partial<MachineSpec['seed']> = {},
  addresses: MachineSpec['nic']['addresses'] = exampleSpec().nic.addresses,
) => {
  const spec = exampleSpec();
  return metadataFiles({ seed: { ...spec.seed, ...seed }, nic: { ...spec.nic, addresses }, copied: false });
};
const parsed = (text = '') => JSON.parse(text) as Record<string, unknown>;
const config = (all: ReturnType<typeof files>) => configOf(all['/openstack/latest/user_data'] ?? '');
const hook = (all: ReturnType<typeof files>) => partsOf(all['/latest/user-data'] ?? '')['text/cloud-boothook'];

describe('what a guest reads from the metadata service', () => {
  it('contains no password hash, which cloud-init fetches from the seed, once for each', () => {
    const written = files({ passwordHash: HASH });
    expect(JSON.stringify(written)).not.toContain('$6$');
    expect(JSON.stringify(partsOf(written['/latest/user-data'] ?? ''))).not.toContain('$6$');
    expect(config(written)).toMatchObject({ ssh_pwauth: true, users: [{ name: 'root', lock_passwd: false }] });
    expect(hook(written)).toContain('root-password');
    expect(hook(files({ passwordHash: HASH, amends: ['sshKeys'] }))).not.toContain('root-password');
    expect(config(files())).toMatchObject({ users: [{ lock_passwd: true }] });
  });

  it('has instance, hostname and keys in the layouts of OpenStack and EC2', () => {
    const written = files({ sshKeys: [KEY, 'ssh-rsa BBBB'], hostname: 'web.example.com' });
    expect(parsed(written['/openstack/latest/meta_data.json'])).toMatchObject({
      uuid: 'srv-1',
      hostname: 'web.example.com',
      public_keys: { '0-me@laptop': KEY, 'key-1': 'ssh-rsa BBBB' },
    });
    expect(written['/latest/meta-data/public-keys']).toBe('0=0-me@laptop\n1=key-1');
    expect(written['/latest/meta-data/public-keys/0/openssh-key']).toBe(KEY);
    expect(written['/latest/meta-data']?.split('\n')).toEqual(
      expect.arrayContaining(['instance-id', 'local-hostname', 'local-ipv4', 'public-keys/']),
    );
    expect(written['/latest/meta-data/local-hostname']).toBe('web');
  });

  it('gives keys only by user data, so that a guest adds none that its owner removed', () => {
    expect(config(files({ sshKeys: [KEY] }))).toMatchObject({ allow_public_ssh_keys: false });
    const amended = config(files({ sshKeys: [KEY], amends: [] }));
    expect(amended).toMatchObject({ allow_public_ssh_keys: false });
    expect(JSON.stringify([amended, hook(files({ sshKeys: [KEY], amends: [] }))])).not.toContain(KEY);
  });

  it('lists all addresses, with one gateway per family', () => {
    const second = { address: '192.0.2.7', prefix: 26, gateway: '192.0.2.1', version: 4 } as const;
    const six = { address: '2001:db8::1', prefix: 64, gateway: 'fe80::1', version: 6 } as const;
    const network = parsed(files({}, [...exampleSpec().nic.addresses, second, six])['/openstack/latest/network_data.json']);
    expect(network.links).toEqual([{ id: 'eth0', name: 'eth0', type: 'phy', ethernet_mac_address: '52:54:00:00:00:0b' }]);
    expect(network.networks).toMatchObject([
      {
        type: 'ipv4',
        ip_address: '10.77.0.11',
        netmask: '255.255.255.0',
        routes: [{ gateway: '10.77.0.1', netmask: '0.0.0.0' }],
      },
      { type: 'ipv4', ip_address: '192.0.2.7', netmask: '255.255.255.192', routes: [] },
      {
        type: 'ipv6',
        ip_address: '2001:db8::1',
        netmask: 'ffff:ffff:ffff:ffff:0:0:0:0',
        routes: [{ network: '::', gateway: 'fe80::1' }],
      },
    ]);
    expect(network.services).toEqual([{ type: 'dns', address: '10.77.0.1' }]);
  });

  it("has the customer's data for cloud-init as the seed has it, and no script for other guests", () => {
    const written = files({ startupScript: '#cloud-config\n{}\n', startupScriptKind: 'cloud-config', passwordHash: HASH });
    const parts = partsOf(written['/openstack/latest/user_data'] ?? '');
    expect(parts['text/plain']).toBe('#cloud-config\n{}\n');
    expect(JSON.stringify(parts)).not.toContain('$6$');
    expect(written).not.toHaveProperty('/innkeeper/startup.sh');
  });

  it('lists the entries below each path', () => {
    const written = files({ startupScript: '#!/bin/sh\n' });
    for (const path of Object.keys(written).filter((one) => one.split('/').length > 2)) {
      const [name, above] = [path.slice(path.lastIndexOf('/') + 1), path.slice(0, path.lastIndexOf('/'))];
      if (written[above] === undefined || /public-keys$/.test(above)) continue;
      expect(
        written[above]?.split('\n').map((entry) => entry.replace(/\/$/, '')),
        path,
      ).toContain(name);
    }
    expect(written['/innkeeper/startup.sh']).toBe('#!/bin/sh\n');
  });
});
