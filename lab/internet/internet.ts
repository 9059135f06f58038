/**
 * An internet for tests, made of network namespaces with documentation addresses. No packet leaves them, and `close` removes them.
 *
 *     host ------------ router ---+--- client
 *     eth0 203.0.113.2            |    198.51.100.10, 2001:db8:c::10
 *          2001:db8:a::2          +--- services (mirror, name server)
 *     eth1 (spare) ---- router         192.0.2.80, 2001:db8:d::80
 *
 * 198.51.100.128/25 and 2001:db8:77::/48 are unassigned: tests use them as pools.
 *
 * `host` stands for the machine of an installation. A driver gets its namespace as the host's.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { attempt, run } from '@innkeeper/engine/host/run';
import { Netns } from '@innkeeper/engine/network/netns';

export const ADDRESSES = {
  host4: '203.0.113.2',
  host6: '2001:db8:a::2',
  router4: '203.0.113.1',
  router6: '2001:db8:a::1',
  /** The router's addresses on the spare link and on its VLAN 7. */
  spare4: '198.18.0.1',
  spare6: '2001:db8:b::1',
  vlan4: '198.18.1.1',
  client4: '198.51.100.10',
  client6: '2001:db8:c::10',
  mirror4: '192.0.2.80',
  mirror6: '2001:db8:d::80',
} as const;

export interface Internet {
  host: Netns;
  router: Netns;
  client: Netns;
  /** Namespace of the mirror and the name server. */
  services: Netns;
  /** True if this kernel supports VLANs. */
  vlans: boolean;
  /** Makes the router send a network to the host, or to another next hop. */
  route(network: string, via?: string): Promise<void>;
  unroute(network: string): Promise<void>;
  /** Returns the host's links, addresses, routes, rules and settings, which a test must restore. */
  traces(): Promise<Record<string, string>>;
  close(): Promise<void>;
}

/**
 * Opens the internet. Requires root. `mirror` is a directory with the files of the mirror. Without it, the mirror answers each request with
 * a line.
 */
export async function openInternet({ mirror }: { mirror?: string } = {}): Promise<Internet> {
  const run4 = `lab-${randomBytes(3).toString('hex')}`;
  const [host, router, client, services] = ['host', 'router', 'client', 'services'].map(
    (name) => new Netns(`${run4}-${name}`),
  ) as [Netns, Netns, Netns, Netns];
  const all = [host, router, client, services];
  for (const { name } of all) await run('ip', ['netns', 'add', name ?? '']);
  const a = ADDRESSES;
  let vlans = false;
  let server: ChildProcess;
  try {
    for (const one of all) await one.ip('link', 'set', 'lo', 'up');
    await cable(router, 'host', host, 'eth0');
    await cable(router, 'spare', host, 'eth1');
    await cable(router, 'client', client, 'eth0');
    await cable(router, 'services', services, 'eth0');
    await address(host, 'eth0', `${a.host4}/24`, `${a.host6}/64`);
    await address(client, 'eth0', `${a.client4}/25`, `${a.client6}/64`);
    await address(services, 'eth0', `${a.mirror4}/24`, `${a.mirror6}/64`);
    await address(router, 'host', `${a.router4}/24`, `${a.router6}/64`);
    await address(router, 'spare', `${a.spare4}/24`, `${a.spare6}/64`);
    const made = await router.attempt('ip', ['link', 'add', 'link', 'spare', 'name', 'vlan7', 'up', 'type', 'vlan', 'id', '7']);
    vlans = made.code === 0;
    if (vlans) await address(router, 'vlan7', `${a.vlan4}/24`);
    await address(router, 'client', '198.51.100.1/25', '2001:db8:c::1/64');
    await address(router, 'services', '192.0.2.1/24', '2001:db8:d::1/64');
    await defaults(host, a.router4, a.router6);
    await defaults(client, '198.51.100.1', '2001:db8:c::1');
    await defaults(services, '192.0.2.1', '2001:db8:d::1');
    await router.writeSysctl('ipv4/ip_forward', '1');
    await router.writeSysctl('ipv6/conf/all/forwarding', '1');
    server = await serve(services, a.mirror4, mirror);
  } catch (error) {
    for (const { name } of all) await attempt('ip', ['netns', 'delete', name ?? '']);
    throw error;
  }
  return {
    host,
    router,
    client,
    services,
    vlans,
    route: (network, via = network.includes(':') ? a.host6 : a.host4) =>
      router.ip('route', 'replace', network, 'via', via).then(() => {}),
    unroute: (network) => router.ip('route', 'delete', network).then(() => {}),
    traces: () => traces(host),
    async close() {
      server.kill('SIGKILL');
      for (const { name } of all) await attempt('ip', ['netns', 'delete', name ?? '']);
    },
  };
}

