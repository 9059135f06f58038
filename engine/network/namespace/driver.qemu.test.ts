import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attachGuest } from '@innkeeper/lab/internet/guest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { attempt, run } from '../../host/run.ts';
import type { NicSpec } from '../../nic.ts';
import { NamespaceNetwork } from './driver.ts';

const POOLS = [{ cidr: '10.77.0.0/24', gateway: '10.77.0.1' }];

describe('the network namespace', () => {
  let home = '';
  let network: NamespaceNetwork;
  const inside = (...command: string[]) => run('ip', ['netns', 'exec', network.namespace, ...command]);
  /** Returns the rules sorted by table, without handles and packet counts, which differ from run to run. */
  const rules = async () => {
    const tables = (await inside('nft', '--stateless', 'list', 'ruleset')).split(/^(?=table )/m);
    return tables
      .map((table) => table.trim())
      .sort()
      .join('\n');
  };
  /** Lists the processes in the namespace: dnsmasq and the metadata service. */
  const processes = async () => (await run('ip', ['netns', 'pids', network.namespace])).trim().split('\n');

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'innkeeper-network-'));
    network = new NamespaceNetwork({ home });
    await network.open(POOLS);
  });
  afterEach(async () => {
    await network.remove();
    await rm(home, { recursive: true });
  });

  it('is created once, and opening it again changes nothing', async () => {
    await network.attach(nic('srv-1', 11));
    const [before, process] = [await rules(), await processes()];
    await network.open(POOLS);
    await network.attach(nic('srv-1', 11));
    expect(await rules()).toBe(before);
    expect(await processes()).toEqual(process);
  });

  it('is restored completely after a reboot of the host', async () => {
    await network.attach(nic('srv-1', 11));
    const before = await rules();
    for (const pid of await processes()) process.kill(Number(pid), 'SIGKILL');
    await run('ip', ['netns', 'delete', network.namespace]);
    const again = new NamespaceNetwork({ home });
    await again.open(POOLS);
    expect(await rules()).toBe(before);
    // One dnsmasq and the metadata service. An old dnsmasq may still be stopping.
    await expect.poll(processes, { timeout: 20_000 }).toHaveLength(2);
    expect(await inside('ip', 'link', 'show', 'dev', 'tap-srv-1')).toContain('master br0');
  });

  it('removes nothing of other installations when it is removed without being opened', async () => {
    await network.attach(nic('srv-1', 11));
    const other = await mkdtemp(join(tmpdir(), 'innkeeper-network-'));
    await new NamespaceNetwork({ home: other }).remove();
    await rm(other, { recursive: true });
    expect(await readdir(join('/run/innkeeper', network.namespace, 'hosts'))).toEqual(['srv-1']);
  });

  it('leaves nothing on the host after `withdraw`, and is restored completely by `open`', async () => {
    await network.attach(nic('srv-1', 11));
    const [before, [pid]] = [await rules(), await processes()];
    await new NamespaceNetwork({ home }).tearDown();
    expect(await run('ip', ['netns', 'list'])).not.toContain(network.namespace);
    // A process that has ended has no command line, even before its parent has reaped it.
    expect(await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).toBe('');
    await network.open(POOLS);
    expect(await rules()).toBe(before);
    expect(await inside('ip', 'link', 'show', 'dev', 'tap-srv-1')).toContain('master br0');
  });

  it("limits a machine's traffic while it is attached, and applies a new limit at once", async () => {
    await network.attach(nic('srv-1', 11));
    const unlimited = await rules();
    await network.attach({ ...nic('srv-1', 11), limitMbps: 100 });
    expect((await rules()).match(/limit rate over 12500000 bytes\/second burst 1250000 bytes drop/g)).toHaveLength(2);
    await network.attach(nic('srv-1', 11));
    expect(await rules()).toBe(unlimited);
  });

  it('leaves nothing of a detached machine, and can detach it twice', async () => {
    const before = await rules();
    await network.attach(nic('srv-1', 11));
    expect(await network.list()).toEqual(['srv-1']);
    await network.detach('srv-1');
    await network.detach('srv-1');
    expect(await rules()).toBe(before);
    expect(await network.list()).toEqual([]);
    expect(await inside('ip', 'link')).not.toContain('tap-');
    expect(await readdir(join('/run/innkeeper', network.namespace, 'hosts'))).toEqual([]);
  });

  it("refuses one address for two machines, and can change a machine's address", async () => {
    await network.attach(nic('srv-1', 11));
    await expect(network.attach(nic('srv-2', 11))).rejects.toMatchObject({ kind: 'network' });
    await network.attach(nic('srv-1', 12));
    await network.attach(nic('srv-2', 11));
    expect((await network.list()).sort()).toEqual(['srv-1', 'srv-2']);
    expect(await inside('nft', 'list', 'map', 'inet', 'innkeeper', 'to4')).toContain('10.77.0.12 : jump in-srv-1');
  });

  it('routes a prefix only to its machine, which can send only from that prefix', async () => {
    await network.open([...POOLS, { cidr: '2001:db8:77::/48', gateway: 'fe80::1' }]);
    const [a, b] = [await attachGuest(network, withPrefix('srv-1', 11)), await attachGuest(network, withPrefix('srv-2', 12))];
    const ping = async (...args: string[]) =>
      (await a.netns.attempt('ping', ['-6', '-c', '3', '-i', '0.3', '-W', '2', ...args])).code === 0;
    try {
      expect(await ping('2001:db8:77:12::1')).toBe(true);
      // Any address of the prefix works on both sides, without neighbour discovery.
      await b.netns.ip('-6', 'address', 'add', '2001:db8:77:12::beef', 'dev', 'eth0', 'nodad');
      await a.netns.ip('-6', 'address', 'add', '2001:db8:77:11:1234::', 'dev', 'eth0', 'nodad');
      expect(await ping('-I', '2001:db8:77:11:1234::', '2001:db8:77:12::beef')).toBe(true);
      await a.netns.ip('-6', 'address', 'add', '2001:db8:77:99::1', 'dev', 'eth0', 'nodad');
      expect(await ping('-I', '2001:db8:77:99::1', '2001:db8:77:12::beef')).toBe(false);
      await expect(network.attach({ ...withPrefix('srv-3', 13), addresses: [prefixed('2001:db8:77:12::7')] })).rejects.toThrow(
        'srv-2',
      );

      await network.attach(nic('srv-2', 12));
      expect(await ping('2001:db8:77:12::1')).toBe(false);
      expect(await inside('ip', '-6', 'route')).not.toContain('2001:db8:77:12::');
      expect(await inside('ip', '-6', 'route')).toContain('2001:db8:77:11::/64 via fe80::5054:ff:fe77:b');
    } finally {
      for (const guest of [a, b]) await guest.remove();
    }
  });

  it('keeps guarding addresses while another process starts, until that process sets them', async () => {
    await network.floodFilter.setAddresses([{ address: '10.77.0.11', version: 4, portMbps: 1_000, protected: true }]);
    const before = await rules();
    const next = new NamespaceNetwork({ home });
    await next.open(POOLS);
    expect(await rules()).toBe(before);
    expect(await next.floodFilter.guardedNetworks()).toEqual([{ network: '10.77.0.11/32', protected: true }]);
    await next.floodFilter.setAddresses([]);
    expect(await next.floodFilter.guardedNetworks()).toEqual([]);
    await next.close();
  });

  it('changes nothing outside of itself', async () => {
    await network.attach(nic('srv-1', 11));
    expect(await run('ip', ['link'])).not.toContain('tap-srv-1');
    expect((await attempt('nft', ['list', 'table', 'inet', 'innkeeper'])).code).not.toBe(0);
  });
});

const prefixed = (address: string) => ({ address, prefix: 64, gateway: 'fe80::1', version: 6 }) as const;

function withPrefix(machineId: string, last: number): NicSpec {
  const spec = nic(machineId, last);
  return { ...spec, addresses: [...spec.addresses, prefixed(`2001:db8:77:${last}::1`)] };
}

function nic(machineId: string, last: number): NicSpec {
  return {
    machineId,
    mac: `52:54:00:77:00:${last.toString(16).padStart(2, '0')}`,
    hostname: machineId,
    addresses: [{ address: `10.77.0.${last}`, prefix: 24, gateway: '10.77.0.1', version: 4 }],
    dns: ['10.77.0.1'],
  };
}
