import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attachGuest, type SimulatedGuest } from '@innkeeper/lab/internet/guest';
import { ADDRESSES, fetchFrom, type Internet, openInternet, serve } from '@innkeeper/lab/internet/internet';
import { NO_UPLINK, type Uplink } from '@innkeeper/model/net/uplink';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../../host/run.ts';
import type { NicSpec } from '../../nic.ts';
import { networkConformance } from '../conformance.ts';
import { NamespaceNetwork } from '../namespace/driver.ts';
import { Netns } from '../netns.ts';
import type { Pool } from '../port.ts';

const POOLS = [
  { cidr: '198.51.100.128/26', gateway: '198.51.100.129' },
  { cidr: '2001:db8:77::/64', gateway: '2001:db8:77::1' },
];
const GUEST4 = '198.51.100.139';
const GUEST6 = '2001:db8:77::b';
/** A pool on the host's own link. */
const ON_LINK = [{ cidr: '203.0.113.0/24', gateway: '203.0.113.1' }];

const nic = (machineId: string, last: number): NicSpec => ({
  machineId,
  mac: `52:54:00:77:00:${last.toString(16).padStart(2, '0')}`,
  hostname: machineId,
  addresses: [
    { address: `198.51.100.${128 + last}`, prefix: 26, gateway: '198.51.100.129', version: 4 },
    { address: `2001:db8:77::${last.toString(16)}`, prefix: 64, gateway: '2001:db8:77::1', version: 6 },
  ],
  dns: [ADDRESSES.mirror4],
});
const onLinkNic = (machineId: string, last: number): NicSpec => ({
  ...nic(machineId, last),
  addresses: [{ address: `203.0.113.${last}`, prefix: 24, gateway: '203.0.113.1', version: 4 }],
});

