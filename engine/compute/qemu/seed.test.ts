import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MachineSpec } from '../port.ts';
import { exampleSpec } from '../spec.example.ts';
import { seedFiles } from './seed.ts';
import { shellQuoted } from './shell-quoted.ts';
import { configOf as configIn, partsOf } from './user-data.example.ts';

const seeded = (seed: Partial<MachineSpec['seed']>, copied = false) => {
  const spec = exampleSpec();
  return seedFiles({ ...spec, copied, seed: { ...spec.seed, ...seed } });
};

const configOf = (files: Record<string, string>) => configIn(files['user-data'] ?? '');
const hookOf = (files: Record<string, string>) => partsOf(files['user-data'] ?? '')['text/cloud-boothook'] ?? '';

describe('the seed', () => {
  it('quotes every value for the shell', () => {
    const hostile = fc.string({ unit: fc.constantFrom("'", '"', '$', '`', '\\', '\n', ';', '&', '(', ')', ' ', 'a', 'é') });
    fc.assert(
      fc.property(hostile, (value) => {
        const script = `value=${shellQuoted(value)}\nprintf '%s.' "$value"`;
        expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' })).toBe(`${value}.`);
      }),
      { numRuns: 40 },
    );
  });

  it("keeps the customer's script inside its own value of the cloud-config", () => {
    const startupScript = '#!/bin/sh\necho "\n- runcmd: [evil]\n"';
    const config = configOf(seeded({ startupScript }));
    expect(config.write_files).toEqual([expect.objectContaining({ content: startupScript })]);
    expect(config.runcmd).toEqual([['/var/lib/innkeeper/startup.sh']]);
  });

  it("has the customer's data for cloud-init as a part of its own, unchanged", () => {
    const startupScript = '#cloud-config\nusers: [{name: ada}]\n';
    const files = seeded({ startupScript, startupScriptKind: 'cloud-config' });
    expect(partsOf(files['user-data'] ?? '')['text/plain']).toBe(startupScript);
    expect(configOf(files)).not.toHaveProperty('runcmd');
    expect(files).not.toHaveProperty('startup.sh');
    const mime = 'Content-Type: text/x-shellscript\nMIME-Version: 1.0\n\n#!/bin/sh\necho ü';
    const whole = seeded({ startupScript: mime, startupScriptKind: 'mime' })['user-data'] ?? '';
    const [boundary] = /--innkeeper-\w+/.exec(whole) ?? [];
    expect(whole.endsWith(`\n${boundary}\n${mime}\n${boundary}--\n`)).toBe(true);
  });

  it("has none of the customer's data for cloud-init in an amended seed", () => {
    for (const startupScriptKind of ['cloud-config', 'mime'] as const) {
      const files = seeded({ startupScript: 'Theirs: 1', startupScriptKind, amends: [] });
      expect(Object.keys(partsOf(files['user-data'] ?? ''))).toEqual(['text/cloud-boothook', 'text/cloud-config']);
      expect(JSON.stringify(files)).not.toContain('Theirs');
    }
  });

  it('locks the password if there is none, and has the hash only in files that root reads', () => {
    expect(configOf(seeded({ passwordHash: null }))).toMatchObject({ ssh_pwauth: false, users: [{ lock_passwd: true }] });
    const files = seeded({ passwordHash: '$6$salt$hash' });
    expect(configOf(files)).toMatchObject({ ssh_pwauth: true, users: [{ name: 'root', lock_passwd: false }] });
    expect(Object.values(partsOf(files['user-data'] ?? '')).join()).not.toContain('$6$');
    expect(files['root-password']).toBe('root:$6$salt$hash\n');
    expect(hookOf(files)).toContain('root-password');
    expect(seeded({ passwordHash: null })).not.toHaveProperty('root-password');
  });

  it('changes only what it names, and keeps the host keys of an existing guest', () => {
    const amended = seeded({ passwordHash: '$6$salt$hash', amends: [] });
    expect(configOf(amended)).toMatchObject({ ssh_deletekeys: false, users: [{ name: 'root', lock_passwd: false }] });
    expect(JSON.stringify(partsOf(amended['user-data'] ?? ''))).not.toMatch(/hash|AAAA|ssh_pwauth|password/);
    expect(amended).not.toHaveProperty('root-password');
    expect(amended['innkeeper.env']).toMatch(/TAKE_KEYS=''\n[\s\S]*KEEP_HOST_KEYS='yes'\nROOT_HASH=''/);
    const fresh = seeded({ passwordHash: '$6$salt$hash' });
    expect(configOf(fresh)).toMatchObject({ ssh_deletekeys: true, ssh_authorized_keys: ['ssh-ed25519 AAAA'] });
    expect(fresh['innkeeper.env']).toMatch(/TAKE_KEYS='yes'\n[\s\S]*KEEP_HOST_KEYS=''\nROOT_HASH='\$6\$salt\$hash'/);
  });

  it("keeps what a guest needs out of lists that a customer's user data replaces", () => {
    const config = configOf(seeded({ passwordHash: '$6$salt$hash' }));
    expect(config).not.toHaveProperty('bootcmd');
    expect(config).not.toHaveProperty('write_files');
    expect(config).toMatchObject({ ssh_authorized_keys: ['ssh-ed25519 AAAA'] });
  });

  it('stays below its size on disk with the longest script, so that it can be replaced in a running guest', () => {
    const startupScript = '"\u0001'.repeat(32_768);
    const bytes = Object.values(seeded({ startupScript })).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    expect(bytes).toBeLessThan(500 * 1024);
  });

  it('sets the short hostname, and the full name where required', () => {
    const named = seeded({ hostname: 'web2.example.com' });
    expect(JSON.parse(named['meta-data'] ?? '')).toMatchObject({ 'local-hostname': 'web2' });
    expect(configOf(named)).toMatchObject({ hostname: 'web2', fqdn: 'web2.example.com', prefer_fqdn_over_hostname: false });
    expect(hookOf(named)).toContain('\n127.0.1.1 web2.example.com web2\n');
    expect(named['innkeeper.env']).toContain("SEED_HOSTNAME='web2'\nSEED_HOSTS='web2.example.com web2'\n");
    expect(hookOf(seeded({ hostname: 'web1' }))).toContain('\n127.0.1.1 web1\n');
  });

  it('gives a new machine id only to a machine restored from a copy', () => {
    expect(hookOf(seeded({}, true))).toContain('systemd-machine-id-setup');
    expect(hookOf(seeded({}))).not.toContain('systemd-machine-id-setup');
    expect(hookOf(seeded({ amends: [] }, true))).not.toContain('systemd-machine-id-setup');
  });

  it('configures the address by MAC, for cloud-init and the tiny guest', () => {
    const files = seeded({});
    const network = JSON.parse(files['network-config'] ?? '') as { ethernets: { eth0: Record<string, unknown> } };
    expect(network.ethernets.eth0).toMatchObject({ match: { macaddress: '52:54:00:00:00:0b' }, addresses: ['10.77.0.11/24'] });
    expect(files['innkeeper.env']).toContain("IP4='10.77.0.11/24'\nGATEWAY4='10.77.0.1'\nIP6=''\n");
  });

  it('configures all addresses, with one gateway of each family', () => {
    const second = { address: '192.0.2.7', prefix: 24, gateway: '192.0.2.1', version: 4 } as const;
    const six = { address: '2001:db8::1', prefix: 64, gateway: 'fe80::1', version: 6 } as const;
    const spec = exampleSpec();
    const files = seedFiles({ ...spec, copied: false, nic: { ...spec.nic, addresses: [...spec.nic.addresses, second, six] } });
    const { ethernets } = JSON.parse(files['network-config'] ?? '') as { ethernets: { eth0: Record<string, unknown> } };
    expect(ethernets.eth0).toMatchObject({
      ...{ dhcp6: false, 'accept-ra': false, addresses: ['10.77.0.11/24', '192.0.2.7/24', '2001:db8::1/64'] },
      routes: [
        { to: '0.0.0.0/0', via: '10.77.0.1' },
        { to: '::/0', via: 'fe80::1' },
      ],
    });
    expect(files['innkeeper.env']).toContain("IP6='2001:db8::1/64'\nGATEWAY6='fe80::1'\nMORE_ADDRESSES='192.0.2.7/24'\n");
  });
});
