/**
 * Tests which forged frames of a guest pass the rules of its tap, frame by frame. The guest is real, and a namespace acts as its neighbour.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { arp, ethernet, fragment, icmpv6, ipv4, ipv6, markOf, options, target, udp } from '@innkeeper/lab/internet/frames';
import { attachGuest, type SimulatedGuest } from '@innkeeper/lab/internet/guest';
import { frameSender } from '@innkeeper/lab/internet/guest-frames';
import { canonicalRules } from '@innkeeper/model/net/firewalls';
import { defaultNetworkLimits } from '@innkeeper/model/settings/settings';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MachineSpec } from '../../compute/port.ts';
import { openQemuHarness, type QemuHarness, untilUp } from '../../compute/qemu/harness.ts';
import { run } from '../../host/run.ts';
import { LocalImages } from '../../images/local.ts';
import type { NicSpec } from '../../nic.ts';
import { NO_FIREWALLS } from '../firewalls.ts';
import { Netns } from '../netns.ts';
import { NamespaceNetwork } from './driver.ts';

const FRAMES = join(process.cwd(), 'lab/internet/frames.py');
const POOLS = [
  { cidr: '10.77.0.0/24', gateway: '10.77.0.1' },
  { cidr: '2001:db8:77::/48', gateway: 'fe80::1' },
];
const ALL = 'ff:ff:ff:ff:ff:ff';
const OTHER = '52:54:00:77:00:0c';
const [OWN4, OTHER4, OWN6, OTHER6] = ['10.77.0.11', '10.77.0.12', '2001:db8:77:11::1', '2001:db8:77:12::1'];
const OWN_LINK = 'fe80::5054:ff:fe77:b';

const nic = (number: number): NicSpec => ({
  machineId: `srv-${number}`,
  hostname: `srv-${number}`,
  dns: [],
  mac: `52:54:00:77:00:${number.toString(16).padStart(2, '0')}`,
  addresses: [
    { address: `10.77.0.${number}`, prefix: 24, gateway: '10.77.0.1', version: 4 },
    { address: `2001:db8:77:${number}::1`, prefix: 64, gateway: 'fe80::1', version: 6 },
  ],
});
const me = nic(11);

const projectRoot = process.cwd();
let harness: QemuHarness;
let network: NamespaceNetwork;
let inside: Netns;
let liar: MachineSpec;
let send: (frames: readonly string[]) => Promise<void>;
let neighbour: SimulatedGuest;
/** MAC of the namespace's bridge, the destination of all frames of guests. */
let gateway: string;
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
  await network.open(POOLS);
  const spec = await harness.spec(me.machineId);
  liar = { ...spec, nic: await network.attach({ ...spec.nic, addresses: me.addresses }) };
  await harness.compute.create(liar);
  await harness.compute.start(liar.machineId);
  await untilUp(harness, liar.machineId);
  send = await frameSender({ endpoint: network.sshEndpoint(liar.nic), identity: join(harness.home, 'key') });
  neighbour = await attachGuest(network, nic(12));
  inside = new Netns(network.namespace);
  gateway = (await inside.run('cat', ['/sys/class/net/br0/address'])).trim();
});
afterAll(async () => {
  await neighbour?.remove();
  await harness?.close();
});