describe('an uplink', () => {
  let internet: Internet;
  let untouched: Record<string, string>;
  let home = '';
  let network: NamespaceNetwork;
  let guest: SimulatedGuest;
  let services: ChildProcess;
  const set = (changes: Partial<Uplink>, pools: readonly Pool[] = POOLS) =>
    network.reconcile({ pools, uplink: { ...NO_UPLINK, ...changes } });
  const check = (changes: Partial<Uplink>, pools: readonly Pool[] = POOLS) =>
    network.checkUplink({ pools, uplink: { ...NO_UPLINK, ...changes } });
  const poor = async (changes: Partial<Uplink>) => (await check(changes)).filter(({ ok }) => ok !== true);
  const pings = async (from: Netns, address: string) =>
    (await from.attempt('ping', ['-c', '1', '-W', '0.3', address])).code === 0;
  const open = async () => {
    const directory = await mkdtemp(join(tmpdir(), 'innkeeper-uplink-'));
    return { directory, driver: new NamespaceNetwork({ home: directory, hostNamespace: internet.host.name ?? '' }) };
  };

  beforeAll(async () => {
    internet = await openInternet();
    untouched = await internet.traces();
    ({ directory: home, driver: network } = await open());
    await network.open(POOLS);
    guest = await attachGuest(network, nic('srv-1', 11));
    services = await serve(guest.netns, GUEST4);
  });
  afterAll(async () => {
    await network?.remove();
    services?.kill('SIGKILL');
    await guest?.remove();
    await internet?.close();
    await rm(home, { recursive: true, force: true });
  });
  // Removed by another process than the one that created it.
  afterEach(async () => {
    await new NamespaceNetwork({ home, hostNamespace: internet.host.name ?? '' }).reconcile({ pools: POOLS, uplink: NO_UPLINK });
    expect(await internet.traces()).toEqual(untouched);
  });
  beforeEach(() => set({}));

  it('none: guests have no internet access, and the network of the host is unchanged', async () => {
    expect(await pings(guest.netns, ADDRESSES.mirror4)).toBe(false);
    expect(await check({})).toEqual([expect.objectContaining({ name: 'uplink', ok: true })]);
    expect(await internet.traces()).toEqual(untouched);
  });

  describe('nat', () => {
    beforeEach(() => set({ mode: 'nat' }));

    it('lets guests out through the host over both families, and nobody in', async () => {
      expect(await fetchFrom(guest.netns, ADDRESSES.mirror4)).toBe(`/file for ::ffff:${ADDRESSES.host4}`);
      expect(await fetchFrom(guest.netns, ADDRESSES.mirror6)).toBe(`/file for ${ADDRESSES.host6}`);
      await internet.route(POOLS[0]?.cidr ?? '');
      expect(await pings(internet.client, GUEST4)).toBe(false);
      await internet.unroute(POOLS[0]?.cidr ?? '');
    });

    it('denies guests private and link-local networks and the host, except what the operator allows', async () => {
      await internet.router.ipLines([
        'address add 10.9.9.9/32 dev lo',
        'address add 169.254.200.200/32 dev lo',
        'address add fd09::9/128 dev lo',
      ]);
      await internet.host.ip('address', 'add', '203.0.113.3/24', 'dev', 'eth0');
      await set({ mode: 'nat' });
      const refused = ['10.9.9.9', '169.254.200.200', 'fd09::9', ADDRESSES.host4, '203.0.113.3', ADDRESSES.host6];
      const reached = async () =>
        (await Promise.all(refused.map(async (one) => ((await pings(guest.netns, one)) ? [one] : [])))).flat();
      expect(await pings(guest.netns, ADDRESSES.router4)).toBe(true);
      expect(await reached()).toEqual([]);
      await set({ mode: 'nat', allow: ['10.9.9.0/24', '203.0.113.0/24', 'fd09::/16'] });
      expect(await reached()).toEqual(['10.9.9.9', 'fd09::9']);
      await internet.host.ip('address', 'delete', '203.0.113.3/24', 'dev', 'eth0');
    });

    it('is verified hop by hop, and reports the failing one', async () => {
      const all = ['uplink', 'link', 'interface', 'router IPv4', 'guests IPv4', 'router IPv6', 'guests IPv6'];
      expect(await check({ mode: 'nat', probe: [ADDRESSES.mirror4] })).toEqual(
        all.map((name) => expect.objectContaining({ name, ok: true })),
      );
      await internet.host.nft(
        'add table ip filter; add chain ip filter FORWARD { type filter hook forward priority 0; policy drop; }',
      );
      const [stopped, ...more] = await poor({ mode: 'nat' });
      expect(stopped).toMatchObject({
        name: 'guests IPv4',
        ok: false,
        remedy: expect.stringMatching(/^iptables -I FORWARD -i inku-/),
      });
      expect(more).toEqual([]);
      await internet.host.nft('delete table ip filter');
      await internet.router.ip('link', 'set', 'host', 'down');
      expect(await poor({ mode: 'nat' })).toEqual([expect.objectContaining({ name: 'interface' })]);
      await internet.router.ip('link', 'set', 'host', 'up');
      await internet.router.ipLines([`address replace ${ADDRESSES.router6}/64 dev host nodad`]);
    });

    it('is restored after a manual flush, which is reported', async () => {
      await set({ mode: 'nat' });
      expect(await set({ mode: 'nat' })).toEqual([]);
      await internet.host.run('nft', ['flush', 'ruleset']);
      await internet.host.writeSysctl('ipv4/conf/eth0/forwarding', '0');
      expect(await set({ mode: 'nat' })).toEqual(["the host's rules", "the host's settings"]);
      await new Netns(network.namespace).run('nft', ['flush', 'ruleset']);
      expect(await set({ mode: 'nat' })).toEqual(["the namespace's rules"]);
      expect(await fetchFrom(guest.netns, ADDRESSES.mirror4)).not.toBeNull();
      expect(await pings(guest.netns, ADDRESSES.host4)).toBe(false);
    });

    it('is independent of another installation on the host with the same pools', async () => {
      const other = await open();
      await other.driver.open(POOLS);
      const theirs = await attachGuest(other.driver, nic('srv-1', 11));
      await other.driver.reconcile({
        pools: POOLS,
        uplink: { ...NO_UPLINK, mode: 'nat', allow: ['169.254.0.0/16', 'fc00::/7'] },
      });
      expect(await fetchFrom(theirs.netns, ADDRESSES.mirror4)).not.toBeNull();
      expect(await fetchFrom(guest.netns, ADDRESSES.mirror4)).not.toBeNull();
      const mine = (
        await new Netns(network.namespace).ipJson<{ addr_info: { local: string }[] }>('address', 'show', 'dev', 'uplink0')
      )[0];
      const ends = (mine?.addr_info ?? []).map(({ local }) => local).filter((one) => !one.startsWith('fe80:'));
      expect(ends).toHaveLength(2);
      for (const one of ends) expect(await pings(theirs.netns, one)).toBe(false);
      await other.driver.remove();
      await theirs.remove();
      await rm(other.directory, { recursive: true });
      expect(await fetchFrom(guest.netns, ADDRESSES.mirror4)).not.toBeNull();
    });
  });

  describe('routed', () => {
    beforeEach(async () => {
      await set({ mode: 'routed' });
      for (const { cidr } of POOLS) await internet.route(cidr);
    });
    afterEach(async () => {
      for (const { cidr } of POOLS) await internet.unroute(cidr).catch(() => undefined);
    });

    it('lets clients and guests reach each other by their own addresses, over both families', async () => {
      expect(await fetchFrom(internet.client, GUEST4)).toBe(`/file for ::ffff:${ADDRESSES.client4}`);
      expect(await fetchFrom(internet.client, GUEST6)).toBe(`/file for ${ADDRESSES.client6}`);
      expect(await fetchFrom(guest.netns, ADDRESSES.mirror4)).toBe(`/file for ::ffff:${GUEST4}`);
      expect(await fetchFrom(guest.netns, ADDRESSES.mirror6)).toBe(`/file for ${GUEST6}`);
      expect(await pings(guest.netns, ADDRESSES.host4)).toBe(false);
      expect(await poor({ mode: 'routed' })).toEqual([]);
    });

    it('reports if the router does not route the prefix here', async () => {
      await internet.unroute(POOLS[0]?.cidr ?? '');
      expect(await poor({ mode: 'routed' })).toEqual([
        expect.objectContaining({ name: 'guests IPv4', ok: false, remedy: expect.stringContaining('198.51.100.128/26') }),
      ]);
    });

    it("drops packets from the internet with a guest's source address", async () => {
      const counted = async () =>
        (await new Netns(network.namespace).run('nft', ['list', 'counter', 'inet', 'innkeeper', 'out-srv-1'])).match(
          /packets (\d+)/,
        )?.[1];
      const before = await counted();
      await internet.router.ip('address', 'add', `${GUEST4}/32`, 'dev', 'lo');
      await internet.router.attempt('ping', ['-c', '1', '-W', '0.1', '-I', GUEST4, '198.51.100.140']);
      await internet.router.ip('address', 'delete', `${GUEST4}/32`, 'dev', 'lo');
      expect(await counted()).toBe(before);
    });

    it('is restored after a reboot of the host', async () => {
      const before = await internet.traces();
      await run('ip', ['netns', 'delete', network.namespace]);
      await rm(join('/run/innkeeper/sysctls', internet.host.name ?? ''), { recursive: true });
      await internet.host.nft('flush ruleset');
      for (const name of ['ipv4/conf/eth0/forwarding', 'ipv6/conf/all/forwarding']) await internet.host.writeSysctl(name, '0');
      await internet.host.writeSysctl('ipv6/conf/eth0/accept_ra', '1');
      network = new NamespaceNetwork({ home, hostNamespace: internet.host.name ?? '' });
      await network.open(POOLS);
      await set({ mode: 'routed' });
      expect(await internet.traces()).toEqual(before);
      services.kill('SIGKILL');
      await guest.remove();
      guest = await attachGuest(network, nic('srv-1', 11));
      services = await serve(guest.netns, GUEST4);
      expect(await fetchFrom(internet.client, GUEST4)).toBe(`/file for ::ffff:${ADDRESSES.client4}`);
    });
  });

  it('routed on the link of the host: it answers for the addresses of servers, and for no others', async () => {
    const server = await attachGuest(network, onLinkNic('srv-2', 77));
    await set({ mode: 'routed', on_link: true }, ON_LINK);
    expect(await pings(internet.client, '203.0.113.77')).toBe(true);
    expect(await fetchFrom(server.netns, ADDRESSES.mirror4)).toBe('/file for ::ffff:203.0.113.77');
    await network.detach('srv-2');
    expect(await internet.host.run('ip', ['neighbour', 'show', 'proxy'])).not.toContain('203.0.113.77');
    await server.remove();
  });

  it("routed on the link of the host: a router with the pool's gateway is no test of guests, and a probe is", async () => {
    const server = await attachGuest(network, onLinkNic('srv-2', 77));
    const uplink: Partial<Uplink> = { mode: 'routed', on_link: true };
    await set(uplink, ON_LINK);
    const guestsIn = async (changes: Partial<Uplink>) =>
      (await check({ ...uplink, ...changes }, ON_LINK)).filter(({ name, ok }) => ok !== true || name === 'guests IPv4');
    await internet.host.nft(
      'add table ip filter; add chain ip filter FORWARD { type filter hook forward priority 0; policy drop; }',
    );
    const untested = {
      name: 'guests IPv4',
      ok: 'warn',
      why: expect.stringContaining('203.0.113.1 is also the gateway of a pool'),
    };
    expect(await guestsIn({})).toEqual([{ ...untested, remedy: expect.stringContaining('--probe') }]);
    expect(await guestsIn({ probe: [ADDRESSES.mirror4] })).toMatchObject([{ name: 'guests IPv4', ok: false }]);
    await internet.host.nft('delete table ip filter');
    expect(await guestsIn({ probe: [ADDRESSES.mirror4] })).toMatchObject([{ name: 'guests IPv4', ok: true }]);
    await network.detach('srv-2');
    await server.remove();
  });

  it("routed on the link of the host: errors of a router with the pool's gateway reach servers, and nothing else does", async () => {
    const server = await attachGuest(network, onLinkNic('srv-2', 77));
    await set({ mode: 'routed', on_link: true }, ON_LINK);
    await server.netns.nft('table ip in4 { chain c { type filter hook input priority 0; icmp type echo-request counter; }; }');
    await internet.router.ip('link', 'set', 'client', 'mtu', '1300');
    await server.netns.attempt('ping', ['-M', 'do', '-c', '1', '-W', '1', '-s', '1400', ADDRESSES.client4]);
    await internet.router.ip('link', 'set', 'client', 'mtu', '1500');
    expect(await server.netns.run('ip', ['route', 'get', ADDRESSES.client4])).toContain('mtu 1300');
    await internet.router.attempt('ping', ['-c', '1', '-W', '0.3', '203.0.113.77']);
    expect(await server.netns.run('nft', ['list', 'table', 'ip', 'in4'])).toContain('counter packets 0 ');
    await network.detach('srv-2');
    await server.remove();
  });

  it('routed on the link of the host: a moved address is answered for, and leads to its new server', async () => {
    const moving = { address: '203.0.113.99', prefix: 24, gateway: '203.0.113.1', version: 4 } as const;
    const [a, b] = [onLinkNic('srv-2', 77), onLinkNic('srv-3', 78)];
    const having = (spec: NicSpec): NicSpec => ({ ...spec, addresses: [...spec.addresses, moving] });
    const servers = [await attachGuest(network, a), await attachGuest(network, b)] as const;
    await set({ mode: 'routed', on_link: true }, ON_LINK);
    // Both servers configure the address and count packets to it.
    for (const { netns } of servers) {
      await netns.ip('address', 'add', `${moving.address}/32`, 'dev', 'eth0');
      await netns.nft(
        `add table ip seen
        add chain ip seen input { type filter hook input priority 0; }
        add rule ip seen input ip daddr ${moving.address} icmp type echo-request counter
        `,
      );
    }
    const asked = () =>
      Promise.all(
        servers.map(async ({ netns }) =>
          Number(/packets (\d+)/.exec(await netns.run('nft', ['list', 'table', 'ip', 'seen']))?.[1]),
        ),
      );
    for (const holder of [0, 1, 0]) {
      const before = await asked();
      await network.reassign(holder === 0 ? [having(a), b] : [a, having(b)]);
      await expect.poll(() => pings(internet.client, moving.address), { timeout: 20_000 }).toBe(true);
      expect((await asked()).map((count, i) => count > (before[i] ?? 0))).toEqual([holder === 0, holder === 1]);
    }
    await network.reassign([a, b]);
    expect(await pings(internet.client, moving.address)).toBe(false);
    expect(await internet.host.run('ip', ['neighbour', 'show', 'proxy'])).not.toContain(moving.address);
    for (const { machineId } of [a, b]) await network.detach(machineId);
    for (const server of servers) await server.remove();
  });

  it.each([
    { family: 'IPv4', moving: { address: '203.0.113.99', prefix: 24, gateway: '203.0.113.1', version: 4 } },
    { family: 'IPv6', moving: { address: '2001:db8:a:7::1', prefix: 64, gateway: 'fe80::1', version: 6 } },
  ] as const)(
    'routed on the link of the host, $family: announces an address from another host to the router at once',
    async (given) => {
      const { address } = given.moving;
      const pools = [...ON_LINK, { cidr: '2001:db8:a:4::/62', gateway: 'fe80::1' }];
      const spec = { ...onLinkNic('srv-2', 77), addresses: [...onLinkNic('srv-2', 77).addresses, given.moving] };
      await set({ mode: 'routed', on_link: true }, pools);
      await internet.router.ip('address', 'add', '2001:db8:a:ffff::1/48', 'dev', 'host', 'nodad');
      // The router's cache says that another host has the address, and keeps the entry for an hour.
      const reachable = `${given.moving.version === 4 ? 'ipv4' : 'ipv6'}/neigh/host/base_reachable_time_ms`;
      const before = await internet.router.readSysctl(reachable);
      await internet.router.writeSysctl(reachable, '3600000');
      const knows = (mac: string) => ['neighbour', 'replace', address, 'lladdr', mac, 'dev', 'host', 'nud', 'reachable'] as const;
      await internet.router.ip(...knows('02:00:00:00:00:99'));
      const server = await attachGuest(network, spec);
      const reached = async () => (await internet.client.attempt('ping', ['-c', '1', '-W', '0.3', address])).code === 0;
      await expect.poll(reached, { timeout: 15_000 }).toBe(true);
      // The host no longer answers for an address that it lost.
      await network.attach(onLinkNic('srv-2', 77));
      const proxied = await internet.host.run('ip', ['neighbour', 'show', 'proxy']);
      expect(proxied).toContain('203.0.113.77');
      expect(proxied).not.toContain(address);
      await internet.router.writeSysctl(reachable, before ?? '30000');
      await internet.router.ip('address', 'delete', '2001:db8:a:ffff::1/48', 'dev', 'host');
      await network.detach('srv-2');
      await server.remove();
    },
  );

  describe('bridge', () => {
    const whole: Partial<Uplink> = {
      ...{ mode: 'bridge', interface: 'eth1' },
      ...{ addresses: ['198.18.0.2/24', '2001:db8:b::2/64'], gateways: [ADDRESSES.spare4, ADDRESSES.spare6] },
    };

    it('takes over a whole interface, and returns it', async () => {
      await set(whole);
      await internet.route(POOLS[0]?.cidr ?? '', '198.18.0.2');
      await internet.route(POOLS[1]?.cidr ?? '', '2001:db8:b::2');
      expect(await internet.host.run('ip', ['-br', 'link'])).not.toContain('eth1');
      expect(await fetchFrom(internet.client, GUEST4)).toBe(`/file for ::ffff:${ADDRESSES.client4}`);
      // The interface must first get a link-local address of its own.
      await expect.poll(() => fetchFrom(guest.netns, ADDRESSES.mirror6), { timeout: 10_000 }).toBe(`/file for ${GUEST6}`);
      expect(await pings(guest.netns, ADDRESSES.host4)).toBe(false);
      expect(await poor(whole)).toEqual([]);
      for (const { cidr } of POOLS) await internet.unroute(cidr);
    });

    it('uses one VLAN of an interface that the host keeps, or reports that its kernel has no VLANs', async () => {
      const vlan: Partial<Uplink> = {
        mode: 'bridge',
        interface: 'eth1',
        vlan: 7,
        addresses: ['198.18.1.2/24'],
        gateways: [ADDRESSES.vlan4],
      };
      if (!internet.vlans) {
        await expect(set(vlan)).rejects.toThrow("the VLAN 7 of eth1 can't be made: the kernel of this host has no VLANs (8021q)");
        return;
      }
      await set(vlan);
      expect(await internet.host.run('ip', ['-br', 'link'])).toContain('eth1');
      await internet.route(POOLS[0]?.cidr ?? '', '198.18.1.2');
      expect(await fetchFrom(internet.client, GUEST4)).toBe(`/file for ::ffff:${ADDRESSES.client4}`);
      await internet.unroute(POOLS[0]?.cidr ?? '');
    });

    it('refuses the interface that the host itself uses', async () => {
      await expect(set({ ...whole, interface: 'eth0' })).rejects.toMatchObject({ kind: 'network', retryable: false });
      await expect(set({ ...whole, interface: 'eth9' })).rejects.toThrow('the host has no interface eth9');
    });
  });
});

const conforming: { internet?: Internet; network?: NamespaceNetwork; home?: string } = {};
networkConformance('namespace', {
  async open() {
    conforming.internet = await openInternet();
    conforming.home = await mkdtemp(join(tmpdir(), 'innkeeper-uplink-'));
    conforming.network = new NamespaceNetwork({ home: conforming.home, hostNamespace: conforming.internet.host.name ?? '' });
    return conforming.network;
  },
  async close() {
    await conforming.network?.remove();
    await conforming.internet?.close();
    await rm(conforming.home ?? '', { recursive: true });
  },
});
