/**
 * Tests the metadata service with a real guest, over both address families. The guest reads it at boot, and no forged address gives access
 * to another guest's data.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MachineSpec } from '../../compute/port.ts';
import { openQemuHarness, type QemuHarness, untilUp } from '../../compute/qemu/harness.ts';
import { metadataFiles } from '../../compute/qemu/metadata.ts';
import { LocalImages } from '../../images/local.ts';
import { NamespaceNetwork } from '../namespace/driver.ts';
import { METADATA4, METADATA6 } from './addresses.ts';

const projectRoot = process.cwd();

describe('a real guest and the metadata service', () => {
  let harness: QemuHarness;
  let network: NamespaceNetwork;
  let spec: MachineSpec;
  const says = (command: string) => harness.login(spec, command);
  /** Returns the content that a server at the address sends, or an empty string. */
  const fetched = (address: string, path = '/latest/meta-data/instance-id') =>
    says(`printf 'GET ${path} HTTP/1.0\\r\\n\\r\\n' | nc -w 2 ${address} 80 2>/dev/null | tail -n 1; true`);
  const boots = async () => {
    await harness.compute.start(spec.machineId);
    await untilUp(harness, spec.machineId);
  };

  beforeAll(async () => {
    harness = await openQemuHarness({
      images: new LocalImages({ directory: join(projectRoot, 'build', 'images'), projectRoot }),
      projectRoot,
      network: (home) => {
        network = new NamespaceNetwork({ home });
        return network;
      },
      onClose: () => network.remove(),
    });
    await network.open([
      { cidr: '10.77.0.0/24', gateway: '10.77.0.1' },
      { cidr: '2001:db8:77::/48', gateway: 'fe80::1' },
    ]);
    spec = await harness.spec('guest-1');
    const six = { address: '2001:db8:77:11::1', prefix: 64, gateway: 'fe80::1', version: 6 } as const;
    spec = { ...spec, nic: await network.attach({ ...spec.nic, addresses: [...spec.nic.addresses, six] }) };
    await harness.compute.create(spec);
    await boots();
  });
  afterAll(() => harness?.close());

  it('configures the guest at its first boot, over IPv4 and IPv6, and by wget too', async () => {
    expect(await says('cat /run/told-by')).toBe('metadata');
    expect(await fetched(METADATA4)).toBe('guest-1');
    expect(await fetched(`${METADATA6}%eth0`)).toBe('guest-1');
    expect(await says(`wget -q -O - http://${METADATA4}/latest/meta-data/public-keys/0/openssh-key`)).toBe(spec.seed.sshKeys[0]);
  });

  it('reveals nothing about a neighbour, whatever identity the guest claims', async () => {
    const neighbour = {
      ...spec.nic,
      machineId: 'guest-2',
      mac: '52:54:00:77:00:63',
      addresses: [{ ...spec.nic.addresses[0], address: '10.77.0.55' }],
    };
    await network.attach(neighbour as typeof spec.nic);
    await network.setMetadata('guest-2', { '/latest/meta-data/instance-id': 'guest-2' });
    // Calls from a forged address, and from its link-local address.
    const from = (source: string) => `ip route replace ${METADATA4} via 10.77.0.1 dev eth0 src ${source}`;
    await says(`ip addr add 10.77.0.55/24 dev eth0; ${from('10.77.0.55')}`);
    expect(await fetched(METADATA4)).toBe('');
    await says(from('10.77.0.11'));
    expect(await fetched(METADATA4)).toBe('guest-1');
    await says('ip -6 addr flush dev eth0 scope link; ip -6 addr add fe80::5054:ff:fe77:63/64 dev eth0');
    expect(await fetched(`${METADATA6}%eth0`)).toBe('guest-1');
    // With the neighbour's MAC for a moment. SSH works again afterwards.
    const asked = `printf 'GET /latest/meta-data/instance-id HTTP/1.0\\r\\n\\r\\n' | nc -w 2 ${METADATA4} 80`;
    const lie = `ip link set eth0 address ${neighbour.mac}; ${asked} > /tmp/as-another 2>/dev/null; echo end >> /tmp/as-another`;
    const asBefore = `ip link set eth0 address ${spec.nic.mac}`;
    await says(`ip addr del 10.77.0.55/24 dev eth0; (${lie}; ${asBefore}) </dev/null >/dev/null 2>&1 &`);
    await expect.poll(() => says('cat /tmp/as-another').catch(() => ''), { timeout: 60_000 }).toBe('end');
    await network.detach('guest-2');
  });

  it("exposes neither another guest's address, nor anything else of the host", async () => {
    for (const address of ['240.119.0.99', 'fd6d:6574:6164::77:63', '10.77.0.1', 'fe80::1%eth0'])
      expect(await fetched(address), address).toBe('');
    for (const port of [22, 53, 443, 5432, 7080, 8080])
      expect(
        await says(
          `for to in ${METADATA4} 10.77.0.1; do nc -w 1 $to ${port} </dev/null >/dev/null 2>&1 && echo open; done; true`,
        ),
        `${port}`,
      ).toBe('');
  });

  it('provides a new key at the next boot, although the seed is outdated', async () => {
    const another = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0wGqPyTmBJzUVmJYiTBHSQ4W4PGTXnQ1dqQKf0mhsH another';
    const seed = {
      ...spec.seed,
      instanceId: 'guest-1-2',
      sshKeys: [...spec.seed.sshKeys, another],
      amends: ['sshKeys'] as const,
      startupScript: null,
    };
    // A power cut loses data that was not yet written to the disk.
    const before = await says('sync; cat /etc/dropbear/dropbear_ed25519_host_key | sha256sum');
    await harness.compute.powerOff(spec.machineId);
    await harness.compute.start(spec.machineId);
    // Simulates a worker that was killed before it wrote the seed.
    await network.setMetadata(spec.machineId, metadataFiles({ seed, nic: spec.nic, copied: false }));
    await untilUp(harness, spec.machineId);
    expect((await harness.inspector.facts(spec)).sshKeys).toEqual(seed.sshKeys);
    expect(await says('cat /etc/dropbear/dropbear_ed25519_host_key | sha256sum')).toBe(before);
    expect(await says('cat /root/started-by-script')).toBe('once');
  });
});
