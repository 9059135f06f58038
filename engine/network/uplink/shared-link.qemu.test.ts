/** Tests two nodes whose servers have addresses of one pool, on a link with a router. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { attachGuest, type SimulatedGuest } from '@innkeeper/lab/internet/guest';
import { type Internet, openInternet } from '@innkeeper/lab/internet/internet';
import { addSecondHost } from '@innkeeper/lab/internet/second-host';
import { NO_UPLINK } from '@innkeeper/model/net/uplink';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AddressSpec, NicSpec } from '../../nic.ts';
import { NamespaceNetwork } from '../namespace/driver.ts';
import { Netns } from '../netns.ts';

const POOLS = [
  { cidr: '203.0.113.0/24', gateway: '203.0.113.1' },
  { cidr: '2001:db8:a:8::/61', gateway: 'fe80::1' },
];
const SHARED = { pools: POOLS, uplink: { ...NO_UPLINK, mode: 'routed' as const, on_link: true } };

const four = (last: number): AddressSpec => ({ address: `203.0.113.${last}`, prefix: 24, gateway: '203.0.113.1', version: 4 });
const six = (network: string): AddressSpec => ({
  address: `2001:db8:a:${network}::1`,
  prefix: 64,
  gateway: 'fe80::1',
  version: 6,
});
const FLOATING = [four(99), six('f')];
const nic = (id: number, addresses: readonly AddressSpec[]): NicSpec => ({
  machineId: `srv-${id}`,
  mac: `52:54:00:77:00:0${id}`,
  hostname: `srv-${id}`,
  addresses,
  dns: [],
});
/** Two servers of each node. */
const [A, A2, B, B2] = [
  nic(1, [four(77), six('8')]),
  nic(2, [four(78), six('9')]),
  nic(3, [four(79), six('a')]),
  nic(4, [four(80), six('b')]),
];
const having = (spec: NicSpec): NicSpec => ({ ...spec, addresses: [...spec.addresses, ...FLOATING] });
const addressesOf = (spec: NicSpec) => spec.addresses.map(({ address }) => address);

let internet: Internet;
let second: Awaited<ReturnType<typeof addSecondHost>>;
const homes: string[] = [];
const nodes: NamespaceNetwork[] = [];
const guests: SimulatedGuest[] = [];
const guest = (at: number): Netns => guests[at]?.netns as Netns;
const node = (at: 0 | 1): NamespaceNetwork => nodes[at] as NamespaceNetwork;
const inside = (at: 0 | 1): Netns => new Netns(node(at).namespace);

beforeAll(async () => {
  internet = await openInternet();
  second = await addSecondHost(internet);
  for (const host of [internet.host, second.host]) {
    const home = await mkdtemp(join(tmpdir(), 'innkeeper-link-'));
    homes.push(home);
    const network = new NamespaceNetwork({ home, hostNamespace: host.name ?? '' });
    nodes.push(network);
    await network.open(POOLS);
    await network.reconcile(SHARED);
  }
  for (const [at, spec] of [A, A2, B, B2].entries()) guests.push(await attachGuest(node(at < 2 ? 0 : 1), spec));
  // Whichever of these holds the floating addresses answers on them.
  for (const netns of [guest(0), guest(2)]) await configure(netns, FLOATING);
});
afterAll(async () => {
  for (const one of guests) await one.remove();
  for (const one of nodes) await one.remove();
  await second?.close();
  await internet?.close();
  for (const home of homes) await rm(home, { recursive: true, force: true });
});

async function configure(netns: Netns, addresses: readonly AddressSpec[]): Promise<void> {
  await netns.ipLines(
    addresses.map(({ address, version }) => `address replace ${address}/${version === 4 ? '32' : '128 nodad'} dev eth0`),
  );
}

const pings = async (from: Netns, to: string, source?: string) =>
  (await from.attempt('ping', ['-n', '-c', '1', '-W', '1', ...(source === undefined ? [] : ['-I', source]), to])).code === 0;
const reaches = (from: Netns, to: string) => expect.poll(() => pings(from, to), { timeout: 20_000 }).toBe(true);

