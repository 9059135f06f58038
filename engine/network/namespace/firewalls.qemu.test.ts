/** Tests firewalls with packets of an internet client, of neighbours, and of the machines themselves. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attachGuest, type SimulatedGuest } from '@innkeeper/lab/internet/guest';
import { ADDRESSES, fetchFrom, type Internet, openInternet, serve } from '@innkeeper/lab/internet/internet';
import { canonicalRules, type RuleInput } from '@innkeeper/model/net/firewalls';
import { NO_UPLINK } from '@innkeeper/model/net/uplink';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { run } from '../../host/run.ts';
import type { NicSpec } from '../../nic.ts';
import { type Firewalls, NO_FIREWALLS, withAccepted } from '../firewalls.ts';
import type { Netns } from '../netns.ts';
import { NamespaceNetwork } from './driver.ts';

const POOLS = [
  { cidr: '198.51.100.128/26', gateway: '198.51.100.129' },
  { cidr: '2001:db8:77::/48', gateway: 'fe80::1' },
];
const SHARED = { pools: POOLS, uplink: { ...NO_UPLINK, mode: 'routed' as const } };

const nic = (machineId: string, last: number): NicSpec => ({
  machineId,
  mac: `52:54:00:77:00:${last.toString(16).padStart(2, '0')}`,
  hostname: machineId,
  addresses: [
    { address: `198.51.100.${128 + last}`, prefix: 26, gateway: '198.51.100.129', version: 4 },
    { address: `2001:db8:77:${last}::1`, prefix: 64, gateway: 'fe80::1', version: 6 },
  ],
  dns: [],
});
const WEB = nic('srv-1', 11);
const OTHER = nic('srv-2', 12);
const of = ({ addresses }: NicSpec) => addresses.map(({ address }) => address);

const HTTP: RuleInput = { direction: 'in', protocol: 'tcp', ports: ['80'] };
const STREAM: RuleInput = { direction: 'in', protocol: 'tcp', ports: ['9000'] };

describe('firewalls in the network namespace', () => {
  let internet: Internet;
  let home = '';
  let network: NamespaceNetwork;
  const guests: SimulatedGuest[] = [];
  const children: ChildProcess[] = [];
  let version = 0;
  /** Sets the firewalls of `WEB`. Each list of rules is a firewall. */
  const set = (...lists: RuleInput[][]) => {
    version += 1;
    const firewalls = lists.map((rules, i) => ({ id: i + 1, version, rules: canonicalRules(rules) }));
    const machines = lists.length === 0 ? {} : { [WEB.machineId]: firewalls.map(({ id }) => id) };
    return network.setFirewalls(async () => ({ firewalls, machines }));
  };
  const web = () => guests[0]?.netns as Netns;
  const other = () => guests[1]?.netns as Netns;
  const inside = (...command: string[]) => run('ip', ['netns', 'exec', network.namespace, ...command]);
  /** Returns sorted rules, because restored rules are created in another order. */
  const rules = async () =>
    (await inside('nft', '--stateless', 'list', 'table', 'inet', 'innkeeper')).split('\n').sort().join('\n');
  const pings = async (from: Netns, address: string) =>
    (await from.attempt('ping', ['-c', '2', '-i', '0.3', '-W', '1', address])).code === 0;
  /** Returns for each address, one per family, whether its HTTP server answers. */
  const answering = async (from: Netns, addresses: readonly string[]) =>
    (await Promise.all(addresses.map((address) => fetchFrom(from, address)))).map((answer) => answer !== null);

  beforeAll(async () => {
    internet = await openInternet();
    home = await mkdtemp(join(tmpdir(), 'innkeeper-firewalls-'));
    network = new NamespaceNetwork({ home, hostNamespace: internet.host.name ?? '' });
    await network.open(POOLS);
    for (const spec of [WEB, OTHER]) {
      guests.push(await attachGuest(network, spec));
      children.push(await serve(guests.at(-1)?.netns as Netns, '192.0.2.1'));
    }
    await network.reconcile(SHARED);
    for (const { cidr } of POOLS) await internet.route(cidr);
  });
  afterEach(() => network.setFirewalls(async () => NO_FIREWALLS));
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    for (const guest of guests) await guest.remove();
    await network?.remove();
    await internet?.close();
    await rm(home, { recursive: true, force: true });
  });

  it("allow what any of their rules allows and nothing else, and replies to the machine's own requests", async () => {
    expect(await answering(internet.client, of(WEB))).toEqual([true, true]);
    await set([]);
    expect(await answering(internet.client, of(WEB))).toEqual([false, false]);
    expect(await answering(web(), [ADDRESSES.mirror4, ADDRESSES.mirror6])).toEqual([true, true]);
    expect(await pings(web(), ADDRESSES.mirror4)).toBe(true);
    expect(await pings(internet.client, of(WEB)[0] ?? '')).toBe(false);
    // Machines without firewalls are unaffected.
    expect(await answering(internet.client, of(OTHER))).toEqual([true, true]);
    await set([], [HTTP, { direction: 'in', protocol: 'icmpv6' }]);
    expect(await answering(internet.client, of(WEB))).toEqual([true, true]);
    expect(await fetchFrom(internet.client, of(WEB)[0] ?? '', 7)).toBeNull();
    expect(await pings(internet.client, of(WEB)[0] ?? '')).toBe(false);
    expect(await pings(internet.client, of(WEB)[1] ?? '')).toBe(true);
  });

  it('distinguish sources, including neighbours in the same network', async () => {
    await set([{ ...HTTP, networks: [`${ADDRESSES.client4}/32`, of(OTHER)[1] ?? ''] }]);
    expect(await answering(internet.client, of(WEB))).toEqual([true, false]);
    expect(await answering(other(), of(WEB))).toEqual([false, true]);
  });

  it('allow all outgoing traffic until there is a rule for it', async () => {
    await set([{ direction: 'out', protocol: 'tcp', ports: ['80'], networks: [ADDRESSES.mirror6, ...of(OTHER)] }]);
    expect(await answering(web(), [ADDRESSES.mirror4, ADDRESSES.mirror6, ...of(OTHER)])).toEqual([false, true, true, true]);
    expect(await pings(web(), ADDRESSES.mirror4)).toBe(false);
    await set([HTTP, { direction: 'out', protocol: 'icmp' }]);
    // Inbound connections are answered.
    expect(await answering(internet.client, of(WEB))).toEqual([true, true]);
    expect(await pings(web(), ADDRESSES.mirror4)).toBe(true);
    expect(await answering(web(), [ADDRESSES.mirror4, ADDRESSES.mirror6])).toEqual([false, false]);
  });

  it('report the path MTU to senders', async () => {
    await set([HTTP, { direction: 'out', protocol: 'tcp', ports: ['80'] }]);
    await internet.router.ip('link', 'set', 'client', 'mtu', '1300');
    try {
      // With DF set: the router refuses the first packet and reports the reason to its sender.
      const tooBig = await web().attempt('ping', ['-M', 'do', '-c', '1', '-W', '1', '-s', '1400', ADDRESSES.client4]);
      expect(tooBig.code).not.toBe(0);
      const { stdout } = await internet.client.attempt('curl', ['-s', '-m', '5', `http://${of(WEB)[0]}/${'x'.repeat(4000)}`]);
      expect(stdout).toContain('xxxx');
    } finally {
      await internet.router.ip('link', 'set', 'client', 'mtu', '1500');
    }
  });

  it('are replaced under load: allowed connections lose nothing, and others end at once', async () => {
    const program = join(process.cwd(), 'lab/internet/stream.mjs');
    const start = async (netns: Netns, ...args: string[]) => {
      const child = spawn('ip', ['netns', 'exec', netns.name ?? '', process.execPath, program, ...args], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      children.push(child);
      let last = 0;
      child.stdout?.on('data', (text) => {
        last = Number(String(text).trim().split('\n').at(-1));
      });
      await new Promise((resolve) => child.stdout?.once('data', resolve));
      return { child, count: () => last };
    };
    await start(web(), 'serve');
    const ports: RuleInput = { ...STREAM, ports: ['9000-9001'] };
    await set([ports]);
    const [four, six, cut] = await Promise.all([
      start(internet.client, 'stream', of(WEB)[0] ?? '', '9000'),
      start(internet.client, 'stream', of(WEB)[1] ?? '', '9000'),
      start(internet.client, 'stream', of(WEB)[0] ?? '', '9001'),
    ]);
    for (const { count } of [four, six, cut]) await vi.waitFor(() => expect(count()).toBeGreaterThan(0), 20_000);
    for (let i = 0; i < 50; i += 1) await set([ports, { direction: 'in', protocol: 'udp', ports: [`${1000 + i}`] }], [HTTP]);
    await set([STREAM]);
    const held = [four, six].map(({ count }) => count());
    for (const [i, { count }] of [four, six].entries())
      await vi.waitFor(() => expect(count()).toBeGreaterThan((held[i] ?? 0) + 1_000), { timeout: 20_000 });
    // Packets in flight when the rules changed have arrived. No further packets arrive.
    const after = cut.count();
    await vi.waitFor(() => expect(four.count()).toBeGreaterThan((held[0] ?? 0) + 3_000), { timeout: 20_000 });
    expect(cut.count()).toBe(after);
    expect([four, six].map(({ child }) => child.exitCode)).toEqual([null, null]);
  });

  it('track only the connections of their machines', async () => {
    const tracked = async () => Number((await inside('cat', '/proc/sys/net/netfilter/nf_conntrack_count')).trim());
    await set([HTTP]);
    const none = await tracked();
    for (let i = 0; i < 5; i += 1) await answering(internet.client, of(OTHER));
    expect(await tracked()).toBeLessThanOrEqual(none);
    for (let i = 0; i < 5; i += 1) await answering(internet.client, of(WEB));
    expect(await tracked()).toBeGreaterThan(none);
  });

  it('follow the machine: its addresses, its detachment, a manual flush, another process', async () => {
    await set([HTTP]);
    await network.reconcile(SHARED);
    const before = await rules();
    await inside('nft', 'flush', 'ruleset');
    expect(await network.reconcile(SHARED)).toContain("the namespace's rules");
    expect(await rules()).toBe(before);

    // Simulates a process that died between writing the record and the kernel, or that left chains of deleted firewalls.
    await inside('nft', 'add', 'chain', 'inet', 'innkeeper', 'fw-999-in');
    await inside('nft', 'add', 'chain', 'inet', 'innkeeper', 'fw-in-srv-999');
    await inside('nft', 'add', 'rule', 'inet', 'innkeeper', 'fw-in-srv-999', 'jump', 'fw-999-in');
    await inside('nft', 'add', 'element', 'inet', 'innkeeper', 'firewall-in4', '{ 198.51.100.140 : goto fw-in-srv-999 }');
    expect(await network.listFirewalls()).toEqual({ firewalls: [1, 999], machines: ['srv-1', 'srv-999'] });
    const next = new NamespaceNetwork({ home, hostNamespace: internet.host.name ?? '' });
    await next.open(POOLS);
    await next.reconcile(SHARED);
    expect(await rules()).toBe(before);
    expect(await next.listFirewalls()).toEqual({ firewalls: [1], machines: ['srv-1'] });

    const [four] = WEB.addresses;
    await network.attach({ ...WEB, addresses: four ? [four] : [] });
    expect(await rules()).not.toContain('2001:db8:77:11:: : goto');
    await network.attach(WEB);
    expect(await rules()).toBe(before);
    await set();
    expect(await network.listFirewalls()).toEqual({ firewalls: [], machines: [] });
    expect(await answering(internet.client, of(WEB))).toEqual([true, true]);
  });

  it('stay as they are if the kernel refuses others, also after a further `open`', async () => {
    await set([HTTP]);
    const before = await rules();
    const refused = canonicalRules([HTTP]).map((rule) => ({ ...rule, ports: ['70000'] }));
    const all = (inForce: Firewalls) => ({
      ...inForce,
      firewalls: [...inForce.firewalls, { id: 9, version: 1, rules: refused }],
    });
    await expect(network.setFirewalls(async (inForce) => all(inForce))).rejects.toThrow('70000');
    expect(await rules()).toBe(before);
    await network.open(POOLS);
    expect(await rules()).toBe(before);
    await set([HTTP], []);
    expect((await network.listFirewalls()).firewalls).toEqual([1, 2]);
  });

  it('change although the kernel refuses one of another machine, which stays as it is', async () => {
    await set([HTTP]);
    const refused = canonicalRules([HTTP]).map((rule) => ({ ...rule, ports: ['70000'] }));
    const desired: Firewalls = {
      firewalls: [
        { id: 1, version: ++version, rules: canonicalRules([STREAM]) },
        { id: 9, version: 1, rules: refused },
      ],
      machines: { [WEB.machineId]: [1], [OTHER.machineId]: [9] },
    };
    await expect(network.setFirewalls(async () => desired)).rejects.toThrow('70000');
    expect(await answering(internet.client, of(WEB))).toEqual([true, true]);
    await network.setFirewalls(async (inForce) => withAccepted(inForce, desired, new Set([1])));
    expect(await answering(internet.client, of(WEB))).toEqual([false, false]);
    expect(await answering(internet.client, of(OTHER))).toEqual([true, true]);
    expect(await network.listFirewalls()).toEqual({ firewalls: [1], machines: [WEB.machineId] });
  });

  it('are active before the machine is attached', async () => {
    const late = nic('srv-3', 13);
    await network.setFirewalls(async () => ({ firewalls: [{ id: 7, version: 1, rules: [] }], machines: { 'srv-3': [7] } }));
    expect((await network.listFirewalls()).machines).toEqual([]);
    await network.attach(late);
    expect((await network.listFirewalls()).machines).toEqual(['srv-3']);
    await network.detach(late.machineId);
    expect(await network.listFirewalls()).toEqual({ firewalls: [7], machines: [] });
  });
});
