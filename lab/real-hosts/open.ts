/**
 * Two hosts with real guests on one link with a router. Each has a home, a network namespace, and a worker in a process of its own. The
 * workers reach each other over TLS by a cable between the hosts. Servers have addresses of pools that both hosts share.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addPool, type NewPool } from '@innkeeper/db/seed/add-pool';
import { machineIdsIn } from '@innkeeper/engine/compute/qemu/directory';
import { kill } from '@innkeeper/engine/compute/qemu/process';
import { isRecord, withQmp } from '@innkeeper/engine/compute/qemu/qmp';
import { recordOf } from '@innkeeper/engine/host/process';
import { ImageFiles } from '@innkeeper/engine/images/files';
import { LocalImages } from '@innkeeper/engine/images/local';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { NamespaceNetwork } from '@innkeeper/engine/network/namespace/driver';
import type { Netns } from '@innkeeper/engine/network/netns';
import { openEngine } from '@innkeeper/engine/open';
import { NO_UPLINK } from '@innkeeper/model/net/uplink';
import { type Lab, openLab } from '../app.ts';
import { givenNode } from '../given.ts';
import { givenTinyFile } from '../given-images.ts';
import { type Internet, openInternet } from '../internet/internet.ts';
import { addSecondHost } from '../internet/second-host.ts';
import type { HostMessage, HostPoint, HostRequest, HostWorkerOptions } from './worker.ts';

const ROOT = process.cwd();
const PROGRAM = path.join(import.meta.dirname, 'worker.ts');
const PORT = 7443;
/** Addresses of the workers. `node.listen` does not accept documentation addresses. */
const CABLE = { a: '10.99.0.1', b: '10.99.0.2' } as const;
const POOLS: readonly NewPool[] = [
  // The first addresses are those of the router and of the hosts.
  { name: 'shared', cidr: '203.0.113.0/24', gateway: '203.0.113.1', excluded: ['203.0.113.0/28'] },
  { name: 'shared6', cidr: '2001:db8:a:8::/61' },
];
/** Node `a` has more room, so a server is placed there. */
const MEMORY_MB = { a: 8_192, b: 4_096 };

export interface RealHost {
  readonly id: number;
  readonly name: 'a' | 'b';
  readonly home: string;
  /** Namespace of the host itself. */
  readonly netns: Netns;
  /** Starts the worker after `kill`. */
  start(): Promise<void>;
  /** Kills the worker. Its guests stay. */
  kill(): Promise<void>;
  /** Makes the worker stop once at a point of its next move. */
  stopAt(point: HostPoint | null): Promise<void>;
  /** Resolves when the worker has stopped at the point. */
  reaches(point: HostPoint): Promise<void>;
  /** Lets the worker continue. */
  proceed(): void;
  killQemu(machineId: string): Promise<void>;
  /** Lists the machines in its home, also one that waits for its move. */
  machines(): Promise<string[]>;
  /** Runs a command of the guest's monitor. Throws if there is no guest. */
  ask(machineId: string, command: string, args?: Record<string, unknown>): Promise<unknown>;
  /** Returns QEMU's status, such as `running`, or `gone`. */
  statusOf(machineId: string): Promise<string>;
}

export interface RealHosts extends Lab {
  internet: Internet;
  imageId: number;
  a: RealHost;
  b: RealHost;
}