/** Counts echo requests that match, in a table of its own, while `act` runs. */
async function countRequests(netns: Netns, hook: string, match: string, act: () => Promise<unknown>): Promise<number> {
  await netns.nft(
    `add table inet seen
    add chain inet seen seen { type filter hook ${hook} priority -350; }
    add rule inet seen seen ${match.includes('ip6') ? 'icmpv6' : 'icmp'} type echo-request ${match} counter
    `,
  );
  await act();
  const listed = await netns.run('nft', ['list', 'table', 'inet', 'seen']);
  await netns.nft('delete table inet seen');
  return [...listed.matchAll(/packets (\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Pings each target every 2 ms while `act` runs. Returns how many pings of each were not answered, up to its last answer. */
async function lostDuring(
  act: () => Promise<unknown>,
  pairs: readonly (readonly [from: Netns, to: string])[],
): Promise<number[]> {
  const pingers = pairs.map(([from, to]) => startPinging(from, to));
  const several = async (more: number) => {
    const goals = pingers.map(({ answered }) => answered.size + more);
    await expect.poll(() => pingers.every(({ answered }, i) => answered.size >= (goals[i] ?? 0)), { timeout: 30_000 }).toBe(true);
  };
  try {
    await several(5);
    await act();
    await several(500);
  } finally {
    for (const { child } of pingers) child.kill('SIGKILL');
  }
  return pingers.map(({ answered }) => Math.max(...answered) - answered.size);
}

function startPinging(from: Netns, to: string): { child: ChildProcess; answered: Set<number> } {
  const command = ['netns', 'exec', from.name ?? '', 'ping', '-n', '-i', '0.002', to];
  const child = spawn('ip', command, { stdio: ['ignore', 'pipe', 'inherit'] });
  const answered = new Set<number>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const number = /icmp_seq=(\d+) (?:hlim|ttl)/.exec(line)?.[1];
    if (number !== undefined) answered.add(Number(number));
  });
  return { child, answered };
}

/** Opens the network of the first node in a new process. */
async function restartWorker(): Promise<void> {
  await node(0).close();
  nodes[0] = new NamespaceNetwork({ home: homes[0] ?? '', hostNamespace: internet.host.name ?? '' });
  await node(0).open(POOLS);
  await node(0).reconcile(SHARED);
}

/** Gives the first node the network that earlier releases made on a shared link. */
async function revertToEarlierRelease(): Promise<void> {
  const [v4, v6] = POOLS.map(({ cidr }) => cidr);
  const own = [A, A2].map(({ addresses }) => addresses[0]?.address);
  await inside(0).ipLines([
    `route add ${v4} dev br0 proto kernel scope link src 203.0.113.1`,
    ...[v4, v6].map((one) => `route add unreachable ${one} metric 4096`),
    ...own.map((one) => `route delete ${one} dev br0`),
  ]);
  await inside(0).writeSysctl('ipv4/conf/br0/proxy_arp', '0');
  await inside(0).nft(
    `flush chain inet innkeeper ingress
    add rule inet innkeeper ingress ip saddr { ${v4} } counter drop
    add rule inet innkeeper ingress ip6 saddr { ${v6} } counter drop
    `,
  );
  const file = join(homes[0] ?? '', 'uplink.json');
  const { sharedLink: _, ...record } = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify(record));
}

/** Makes the router send packets for an address to the first host, whatever that host answers. */
async function believeFirstHost(address: string): Promise<void> {
  const [link] = await internet.host.ipJson<{ address: string }>('link', 'show', 'dev', 'eth0');
  await internet.router.ip('neighbour', 'replace', address, 'lladdr', link?.address ?? '', 'dev', 'lan', 'nud', 'permanent');
}

it('servers on two nodes reach each other, and those of their own node, over both families', async () => {
  for (const [from, to] of [
    [0, B],
    [1, B2],
    [2, A],
    [3, A2],
    [0, A2],
    [2, B2],
  ] as const)
    for (const address of addressesOf(to)) await reaches(guest(from), address);
  for (const one of [A, A2, B, B2]) for (const address of addressesOf(one)) await reaches(internet.client, address);
  expect(await node(0).checkUplink(SHARED)).toContainEqual(expect.objectContaining({ name: 'other nodes', ok: true }));
});

describe.each([0, 1])('over family %i of the addresses', (family) => {
  const of = (spec: NicSpec) => addressesOf(spec)[family] ?? '';
  const protocol = family === 0 ? 'ip' : 'ip6';
  const bits = family === 0 ? 32 : 128;
  const [nobody, floating] = [family === 0 ? '203.0.113.200' : '2001:db8:a:e::1', FLOATING[family]?.address ?? ''];

  it('a packet from outside with the source of an own server is dropped, one of a server of another node is not', async () => {
    for (const [source, count] of [
      [of(A), 0],
      [of(B), 1],
    ] as const) {
      await internet.router.ip('address', 'add', `${source}/${bits}`, 'dev', 'lo');
      const send = () => pings(internet.router, of(A2), source);
      expect(await countRequests(guest(1), 'prerouting', `${protocol} saddr ${source}`, send)).toBe(count);
      await internet.router.ip('address', 'delete', `${source}/${bits}`, 'dev', 'lo');
    }
    for (const spec of [A, B]) await reaches(guest(1), of(spec));
  });

  it('a server cannot send with the source of a server of another node', async () => {
    await guest(0).ipLines([`address add ${of(B)}/${bits}${family === 0 ? '' : ' nodad'} dev eth0`]);
    const router = family === 0 ? '203.0.113.1' : '2001:db8:a::1';
    for (const [target, at] of [
      [of(B2), guest(3)],
      [router, internet.router],
    ] as const) {
      const sent = (source: string) =>
        countRequests(at, 'prerouting', `${protocol} saddr ${source}`, () => pings(guest(0), target, source));
      expect(await sent(of(B))).toBe(0);
      if (target !== '203.0.113.1') expect(await sent(of(A))).toBe(1);
    }
    await guest(0).ip('address', 'delete', `${of(B)}/${bits}`, 'dev', 'eth0');
    await reaches(guest(0), of(B));
  });

  it('a packet to an address without a server ends on the link', async () => {
    const send = async () => expect(await pings(guest(0), nobody, of(A))).toBe(false);
    expect(await countRequests(inside(0), 'prerouting', `${protocol} daddr ${nobody}`, send)).toBe(1);
    expect(await countRequests(internet.router, 'prerouting', `${protocol} daddr ${nobody}`, send)).toBeLessThanOrEqual(1);
    expect(await countRequests(second.host, 'prerouting', `${protocol} daddr ${nobody}`, send)).toBe(0);
  });

  it('a packet of a router with an outdated entry does not come back', async () => {
    await believeFirstHost(nobody);
    const send = async () => expect(await pings(internet.client, nobody)).toBe(false);
    expect(await countRequests(internet.router, 'prerouting', `iifname "lan" ${protocol} daddr ${nobody}`, send)).toBe(0);
    await internet.router.ip('neighbour', 'delete', nobody, 'dev', 'lan');
  });

  it('a packet to a server without a route in the namespace does not return to the host', async () => {
    const own = family === 0 ? of(A) : '2001:db8:a:8::/64';
    await inside(0).ip(`-${family === 0 ? 4 : 6}`, 'route', 'delete', own, 'dev', 'br0');
    const send = async () => expect(await pings(guest(3), of(A))).toBe(false);
    expect(await countRequests(inside(0), 'prerouting', `${protocol} daddr ${of(A)}`, send)).toBe(1);
    await node(0).attach(A);
    await reaches(guest(3), of(A));
  });

  it('an address moves between nodes, and is reached from both', async () => {
    const holds = async (holder: 0 | 2) => {
      for (const from of [guest(1), guest(3), internet.client]) {
        await reaches(from, floating);
        const send = () => pings(from, floating);
        expect(await countRequests(guest(holder), 'prerouting', `${protocol} daddr ${floating}`, send)).toBe(1);
      }
    };
    for (const holder of [0, 2, 0] as const) {
      await node(0).reassign([A]);
      await node(1).reassign([B]);
      await (holder === 0 ? node(0).reassign([having(A)]) : node(1).reassign([having(B)]));
      await holds(holder);
    }
    await node(0).reassign([A]);
    for (const from of [guest(1), guest(3), internet.client]) expect(await pings(from, floating)).toBe(false);
  });
});

/** Expects that the whole uplink is in force after a part of it was changed. The node answers for these addresses, or for none of them. */
async function expectWhole(at: 0 | 1, own: readonly string[], answers: boolean): Promise<void> {
  const host = at === 0 ? internet.host : second.host;
  const read = async () => {
    const commands: [Netns, string, ...string[]][] = [
      ...[inside(at), host].flatMap((netns) =>
        ['-4', '-6'].map((v): [Netns, string, ...string[]] => [netns, 'ip', v, 'route', 'show']),
      ),
      [host, 'ip', 'neighbour', 'show', 'proxy'],
      [inside(at), 'nft', '--stateless', 'list', 'chain', 'inet', 'innkeeper', 'ingress'],
    ];
    return Promise.all(commands.map(([netns, command, ...args]) => netns.run(command, args)));
  };
  const before = await read();
  expect(await node(at).reconcile(SHARED)).toEqual([]);
  expect(await read()).toEqual(before);
  const proxies = await host.run('ip', ['neighbour', 'show', 'proxy']);
  for (const address of own) expect(proxies.includes(`${address} `)).toBe(answers);
}

it('a server that moves while it runs is answered for by its old node until the hold, and by its new one from the release', async () => {
  const own = addressesOf(A2);
  const from = [guest(0), guest(2), internet.client];
  const arrive = (at: Netns) =>
    countRequests(at, 'prerouting', 'icmp type echo-request', () => pings(internet.client, own[0] ?? ''));
  const neighbours = (at: Netns) => at.ipJson<{ dst: string; lladdr: string }>('neighbour', 'show', 'dev', 'eth0');
  const [bridge] = await inside(1).ipJson<{ address: string }>('link', 'show', 'dev', 'br0');
  await node(1).attach(A2, { held: true });
  await node(1).reconcile(SHARED);
  for (const one of from) for (const address of own) await reaches(one, address);
  await node(0).hold('srv-2');
  await expectWhole(0, own, false);
  for (const one of from) for (const address of own) expect(await pings(one, address)).toBe(false);
  const moved = await attachGuest(node(1), A2);
  try {
    for (const address of own) expect(await pings(guest(2), address)).toBe(false);
    // It still knows the MAC of the gateway of its old node.
    for (const { gateway } of A2.addresses)
      await moved.netns.ip('neighbour', 'replace', gateway, 'lladdr', '02:00:00:00:00:01', 'dev', 'eth0', 'nud', 'stale');
    await node(1).release('srv-2');
    for (const { gateway } of A2.addresses)
      await expect
        .poll(() => neighbours(moved.netns), { timeout: 10_000 })
        .toContainEqual(expect.objectContaining({ dst: gateway, lladdr: bridge?.address }));
    for (const one of from) for (const address of own) await reaches(one, address);
    expect(await arrive(moved.netns)).toBe(1);
    await expectWhole(1, own, true);
    expect(await node(0).reconcile(SHARED)).toEqual([]);
  } finally {
    await moved.remove();
    await node(1).detach('srv-2');
    await node(0).release('srv-2');
  }
  for (const one of from) for (const address of own) await reaches(one, address);
});

describe('an existing network', () => {
  const inNode = () => addressesOf(A2).map((address) => [guest(0), address] as const);
  const fromOutside = () => addressesOf(A).map((address) => [internet.client, address] as const);
  const betweenNodes = () => addressesOf(B).map((address) => [guest(0), address] as const);

  it('of an earlier release gets the new routes without a lost packet', async () => {
    await revertToEarlierRelease();
    for (const address of addressesOf(B)) expect(await pings(guest(0), address)).toBe(false);
    expect(await lostDuring(restartWorker, [...inNode(), ...fromOutside()])).toEqual([0, 0, 0, 0]);
    for (const address of addressesOf(B)) await reaches(guest(0), address);
    expect(await node(0).reconcile(SHARED)).toEqual([]);
  });

  it('stays when the worker restarts, also between nodes', async () => {
    expect(await lostDuring(restartWorker, [...inNode(), ...fromOutside(), ...betweenNodes()])).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('is repaired after a change by hand, which check names', async () => {
    // The router has the address of the pool's gateway, so the check only warns that it tests no guests.
    const problem = async () => (await node(0).checkUplink(SHARED)).find(({ ok }) => ok === false);
    for (const [change, why] of [
      ['route add 203.0.113.0/24 dev br0', 'the namespace of the guests has a route to 203.0.113.0/24'],
      ['route delete 203.0.113.77 dev br0', 'the namespace of the guests has no route to 203.0.113.77'],
      ['route add 203.0.113.66 dev br0', 'the namespace of the guests has a route to 203.0.113.66'],
    ] as const) {
      await inside(0).ipLines([change]);
      expect(await problem()).toMatchObject({ name: 'other nodes', ok: false, why: expect.stringContaining(why) });
      expect(await node(0).reconcile(SHARED)).toEqual(["the namespace's routes"]);
    }
    await inside(0).writeSysctl('ipv4/conf/br0/proxy_arp', '0');
    expect(await problem()).toMatchObject({ why: expect.stringContaining('does not answer ARP') });
    expect(await node(0).reconcile(SHARED)).toEqual(["the namespace's routes"]);
    await inside(0).writeSysctl('ipv4/conf/uplink0/accept_local', '0');
    expect(await node(0).reconcile(SHARED)).toEqual(["the namespace's routes"]);
    expect(await inside(0).readSysctl('ipv4/conf/uplink0/accept_local')).toBe('1');
    expect(await problem()).toBeUndefined();
  });

  it('is not called changed when the tap of a machine comes up after its network', async () => {
    // A tap has no carrier, and so no link-local route, until its machine runs.
    await inside(0).ipLines(['link add late0 type veth peer name late1', 'link set late0 up', 'link set late1 up']);
    try {
      await expect.poll(() => inside(0).run('ip', ['-6', 'route'])).toContain('fe80::/64 dev late0 proto kernel');
      expect(await node(0).reconcile(SHARED)).toEqual([]);
    } finally {
      await inside(0).ip('link', 'delete', 'late0');
    }
    expect(await node(0).reconcile(SHARED)).toEqual([]);
  });

  it('leaves the link for another mode and returns to it, without a lost packet between its servers', async () => {
    const nat = { pools: POOLS, uplink: { ...NO_UPLINK, mode: 'nat' as const } };
    const routes = async () =>
      (await inside(0).ipJson<{ dst: string; dev: string }>('-4', 'route', 'show', 'dev', 'br0')).map(({ dst }) => dst);
    for (const other of [nat, { pools: POOLS, uplink: NO_UPLINK }]) {
      const leave = async () => {
        await node(0).reconcile(other);
        expect(await routes()).toEqual(['203.0.113.0/24']);
        expect(await inside(0).readSysctl('ipv4/conf/br0/proxy_arp')).toBe('0');
        await node(0).reconcile(SHARED);
        expect((await routes()).sort()).toEqual(['203.0.113.77', '203.0.113.78']);
      };
      expect(await lostDuring(leave, inNode())).toEqual([0, 0]);
    }
    for (const address of addressesOf(B)) await reaches(guest(0), address);
  });

  it('loses its last server and gets another one', async () => {
    for (const { machineId } of [B, B2]) await node(1).detach(machineId);
    for (const at of [2, 3]) await guests[at]?.remove();
    expect(await inside(1).ipJson('-4', 'route', 'show', 'dev', 'br0')).toEqual([]);
    for (const address of addressesOf(B)) expect(await pings(guest(0), address)).toBe(false);
    expect(await node(1).reconcile(SHARED)).toEqual([]);
    guests[3] = await attachGuest(node(1), B2);
    guests.splice(2, 1);
    for (const address of addressesOf(B2)) await reaches(guest(0), address);
  });
});
