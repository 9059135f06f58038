import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MachineSpec } from '../port.ts';
import { exampleSpec } from '../spec.example.ts';
import { seedFiles, shellQuoted } from './seed.ts';

const seeded = (seed: Partial<MachineSpec['seed']>, copied = false) => {
  const spec = exampleSpec();
  return seedFiles({ ...spec, copied, seed: { ...spec.seed, ...seed } });
};

interface Config {
  bootcmd?: unknown;
  write_files: { content: string }[];
}

const configOf = (files: Record<string, string>) =>
  JSON.parse((files['user-data'] ?? '').replace('#cloud-config\n', '')) as Config & Record<string, unknown>;

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
    const [head, ...rest] = (seeded({ startupScript })['user-data'] ?? '').split('\n');
    expect(head).toBe('#cloud-config');
    const config = JSON.parse(rest.join('\n')) as { write_files: { content: string }[]; runcmd: string[][] };
    expect(config.write_files.at(-1)?.content).toBe(startupScript);
    expect(config.runcmd).toEqual([['/var/lib/innkeeper/startup.sh']]);
  });

  it('locks the password if there is none', () => {
    expect(seeded({ passwordHash: null })['user-data']).toContain('"lock_passwd": true');
    expect(seeded({ passwordHash: '$6$salt$hash' })['user-data']).toContain('"hashed_passwd": "$6$salt$hash"');
  });

  it('changes only what it names, and keeps the host keys of an existing guest', () => {
    const amended = seeded({ passwordHash: '$6$salt$hash', amends: [] });
    expect(amended['user-data']).toContain('"ssh_deletekeys": false');
    expect(amended['user-data']).toContain('"lock_passwd": false');
    expect(amended['user-data']).not.toMatch(/hash|AAAA|ssh_pwauth/);
    expect(amended['innkeeper.env']).toMatch(/TAKE_KEYS=''\n[\s\S]*KEEP_HOST_KEYS='yes'\nROOT_HASH=''/);
    const fresh = seeded({ passwordHash: '$6$salt$hash' });
    expect(fresh['user-data']).toMatch(/"ssh_deletekeys": true[\s\S]*"hashed_passwd": "\$6\$salt\$hash"[\s\S]*ssh-ed25519 AAAA/);
    expect(fresh['innkeeper.env']).toMatch(/TAKE_KEYS='yes'\n[\s\S]*KEEP_HOST_KEYS=''\nROOT_HASH='\$6\$salt\$hash'/);
  });

  it('sets the short hostname, and the full name where required', () => {
    const named = seeded({ hostname: 'web2.example.com' });
    expect(JSON.parse(named['meta-data'] ?? '')).toMatchObject({ 'local-hostname': 'web2' });
    expect(configOf(named)).toMatchObject({ hostname: 'web2', fqdn: 'web2.example.com', prefer_fqdn_over_hostname: false });
    expect(configOf(named).write_files[0]?.content).toContain('\n127.0.1.1 web2.example.com web2\n');
    expect(named['innkeeper.env']).toContain("SEED_HOSTNAME='web2'\nSEED_HOSTS='web2.example.com web2'\n");
    expect(configOf(seeded({ hostname: 'web1' })).write_files[0]?.content).toContain('\n127.0.1.1 web1\n');
  });

  it('gives a new machine id only to a machine restored from a copy', () => {
    expect(JSON.stringify(configOf(seeded({}, true)).bootcmd)).toContain('systemd-machine-id-setup');
    expect(configOf(seeded({}))).not.toHaveProperty('bootcmd');
    expect(configOf(seeded({ amends: [] }, true))).not.toHaveProperty('bootcmd');
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