/** Returns the frames that arrive at the namespace's side of the bridge during `act` and shortly after. */
async function arriving(act: () => Promise<void>): Promise<string[]> {
  const child = spawn('ip', ['netns', 'exec', inside.name ?? '', 'python3', FRAMES, 'watch', 'br0', '120'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  const ended = once(child, 'exit');
  try {
    while (!text.includes('ready')) await Promise.race([once(child.stdout, 'data'), ended]);
    await act();
    await sleep(2_000);
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
  return text.split('\n');
}

const mine = { from: me.mac, to: '' };
const to = (type: number, payload: string, tags: readonly [number, number][] = []) =>
  ethernet({ ...mine, to: gateway }, type, payload, tags);
const ask = (from: string, name: string, payload = udp(5000, 5001, markOf(name))) =>
  to(0x0800, ipv4(from, '10.77.0.1', 17, payload));
const ask6 = (from: string, next: number, payload: string, destination = 'ff02::1') =>
  to(0x86dd, ipv6(from, destination, next, payload));
/** Returns the marker as a message option that every receiver ignores. */
const marked = (name: string) => {
  const mark = markOf(name).padEnd(Math.ceil((markOf(name).length + 4) / 16) * 16 - 4, '0');
  return `fd${((mark.length + 4) / 16).toString(16).padStart(2, '0')}${mark}`;
};
const advert = (name: string, from = OWN_LINK) => icmpv6(from, 'ff02::1', 134, `40000708${'00'.repeat(8)}${marked(name)}`);
const neighbourAdvert = (name: string, of: string, from = OWN_LINK) =>
  icmpv6(from, 'ff02::1', 136, `20000000${target(of)}${marked(name)}`);

const HONEST: Record<string, () => string> = {
  own: () => ask(OWN4, 'own'),
  // Both fragments, because connection tracking reassembles them first.
  'own fragments': () => {
    const whole = udp(5000, 5001, `0000000000000000${markOf('own fragments')}`.padEnd(96, '0'));
    const piece = (from: number, flags: number, end?: number) =>
      to(0x0800, ipv4(OWN4, '10.77.0.1', 17, whole.slice(from, end), flags));
    return `${piece(0, 0x2000, 32)}\n${piece(32, 2)}`;
  },
  own6: () => ask6(OWN6, 17, udp(5000, 5001, markOf('own6')), 'ff02::1'),
  'another of its prefix': () => ask6('2001:db8:77:11:9::9', 17, udp(5000, 5001, markOf('another of its prefix'))),
  'own options': () => ask6(OWN6, 60, options(17) + udp(5000, 5001, markOf('own options'))),
  'own fragments6': () => {
    const whole = udp(5000, 5001, `0000000000000000${markOf('own fragments6')}`.padEnd(96, '0'));
    return `${ask6(OWN6, 44, fragment(17, 0, true) + whole.slice(0, 32))}\n${ask6(OWN6, 44, fragment(17, 16, false) + whole.slice(32))}`;
  },
  solicitation: () =>
    ask6(OWN_LINK, 58, icmpv6(OWN_LINK, 'ff02::1', 135, `00000000${target('fe80::1')}${marked('solicitation')}`)),
  'own advertisement': () => ask6(OWN_LINK, 58, neighbourAdvert('own advertisement', OWN6)),
  'own link-local advertisement': () => ask6(OWN_LINK, 58, neighbourAdvert('own link-local advertisement', OWN_LINK)),
  'multicast report': () =>
    ask6(
      OWN_LINK,
      0,
      `3a00050200000100${icmpv6(OWN_LINK, 'ff02::16', 143, `00000000${markOf('multicast report')}`)}`,
      'ff02::16',
    ),
};

const LIES: Record<string, () => string> = {
  'other MAC': () => ethernet({ from: OTHER, to: gateway }, 0x0800, ipv4(OWN4, '10.77.0.1', 17, udp(1, 2, markOf('other MAC')))),
  'other address': () => ask(OTHER4, 'other address'),
  'gateway as source': () => ask('10.77.0.1', 'gateway as source'),
  'fragment of another': () => to(0x0800, ipv4(OTHER4, '10.77.0.1', 17, markOf('fragment of another').padEnd(64, '0'), 0x2005)),
  'no address': () => ask('0.0.0.0', 'no address'),
  'DHCP server': () => ask(OWN4, 'DHCP server', udp(67, 68, markOf('DHCP server'))),
  'ARP of another MAC': () => to(0x0806, arp(2, { mac: OTHER, ip: OWN4 }, { mac: ALL, ip: OWN4 }) + markOf('ARP of another MAC')),
  'ARP of another': () => to(0x0806, arp(2, { mac: me.mac, ip: OTHER4 }, { mac: ALL, ip: OTHER4 }) + markOf('ARP of another')),
  'ARP of the gateway': () =>
    to(0x0806, arp(2, { mac: me.mac, ip: '10.77.0.1' }, { mac: ALL, ip: '10.77.0.1' }) + markOf('ARP of the gateway')),
  'other prefix': () => ask6(OTHER6, 17, udp(5000, 5001, markOf('other prefix'))),
  'gateway6 as source': () => ask6('fe80::1', 17, udp(5000, 5001, markOf('gateway6 as source'))),
  'DHCPv6 server': () => ask6(OWN_LINK, 17, udp(547, 546, markOf('DHCPv6 server'))),
  'DHCPv6 server behind options': () => ask6(OWN6, 60, options(17) + udp(547, 546, markOf('DHCPv6 server behind options'))),
  router: () => ask6(OWN_LINK, 58, advert('router')),
  'router of its prefix': () => ask6(OWN6, 58, advert('router of its prefix', OWN6)),
  'router behind options': () => ask6(OWN_LINK, 60, options(58) + advert('router behind options')),
  'router behind hops': () => ask6(OWN_LINK, 0, options(58) + advert('router behind hops')),
  'router behind many': () => ask6(OWN_LINK, 0, options(60) + options(60) + options(58) + advert('router behind many')),
  'router in a fragment': () => ask6(OWN_LINK, 44, fragment(58, 0, false) + advert('router in a fragment')),
  'router in the second fragment': () => ask6(OWN_LINK, 44, fragment(60, 8, false) + advert('router in the second fragment')),
  'options in the first fragment': () =>
    ask6(OWN_LINK, 44, `${fragment(60, 0, true)}3a02010c${markOf('options in the first fragment').slice(0, 24)}`) +
    markOf('options in the first fragment'),
  'router behind hops in a fragment': () =>
    ask6(OWN_LINK, 0, options(44) + fragment(58, 0, false) + advert('router behind hops in a fragment')),
  redirect: () =>
    ask6(OWN_LINK, 58, icmpv6(OWN_LINK, 'ff02::1', 137, `00000000${target(OWN6)}${target(OTHER6)}${marked('redirect')}`)),
  'advertisement of the gateway': () => ask6(OWN_LINK, 58, neighbourAdvert('advertisement of the gateway', 'fe80::1')),
  'advertisement of another': () => ask6(OWN_LINK, 58, neighbourAdvert('advertisement of another', OTHER6)),
  'routing header': () => ask6(OWN6, 43, `1102000100000000${target(OTHER6)}${udp(1, 2, markOf('routing header'))}`),
  VLAN: () => to(0x0800, ipv4(OWN4, '10.77.0.1', 17, udp(1, 2, markOf('VLAN'))), [[0x8100, 7]]),
  'priority tag': () => to(0x0800, ipv4(OWN4, '10.77.0.1', 17, udp(1, 2, markOf('priority tag'))), [[0x8100, 0xe000]]),
  'other address in a VLAN': () =>
    to(0x0800, ipv4(OTHER4, '10.77.0.1', 17, udp(1, 2, markOf('other address in a VLAN'))), [[0x8100, 0xe000]]),
  'provider VLAN': () => to(0x0800, ipv4(OWN4, '10.77.0.1', 17, udp(1, 2, markOf('provider VLAN'))), [[0x88a8, 7]]),
  'VLAN in a VLAN': () =>
    to(0x0800, ipv4(OWN4, '10.77.0.1', 17, udp(1, 2, markOf('VLAN in a VLAN'))), [
      [0x88a8, 7],
      [0x8100, 8],
    ]),
  PPPoE: () => to(0x8863, markOf('PPPoE')),
  LLDP: () => to(0x88cc, markOf('LLDP')),
  EAPOL: () => ethernet({ from: me.mac, to: '01:80:c2:00:00:03' }, 0x888e, markOf('EAPOL')),
  'spanning tree': () => ethernet({ from: me.mac, to: '01:80:c2:00:00:00' }, 38, `424203${markOf('spanning tree')}`),
};

it('delivers allowed frames of a guest, and none that are forbidden', async () => {
  const all = { ...HONEST, ...LIES };
  const arrived = await arriving(() => send(Object.values(all).map((frame) => frame())));
  const seen = Object.keys(all).filter((name) => arrived.some((frame) => frame.includes(markOf(name))));
  expect(seen.toSorted()).toEqual(Object.keys(HONEST).toSorted());
});

it('limits neighbour queries per guest, and keeps answering those of others', async () => {
  const flood = Array.from({ length: 3_000 }, (_, i) =>
    ethernet(
      { from: me.mac, to: ALL },
      0x0806,
      arp(1, { mac: me.mac, ip: OWN4 }, { mac: ALL, ip: `10.77.0.${100 + (i % 100)}` }) + markOf('flood'),
    ),
  );
  let others = '';
  const arrived = await arriving(async () => {
    const flooding = send(flood);
    await neighbour.netns.attempt('ip', ['neigh', 'flush', 'all']);
    others = (await neighbour.netns.run('ping', ['-c', '3', '-i', '0.3', '-W', '5', '10.77.0.1'])).trim();
    await flooding;
  });
  expect(others).toContain(' 0% packet loss');
  const passed = arrived.filter((frame) => frame.includes(markOf('flood'))).length;
  expect(passed).toBeGreaterThan(50);
  // The limit is a burst of 100 and 50 per second. A machine that takes 40 s to send them stays below 2,500.
  expect(passed).toBeLessThan(2_500);
});

it('limits tracked connections per guest, so that 10 000 of one guest do not affect others', async () => {
  // Only traffic of machines with firewalls is tracked.
  const rules = canonicalRules([{ direction: 'in', protocol: 'any' }]);
  await network.setFirewalls(async () => ({
    firewalls: [{ id: 1, version: 1, rules }],
    machines: { 'srv-11': [1], 'srv-12': [1] },
  }));
  const tracked = async () => Number((await inside.run('cat', ['/proc/sys/net/netfilter/nf_conntrack_count'])).trim());
  const before = await tracked();
  const connections = (from: (i: number) => string) => Array.from({ length: 10_000 }, (_, i) => from(i));
  await send(connections((i) => to(0x0800, ipv4(OWN4, OTHER4, 17, udp(1_024 + i, 9, '00')))));
  await send(connections((i) => to(0x86dd, ipv6(`2001:db8:77:11::${(i + 1).toString(16)}`, OTHER6, 17, udp(1_024, 9, '00')))));
  const after = await tracked();
  expect(after - before).toBeGreaterThan(1_000);
  expect(after - before).toBeLessThanOrEqual(2 * defaultNetworkLimits.trackedConnections + 50);
  const ping = await neighbour.netns.run('ping', ['-c', '3', '-i', '0.3', '-W', '5', '10.77.0.1']);
  expect(ping).toContain(' 0% packet loss');
  expect(
    await run('ip', ['netns', 'exec', network.namespace, 'nft', 'list', 'chain', 'inet', 'innkeeper-bounds', 'begin']),
  ).toMatch(/counter packets [1-9]/);
  await network.setFirewalls(async () => NO_FIREWALLS);
});

it('allows no port of the namespace except those for guests', async () => {
  // A server in the namespace that is not offered to guests.
  const listener = spawn('ip', ['netns', 'exec', network.namespace, 'python3', '-m', 'http.server', '5432', '--bind', '::'], {
    stdio: 'ignore',
  });
  try {
    const open = async (host: string) =>
      (await inside.attempt('curl', ['-s', '-m', '2', '-o', '/dev/null', `http://${host}:5432/`])).code === 0;
    for (let i = 0; i < 100 && !(await open('127.0.0.1')); i += 1) await new Promise((done) => setTimeout(done, 100));
    expect(await open('127.0.0.1')).toBe(true);
    for (const host of ['10.77.0.1', 'fe80::1%eth0', '169.254.169.254', '127.0.0.1']) {
      const asked = `printf 'GET / HTTP/1.0\\r\\n\\r\\n' | nc -w 2 ${host} 5432 2>/dev/null | wc -c`;
      expect(await harness.login(liar, asked), host).toBe('0');
    }
  } finally {
    listener.kill('SIGKILL');
  }
});