/** Opens both hosts with their workers. Requires root. */
export async function openRealHosts(): Promise<RealHosts> {
  const ends: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of ends.toReversed()) await end();
  };
  try {
    const internet = await openInternet();
    ends.push(() => internet.close());
    const second = await addSecondHost(internet);
    ends.push(() => second.close());
    await layCable(internet.host, second.host);
    const lab = await openLab();
    ends.push(() => lab.close());
    const images = path.join(ROOT, 'build', 'images');
    const imageId = await preparePools(lab, images);
    const openHost = async (name: 'a' | 'b', netns: Netns): Promise<RealHost> => {
      const home = await mkdtemp(path.join(tmpdir(), `innkeeper-host-${name}-`));
      const id = await givenNode(lab.db, { name, memoryMb: MEMORY_MB[name] });
      const uplink = JSON.stringify({ ...NO_UPLINK, mode: 'routed', on_link: true });
      await lab.db.updateTable('nodes').set({ uplink }).where('id', '=', id).execute();
      const hostNamespace = netns.name ?? '';
      const place = { home, images, hostNamespace, projectRoot: ROOT };
      ends.push(() => removeHost(place));
      const endpoint = { address: CABLE[name], port: PORT };
      const host = hostOf({ ...place, url: lab.url, node: { id, name }, isFirstHost: name === 'a', endpoint }, netns);
      ends.push(() => host.kill());
      await host.start();
      return host;
    };
    const a = await openHost('a', internet.host);
    const b = await openHost('b', second.host);
    return { ...lab, internet, imageId, a, b, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function layCable(a: Netns, b: Netns): Promise<void> {
  await a.ip('link', 'add', 'cable', 'type', 'veth', 'peer', 'name', 'cable', 'netns', b.name ?? '');
  await a.ipLines([`address add ${CABLE.a}/30 dev cable`, 'link set cable up']);
  await b.ipLines([`address add ${CABLE.b}/30 dev cable`, 'link set cable up']);
}

/** Replaces the pools of the template, and registers the image's file. */
async function preparePools({ db }: Lab, images: string): Promise<number> {
  await db.deleteFrom('ip_addresses').execute();
  await db.deleteFrom('ip_pools').execute();
  await db.transaction().execute(async (trx) => {
    for (const pool of POOLS) await addPool(trx, pool);
  });
  const local = new LocalImages({ directory: images, projectRoot: ROOT });
  // The file is outside of both homes, so its row has the whole path.
  return givenTinyFile(db, { images: local, imageFiles: new ImageFiles({ home: '/nonexistent' }) });
}

/** Removes the guests and the network of a host whose worker has ended. */
async function removeHost({ home, ...place }: Pick<HostWorkerOptions, 'home' | 'images' | 'hostNamespace' | 'projectRoot'>) {
  const engine = await openEngine({ kind: 'qemu', home, root: true, log: SILENT_LOG, ...place });
  await engine.network.open([]);
  await engine.compute.open();
  // Also machines that wait for their move, which no list contains.
  for (const machineId of await machineIdsIn(path.join(home, 'machines'))) await engine.compute.destroy(machineId);
  await engine.compute.close();
  await engine.network.close();
  if (engine.network instanceof NamespaceNetwork) await engine.network.remove();
  await rm(home, { recursive: true, force: true });
}

function hostOf(options: HostWorkerOptions, netns: Netns): RealHost {
  const { home, node } = options;
  let worker: ChildProcess | null = null;
  const messages: HostMessage[] = [];
  let wake: () => void = () => undefined;
  const receive = async (isWanted: (message: HostMessage) => boolean): Promise<void> => {
    for (;;) {
      const failure = messages.find((message) => 'failed' in message);
      if (failure !== undefined && 'failed' in failure) throw new Error(`the worker of ${node.name} failed: ${failure.failed}`);
      const at = messages.findIndex(isWanted);
      if (at >= 0) return void messages.splice(at, 1);
      if (worker === null) throw new Error(`the worker of ${node.name} does not run`);
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  const send = (message: HostWorkerOptions | HostRequest) => void worker?.send(message);
  const machine = (machineId: string) => path.join(home, 'machines', machineId);
  const ask: RealHost['ask'] = (machineId, command, args = {}) =>
    withQmp(path.join(machine(machineId), 'vm'), 'act.sock', (qmp) => qmp.command(command, args));
  return {
    ...{ id: node.id, name: node.name as 'a' | 'b', home, netns, ask },
    async start() {
      messages.length = 0;
      // Not `ip netns exec`, whose mounts would hide new namespaces from this process.
      const command = [`--net=/run/netns/${netns.name}`, process.execPath, PROGRAM];
      const child = spawn('nsenter', command, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], serialization: 'advanced' });
      worker = child;
      child.on('message', (message: HostMessage) => {
        messages.push(message);
        wake();
      });
      child.once('exit', () => {
        if (worker === child) worker = null;
        wake();
      });
      send(options);
      await receive((message) => 'open' in message);
    },
    async kill() {
      const child = worker;
      if (child === null) return;
      const died = once(child, 'exit');
      child.kill('SIGKILL');
      await died;
    },
    async stopAt(point) {
      send({ stopAt: point });
      await receive((message) => 'armed' in message);
    },
    reaches: (point) => receive((message) => 'at' in message && message.at === point),
    proceed: () => send({ proceed: true }),
    async killQemu(machineId) {
      const { pid } = JSON.parse(await readFile(path.join(machine(machineId), 'process.json'), 'utf8')) as { pid: number };
      const record = await recordOf(pid);
      if (record !== null) await kill(record);
    },
    machines: () => machineIdsIn(path.join(home, 'machines')),
    statusOf: (machineId) =>
      ask(machineId, 'query-status').then(
        (answer) => (isRecord(answer) ? String(answer.status) : '?'),
        () => 'gone',
      ),
  };
}

/** Drops all packets of the cable between the hosts, while connections stay open. Returns a function that ends this. */
export async function dropPackets({ netns }: RealHost): Promise<() => Promise<void>> {
  await netns.nft(
    `add table inet dropping
    add chain inet dropping input { type filter hook input priority -350; }
    add chain inet dropping output { type filter hook output priority -350; }
    add rule inet dropping input iifname "cable" drop
    add rule inet dropping output oifname "cable" drop
    `,
  );
  return () => netns.nft('delete table inet dropping');
}
