import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ADDRESSES, type Internet, openInternet } from '@innkeeper/lab/internet/internet';
import { givenRepository } from '@innkeeper/lab/internet/repository';
import { canonicalRules } from '@innkeeper/model/net/firewalls';
import { NO_UPLINK, type UplinkMode } from '@innkeeper/model/net/uplink';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MachineSpec } from '../../compute/port.ts';
import { openQemuHarness, type QemuHarness, untilUp } from '../../compute/qemu/harness.ts';
import { run } from '../../host/run.ts';
import { LocalImages } from '../../images/local.ts';
import { NO_FIREWALLS } from '../firewalls.ts';
import { NamespaceNetwork } from './driver.ts';

const projectRoot = process.cwd();

describe('a real guest in the network namespace', () => {
  let harness: QemuHarness;
  let network: NamespaceNetwork;
  let internet: Internet;
  let spec: MachineSpec;
  let mirror: string;
  /** Returns `yes` or `no`: whether the command succeeds in the guest. */
  const works = (command: string) => harness.login(spec, `if ${command} >/tmp/out 2>&1; then echo yes; else echo no; fi`);
  const counted = async () => {
    const text = await run('ip', [
      'netns',
      'exec',
      network.namespace,
      'nft',
      '-j',
      'list',
      'counters',
      'table',
      'inet',
      'innkeeper',
    ]);
    const { nftables } = JSON.parse(text) as { nftables: { counter?: { name: string; packets: number } }[] };
    return Object.fromEntries(
      nftables.flatMap(({ counter }) => (counter === undefined ? [] : [[counter.name, counter.packets]])),
    );
  };

  beforeAll(async () => {
    mirror = await mkdtemp(join(tmpdir(), 'innkeeper-mirror-'));
    await givenRepository(mirror);
    internet = await openInternet({ mirror });
    harness = await openQemuHarness({
      images: new LocalImages({ directory: join(projectRoot, 'build', 'images'), projectRoot }),
      projectRoot,
      network: (home) => {
        network = new NamespaceNetwork({ home, hostNamespace: internet.host.name ?? '' });
        return network;
      },
      onClose: () => network.remove(),
    });
    spec = await harness.spec('guest-1');
    await harness.compute.create(spec);
    await harness.compute.start(spec.machineId);
    await untilUp(harness, spec.machineId);
  });
  afterAll(async () => {
    await harness?.close();
    await internet?.close();
    await rm(mirror, { recursive: true, force: true });
  });

  it('reaches its gateway, and is offered its own address by DHCP', async () => {
    expect(await works('ping -c 1 -W 2 10.77.0.1')).toBe('yes');
    expect(await works('udhcpc -i eth0 -q -n -t 4 -T 2 -s /bin/true')).toBe('yes');
    expect(await harness.login(spec, 'cat /tmp/out')).toContain('10.77.0.11');
  });

  it('cannot send from an address or a MAC that is not its own', async () => {
    expect(await works('ip address add 10.77.0.99/24 dev eth0')).toBe('yes');
    expect(await works('ping -c 1 -W 2 -I 10.77.0.99 10.77.0.1')).toBe('no');
    // The MAC is restored before SSH answers again.
    const asAnother = 'ip link set eth0 address 52:54:00:77:00:99; ping -c 1 -W 2 10.77.0.1; result=$?; ip link set eth0 address';
    expect(await works(`sh -c '${asAnother} ${spec.nic.mac}; ping -c 1 -W 2 10.77.0.1 || exit 9; exit $result'`)).toBe('no');
    expect(await works('ping -c 1 -W 2 10.77.0.1')).toBe('yes');
  });

  it('is forwarded and counted by its own rules, also to a neighbour in its network', async () => {
    await network.attach({ ...spec.nic, machineId: 'guest-2', mac: '52:54:00:77:00:63', addresses: [neighbour] });
    const before = await counted();
    expect(await works(`ping -c 2 -W 1 ${neighbour.address}`)).toBe('no');
    const after = await counted();
    expect((after['out-guest-1'] ?? 0) - (before['out-guest-1'] ?? 0)).toBeGreaterThan(0);
    expect((after['in-guest-2'] ?? 0) - (before['in-guest-2'] ?? 0)).toBeGreaterThan(0);
    await network.detach('guest-2');
  });

  describe('with an uplink', () => {
    const pools = [
      { cidr: '10.77.0.0/24', gateway: '10.77.0.1' },
      { cidr: '2001:db8:77::/64', gateway: '2001:db8:77::1' },
    ];
    const set = (mode: UplinkMode) => network.reconcile({ pools, uplink: { ...NO_UPLINK, mode } });
    afterAll(() => set('none'));

    it('resolves and fetches from a mirror behind nat, but cannot reach private networks, host or cloud metadata', async () => {
      expect(await works(`ping -c 1 -W 1 ${ADDRESSES.mirror4}`)).toBe('no');
      await set('nat');
      expect(await works(`nslookup mirror.example ${ADDRESSES.mirror4}`)).toBe('yes');
      await harness.login(spec, `echo nameserver ${ADDRESSES.mirror4} > /etc/resolv.conf`);
      for (const host of [ADDRESSES.mirror4, 'mirror.example'])
        expect(await harness.login(spec, `wget -T 10 -q -O - http://${host}/file`)).toBe(`/file for ::ffff:${ADDRESSES.host4}`);
      await internet.router.ipLines(['address add 10.9.9.9/32 dev lo', 'address add 169.254.169.254/32 dev lo']);
      for (const address of ['10.9.9.9', ADDRESSES.host4]) expect(await works(`ping -c 1 -W 1 ${address}`), address).toBe('no');
      // The guest's own metadata service answers there, in the namespace.
      expect(await harness.login(spec, 'wget -q -O - http://169.254.169.254/latest/meta-data/instance-id')).toBe('guest-1');
      expect(await works(`ping -c 1 -W 1 ${ADDRESSES.router4}`)).toBe('yes');
    });

    it('installs a package and accepts a login over IPv4 and IPv6 if its addresses are routed and allowed', async () => {
      await set('routed');
      for (const { cidr } of pools) await internet.route(cidr);
      const six = { address: '2001:db8:77::b', prefix: 64, gateway: '2001:db8:77::1', version: 6 as const };
      await network.attach({ ...spec.nic, addresses: [...spec.nic.addresses, six] });
      await harness.login(
        spec,
        `ip -6 addr add ${six.address}/64 dev eth0 && ip -6 route replace default via ${six.gateway} dev eth0`,
      );
      const options = ['-o', 'StrictHostKeyChecking=no', '-o', 'UserKnownHostsFile=/dev/null', '-o', 'ConnectTimeout=10'];
      const logIn = (address: string) =>
        internet.client.attempt('ssh', ['-q', '-i', join(harness.home, 'key'), ...options, `root@${address}`, 'hostname']);
      const addresses = [...spec.nic.addresses, six].map(({ address }) => address);
      for (const address of addresses) expect((await logIn(address)).stdout.trim()).toBe('host-of-guest-1');

      await harness.login(spec, 'mkdir -p /var/lib/dpkg/info && touch /var/lib/dpkg/status');
      for (const host of [ADDRESSES.mirror4, `[${ADDRESSES.mirror6}]`]) {
        const fetch = (file: string, from: string) => `wget -q -O /tmp/${file} http://${host}/${from}`;
        const field = (name: string) => `sed -n 's/^${name}: //p' /tmp/Packages`;
        const steps = [
          fetch('Packages', 'Packages'),
          fetch('greeting.deb', `$(${field('Filename')})`),
          `echo "$(${field('SHA256')})  /tmp/greeting.deb" | sha256sum -c - >/dev/null`,
          'dpkg -i /tmp/greeting.deb >/dev/null',
          'greeting',
          'dpkg -r greeting >/dev/null',
        ];
        expect(await harness.login(spec, steps.join(' && ')), host).toBe('hello from the mirror');
      }

      const filter = (version: number, port: string) => {
        const rules = canonicalRules([{ direction: 'in', protocol: 'tcp', ports: [port] }]);
        return network.setFirewalls(async () => ({ firewalls: [{ id: 1, version, rules }], machines: { 'guest-1': [1] } }));
      };
      await filter(1, '80');
      for (const address of addresses) expect((await logIn(address)).code).not.toBe(0);
      await filter(2, '22');
      for (const address of addresses) expect((await logIn(address)).stdout.trim()).toBe('host-of-guest-1');
      // Firewalls do not affect the gateway and DHCP.
      expect(await works('ping -c 1 -W 2 10.77.0.1')).toBe('yes');
      expect(await works('udhcpc -i eth0 -q -n -t 4 -T 2 -s /bin/true')).toBe('yes');
      await network.setFirewalls(async () => NO_FIREWALLS);
      await network.attach(spec.nic);
    });
  });

  it('loses packets beyond its limit', async () => {
    await network.attach({ ...spec.nic, machineId: 'guest-2', mac: '52:54:00:77:00:63', addresses: [neighbour] });
    // 400 KB at once, of which 64 KiB may pass.
    const send = `for i in $(seq 20); do ping -c 1 -W 1 -s 20000 ${neighbour.address} >/dev/null & done; wait; true`;
    const passed = async () => {
      const before = (await counted())['out-guest-1'] ?? 0;
      await harness.login(spec, send);
      return ((await counted())['out-guest-1'] ?? 0) - before;
    };
    const unlimited = await passed();
    expect(unlimited).toBeGreaterThanOrEqual(20);
    await network.attach({ ...spec.nic, limitMbps: 0.01 });
    expect(await passed()).toBeLessThan(unlimited / 2);
    await network.attach(spec.nic);
    await network.detach('guest-2');
  });
});

const neighbour = { address: '10.77.0.55', prefix: 24, gateway: '10.77.0.1', version: 4 as const };