/** Returns the answer of an HTTP server at this address, or null without an answer. */
export async function fetchFrom(from: Netns, address: string, port = 80, seconds = 2): Promise<string | null> {
  const at = address.includes(':') ? `[${address}]` : address;
  const { code, stdout } = await from.attempt('curl', ['-s', '-m', String(seconds), `http://${at}:${port}/file`]);
  return code === 0 ? stdout.trim() : null;
}

async function cable(one: Netns, name: string, other: Netns, theirs: string): Promise<void> {
  await one.ip('link', 'add', name, 'type', 'veth', 'peer', 'name', theirs, 'netns', other.name ?? '');
  for (const [netns, device] of [
    [one, name],
    [other, theirs],
  ] as const)
    await netns.ip('link', 'set', device, 'up');
}

async function address(netns: Netns, device: string, ...addresses: string[]): Promise<void> {
  await netns.ipLines(addresses.map((one) => `address add ${one} dev ${device}${one.includes(':') ? ' nodad' : ''}`));
}

async function defaults(netns: Netns, via4: string, via6: string): Promise<void> {
  await netns.ipLines([`route add 0.0.0.0/0 via ${via4}`, `route add ::/0 via ${via6}`]);
}

/** Starts mirror, name server and echo in a namespace. Resolves when they are ready. */
export async function serve(services: Netns, answer: string, mirror?: string): Promise<ChildProcess> {
  const program = path.resolve('lab/internet/services.mjs');
  const command = ['netns', 'exec', services.name ?? '', process.execPath, program, answer, ...(mirror ? [mirror] : [])];
  const child = spawn('ip', command, { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise<void>((resolve, reject) => {
    child.stdout?.once('data', () => resolve());
    child.once('exit', (code) => reject(new Error(`the services of the internet ended with ${code}`)));
  });
  return child;
}

async function traces(host: Netns): Promise<Record<string, string>> {
  const text = async (command: string, ...args: string[]) => (await host.attempt(command, args)).stdout;
  // The kernel adds link-local addresses by itself, some time after a link comes up.
  const routes = await Promise.all(['-4', '-6'].map((v) => text('ip', v, 'route', 'show', 'table', 'all')));
  const links = await host.ipJson<{ ifname: string; flags: string[]; addr_info: { local: string; scope: string }[] }>(
    'address',
    'show',
  );
  return {
    links: links
      .map(({ ifname, flags, addr_info }) => {
        const addresses = addr_info.filter(({ scope }) => scope === 'global').map(({ local }) => local);
        return [ifname, flags.includes('UP') ? 'up' : 'down', ...addresses].join(' ');
      })
      .sort()
      .join('\n'),
    routes: routes
      .flatMap((lines) => lines.split('\n'))
      .filter((line) => !/fe80:|ff00:/.test(line))
      .sort()
      .join('\n'),
    proxies: (await text('ip', 'neighbour', 'show', 'proxy')) + (await text('ip', '-6', 'neighbour', 'show', 'proxy')),
    rules: await text('nft', '--stateless', 'list', 'ruleset'),
    settings: await text(
      'grep',
      '-rH',
      '',
      '/proc/sys/net/ipv4/conf',
      '/proc/sys/net/ipv6/conf',
      '/proc/sys/net/ipv4/ip_forward',
    ),
  };
}
