/**
 * Measures rules by a loop in the kernel.
 *
 * A packet circulates between a node's namespace and a second one until its TTL of 255 is used up. Each sent packet therefore passes the
 * node's rules 127 times, and only the kernel is measured. No packet leaves the namespaces.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { attempt, run } from '@innkeeper/engine/host/run';
import { BRIDGE } from '@innkeeper/engine/network/namespace/names';
import { Netns } from '@innkeeper/engine/network/netns';
import { INNER_DEVICE } from '@innkeeper/engine/network/uplink/names';
import type { NicSpec } from '@innkeeper/engine/nic';

/**
 * Network namespace without effective rate limits. The loop is a flood that protection would block, so all limits are raised above its
 * rate.
 */
class WithoutLimits extends Netns {
  override nft(script: string): Promise<void> {
    return super.nft(script.replaceAll(/limit rate over \d+\/second burst \d+ packets/g, FASTEST));
  }
}

const FASTEST = 'limit rate over 100000000/second burst 1000000 packets';

export interface Loop {
  /** Namespace with the node's rules. */
  node: Netns;
  /**
   * Returns the CPU time in nanoseconds of one round, of the sender and of the kernel's packet threads. It is the median of several
   * windows, so other load of the machine has little effect.
   */
  around(direction: 'in' | 'out'): Promise<number>;
  close(): Promise<void>;
}

const OUTSIDE = '203.0.113.9';
const CLIENT = '203.0.113.10';
/** Number of windows of 100 ms. */
const WINDOWS = 20;

const WARM_PACKETS = 20_000;
const MAX_MS = 60_000;

/** Opens the loop. `machine`: the owner of the circulating packets, whose tap is on the bridge. */
export async function openLoop(machine: NicSpec): Promise<Loop> {
  const name = `bench-${randomBytes(3).toString('hex')}`;
  const [peer, sender] = ['peer', 'sender'].map((one) => new Netns(`${name}-${one}`)) as [Netns, Netns];
  const node = new WithoutLimits(`${name}-node`);
  const all = [node, peer, sender];
  const [own = ''] = machine.addresses.map(({ address }) => address);
  const close = async () => {
    for (const one of all) await attempt('ip', ['netns', 'delete', one.name ?? '']);
  };
  for (const one of all) await run('ip', ['netns', 'add', one.name ?? '']);
  try {
    await connect(node, peer, sender, machine);
  } catch (error) {
    await close();
    throw error;
  }
  return { node, around: (direction) => around(direction, own, peer, sender), close };
}

async function connect(node: Netns, peer: Netns, sender: Netns, machine: NicSpec): Promise<void> {
  const [own = ''] = machine.addresses.map(({ address }) => address);
  const tap = `tap-${machine.machineId}`;
  await node.ipLines([
    `link add ${BRIDGE} type bridge`,
    `link add ${tap} type veth peer name guest address ${machine.mac} netns ${peer.name}`,
    `link add ${INNER_DEVICE} type veth peer name outside netns ${peer.name}`,
    `link set ${tap} master ${BRIDGE}`,
    ...[BRIDGE, tap, INNER_DEVICE].map((device) => `link set ${device} up`),
    `address add 10.77.0.1/16 dev ${BRIDGE}`,
    `address add 169.254.9.1/30 dev ${INNER_DEVICE}`,
    `neigh replace ${own} lladdr ${machine.mac} dev ${BRIDGE} nud permanent`,
  ]);
  await peer.ipLines([
    `link add sender type veth peer name eth0 netns ${sender.name}`,
    ...['guest', 'outside', 'sender'].map((device) => `link set ${device} up`),
    'address add 169.254.9.2/30 dev outside',
    'address add 169.254.7.2/30 dev guest',
    'address add 169.254.8.1/30 dev sender',
  ]);
  await node.ipLines([`route add 203.0.113.0/24 via 169.254.9.2`]);
  await peer.ipLines([
    `neigh replace 169.254.7.1 lladdr ${await macOf(node, BRIDGE)} dev guest nud permanent`,
    'route add 203.0.113.0/24 via 169.254.7.1',
    `route add ${own}/32 via 169.254.9.1`,
  ]);
  await sender.ipLines([
    ...['lo', 'eth0'].map((device) => `link set ${device} up`),
    'address add 169.254.8.2/30 dev eth0',
    'route add default via 169.254.8.1',
  ]);
  for (const one of [node, peer]) {
    await one.writeSysctl('ipv4/ip_forward', '1');
    for (const device of ['all', 'default']) await one.writeSysctl(`ipv4/conf/${device}/rp_filter`, '0');
    for (const { ifname } of await one.ipJson<{ ifname: string }>('link')) {
      await one.writeSysctl(`ipv4/conf/${ifname}/rp_filter`, '0');
      await one.writeSysctl(`ipv4/conf/${ifname}/send_redirects`, '0');
    }
  }
}

async function around(direction: 'in' | 'out', own: string, peer: Netns, sender: Netns): Promise<number> {
  const [from = '', to = ''] = direction === 'out' ? [own, OUTSIDE] : [CLIENT, own];
  // The sender has the machine's address only while it sends as the machine.
  await sender.ip('address', 'replace', `${from}/32`, 'dev', 'eth0');
  const sending = traffic(sender, 'send', from, to);
  const threads = [sending.pid ?? 0, ...(await kernelThreads())].map(String);
  const counting = traffic(peer, 'count', direction === 'out' ? 'outside' : 'guest', ...threads);
  const seen: [number, number][] = [];
  counting.stdout?.on('data', (text) => {
    for (const line of String(text).trim().split('\n')) seen.push(line.split(' ').map(Number) as [number, number]);
  });
  const goesRound = () => seen.findIndex(([, packets]) => packets > (seen[0]?.[1] ?? 0) + WARM_PACKETS);
  const until = performance.now() + MAX_MS;
  while ((goesRound() === -1 || seen.length < goesRound() + WINDOWS + 1) && performance.now() < until) await sleep(100);
  for (const child of [sending, counting]) child.kill('SIGKILL');
  await sender.ip('address', 'delete', `${from}/32`, 'dev', 'eth0');
  // Packets in transit need time to arrive.
  await sleep(200);
  const warm = seen.slice(goesRound());
  if (goesRound() === -1 || warm.length < WINDOWS) throw new Error('no packet goes round');
  const windows = warm.slice(1).map(([cpu, packets], i) => (cpu - (warm[i]?.[0] ?? 0)) / (packets - (warm[i]?.[1] ?? 0)));
  return windows.toSorted((one, other) => one - other)[Math.floor(windows.length / 2)] ?? 0;
}

/** Returns the kernel threads that handle packets under load. */
async function kernelThreads(): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const named = await Promise.all(
    ids.map(async (id) => [id, await readFile(`/proc/${id}/comm`, 'utf8').catch(() => '')] as const),
  );
  return named.filter(([, name]) => name.startsWith('ksoftirqd/')).map(([id]) => id);
}

function traffic(netns: Netns, ...args: string[]): ChildProcess {
  const program = path.resolve('dev/bench/nft/traffic.mjs');
  return spawn('ip', ['netns', 'exec', netns.name ?? '', process.execPath, program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function macOf(netns: Netns, device: string): Promise<string> {
  const [link] = await netns.ipJson<{ address: string }>('link', 'show', 'dev', device);
  return link?.address ?? '';
}
