/**
 * Opens a test internet for the bench of attacks, with a guest, ordinary clients and services. The guest's address has a port of 100 Mbps,
 * and is protected from floods as on a node.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { NamespaceNetwork } from '@innkeeper/engine/network/namespace/driver';
import type { Netns } from '@innkeeper/engine/network/netns';
import { attachGuest } from '@innkeeper/lab/internet/guest';
import { ADDRESSES, openInternet, serve } from '@innkeeper/lab/internet/internet';
import { NO_UPLINK } from '@innkeeper/model/net/uplink';

export const VICTIM = '198.51.100.139';
export const PORT_MBPS = 100;
const POOLS = [{ cidr: '198.51.100.128/26', gateway: '198.51.100.129' }];
/** TCP port of `traffic.py serve`, which sends zeros. On the next port, `serve` discards received data. */
export const ZEROS_PORT = 5201;
/** UDP port of `traffic.py stream`. */
export const STREAM_PORT = 5300;

export interface Field {
  network: NamespaceNetwork;
  guest: Netns;
  client: Netns;
  /** Namespace that sees all traffic to and from the node, on the device `host`. */
  router: Netns;
  mirror: string;
  /** Starts a Python program in a namespace. Resolves once the program has printed its first output, `ready`. */
  python(where: Netns, ...args: (string | number)[]): Promise<ChildProcess>;
  close(): Promise<void>;
}

const TRAFFIC = path.resolve('dev/bench/attacks/traffic.py');
export const FLOOD = path.resolve('lab/internet/flood.py');

export async function openField(): Promise<Field> {
  const internet = await openInternet();
  const home = await mkdtemp(path.join(tmpdir(), 'innkeeper-bench-attacks-'));
  const network = new NamespaceNetwork({ home, hostNamespace: internet.host.name ?? '' });
  const children: ChildProcess[] = [];
  const closing: (() => Promise<unknown>)[] = [
    () => internet.close(),
    () => network.remove(),
    async () => {
      for (const child of children) child.kill('SIGKILL');
    },
  ];
  const close = async () => {
    for (const act of closing.reverse()) await act();
    await rm(home, { recursive: true, force: true });
  };
  const python: Field['python'] = async (where, ...args) => {
    const child = spawn('ip', ['netns', 'exec', where.name ?? '', 'python3', ...args.map(String)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    await new Promise<void>((resolve, reject) => {
      child.stdout.once('data', () => resolve());
      child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}`)));
    });
    return child;
  };
  try {
    await network.open(POOLS);
    const addresses = [{ address: VICTIM, prefix: 26, gateway: '198.51.100.129', version: 4 as const }];
    const nic = { machineId: 'srv-1', mac: '52:54:00:77:00:0b', hostname: 'srv-1', addresses, dns: [], limitMbps: PORT_MBPS };
    const guest = await attachGuest(network, nic);
    closing.push(() => guest.remove());
    await network.reconcile({ pools: POOLS, uplink: { ...NO_UPLINK, mode: 'routed' } });
    for (const { cidr } of POOLS) await internet.route(cidr);
    await internet.router.ip('route', 'add', '203.0.114.0/24', 'via', ADDRESSES.client4);
    await internet.client.ip('route', 'add', 'local', '203.0.114.0/24', 'dev', 'lo');
    children.push(await serve(guest.netns, VICTIM));
    await network.floodFilter.setAddresses([{ address: VICTIM, version: 4, portMbps: PORT_MBPS, protected: true }]);
    await python(internet.services, TRAFFIC, 'serve', ZEROS_PORT);
    await python(internet.services, TRAFFIC, 'stream', STREAM_PORT);
    await python(guest.netns, TRAFFIC, 'serve', ZEROS_PORT);
    const { client, router } = internet;
    return { network, guest: guest.netns, client, router, mirror: ADDRESSES.mirror4, python, close };
  } catch (error) {
    await close();
    throw error;
  }
}

export interface Scene {
  name: string;
  flood: boolean;
  /** Starts the traffic of the scene. Resolves with its processes, which end by themselves. */
  begin(field: Field): Promise<ChildProcess[]>;
}

const SECONDS = 12;
const flood = (name: string, ...args: (string | number)[]): Scene => ({
  ...{ name, flood: true },
  begin: async ({ client, python }) => [await python(client, FLOOD, ...args)],
});
const ordinary = (name: string, begin: Scene['begin']): Scene => ({ name, flood: false, begin });

/** Scenes of the bench. Each flood lasts 8 s, or longer on a slower machine. Floods use source addresses that no client has. */
export const SCENES: readonly Scene[] = [
  flood('UDP, 50 sources', 'udp', VICTIM, 9999, 30_000, 240_000, 400, '203.0.115.1', 50, 1),
  flood('UDP by reflection, 2 000 sources', 'udp', VICTIM, 9999, 30_000, 240_000, 1_200, '203.0.115.1', 2_000, 1),
  flood('SYN, 50 000 forged sources', 'syn', VICTIM, 80, 30_000, 240_000, 40, '203.0.115.1', 50_000, 1),
  flood('ACK, 5 000 forged sources', 'ack', VICTIM, 80, 30_000, 240_000, 40, '203.0.115.1', 5_000, 1),
  flood('UDP, 5 sources, at a fifth of that rate', 'udp', VICTIM, 9999, 6_000, 48_000, 400, '203.0.115.1', 5, 1),
  ordinary('Download', async ({ guest, mirror, python }) => [
    await python(guest, TRAFFIC, 'take', mirror, ZEROS_PORT, 1, SECONDS),
  ]),
  ordinary('Speed test: 8 connections each way', async ({ guest, mirror, python }) => [
    await python(guest, TRAFFIC, 'take', mirror, ZEROS_PORT, 8, SECONDS),
    await python(guest, TRAFFIC, 'give', mirror, ZEROS_PORT, 8, SECONDS),
  ]),
  ordinary('Uploads to the server: 8 connections', async ({ client, python }) => [
    await python(client, TRAFFIC, 'give', VICTIM, ZEROS_PORT, 8, SECONDS),
  ]),
  ordinary('Flash crowd: 400 visitors a second', async ({ client, python }) => [
    await python(client, TRAFFIC, 'crowd', VICTIM, 80, 400, SECONDS),
  ]),
  ordinary('Video over UDP that was asked for', async ({ guest, mirror, python }) => [
    await python(guest, TRAFFIC, 'watch', mirror, STREAM_PORT, SECONDS),
  ]),
];
