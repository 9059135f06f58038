/**
 * The worker of a host with real guests, in a process that is killed. It is assembled like that of a node (`apps/worker.ts`), and forked
 * inside the host's network namespace. At a point of a live move it stops, reports the point, and continues after an answer.
 */
import { once } from 'node:events';
import { type Duplex, duplexPair } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { linkCertificate } from '@innkeeper/apps/node-link/certificate';
import { openNodeLink } from '@innkeeper/apps/node-link/open';
import { linkPeers } from '@innkeeper/apps/node-link/peers';
import { openDatabase } from '@innkeeper/db/connect';
import { asRole, WORKER_ROLE } from '@innkeeper/db/roles';
import { poolsOfNode } from '@innkeeper/db/tables/ip-pools';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { type Engine, openEngine } from '@innkeeper/engine/open';
import { startJobs } from '@innkeeper/jobs/start';
import type { Endpoint } from '@innkeeper/model/outgoing-http/endpoints';
import { systemClock } from '@innkeeper/model/time/clock';
import { DEFINITIONS } from '@innkeeper/workflows/definitions';
import { startWorker } from '@innkeeper/workflows/runner/worker';
import { applyFirewalls } from '@innkeeper/workflows/steps/firewalls';
import { labSettings } from '../settings.ts';

export interface HostWorkerOptions {
  /** Home of the engine. */
  home: string;
  images: string;
  /** URL of the database for the superuser. */
  url: string;
  node: { id: number; name: string };
  isFirstHost: boolean;
  endpoint: Endpoint;
  hostNamespace: string;
  projectRoot: string;
}

/**
 * Points of a live move. `disk`: the old host has sent a part of the disk, and sends no more. `pause`: the guest is paused. `commit`: the new
 * host has everything, and the row has not changed. `committed`: the row has changed. `take`: the new host has not started the guest yet.
 */
export type HostPoint = 'disk' | 'pause' | 'commit' | 'committed' | 'take';

/** `stopAt` arms a point once, `null` arms none. */
export type HostRequest = { stopAt: HostPoint | null } | { proceed: true };
export type HostMessage = { open: true } | { armed: true } | { failed: string } | { at: HostPoint };

const HELD_BYTES = 1 << 20;

const tell = (message: HostMessage) => void process.send?.(message);
let armed: HostPoint | null = null;
let proceed: () => void = () => undefined;

async function pass(point: HostPoint): Promise<void> {
  if (armed !== point) return;
  armed = null;
  const waiting = new Promise<void>((resolve) => {
    proceed = resolve;
  });
  tell({ at: point });
  await waiting;
}

process.once('message', (options) => {
  process.on('message', (message) => {
    const request = message as HostRequest;
    if ('proceed' in request) return proceed();
    armed = request.stopAt;
    tell({ armed: true });
  });
  open(options as HostWorkerOptions).then(
    () => tell({ open: true }),
    (error: unknown) => tell({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
process.on('disconnect', () => process.exit());

async function open(options: HostWorkerOptions): Promise<void> {
  const { home, node, isFirstHost, endpoint, projectRoot, hostNamespace, images } = options;
  const databaseUrl = asRole(options.url, WORKER_ROLE);
  const { db } = openDatabase({ url: databaseUrl });
  const certificate = await linkCertificate(`${home}/tls`);
  const peers = linkPeers(db, certificate);
  const engine = withPoints(
    await openEngine({
      kind: 'qemu',
      ...{ home, projectRoot, root: true, log: SILENT_LOG, images, hostNamespace },
      peers: {
        ...peers,
        async connect(to, machineId, stream) {
          const far = await peers.connect(to, machineId, stream);
          return stream === 'disk' && armed === 'disk' ? heldAfter(far, HELD_BYTES) : far;
        },
      },
    }),
  );
  await engine.network.open(await poolsOfNode(db, node.id));
  await applyFirewalls({ db, engine }, node.id);
  await engine.compute.open();
  const shared = { db, engine, node, clock: systemClock, settings: labSettings, log: SILENT_LOG };
  const everyMs = { watch: 500, 'reconcile-network': 2_000 };
  await startJobs('node', { ...shared, everyMs }).firstRuns;
  const definitions = Object.values(DEFINITIONS);
  await startWorker({
    ...{ ...shared, databaseUrl, definitions },
    ...{ nodes: new Map([[node.id, engine]]), isFurtherNode: !isFirstHost },
  });
  await openNodeLink({
    ...{ db, node, endpoint, certificate, engine, log: SILENT_LOG },
    guestServer: { answer: (_request, response) => void response.writeHead(404).end() },
    socketDirectory: { directory: `${home}/run`, gid: null },
  });
}

/** Adds the points to the operations of a move. */
function withPoints(engine: Engine): Engine {
  const { compute } = engine;
  const [sendMemory, take] = [compute.sendMemory.bind(compute), compute.take.bind(compute)];
  Object.assign(compute, {
    sendMemory: ((machineId, transfer) =>
      sendMemory(machineId, {
        ...transfer,
        async hold() {
          await pass('pause');
          await transfer.hold();
        },
        async commit(moved) {
          await pass('commit');
          await transfer.commit(moved);
          await pass('committed');
        },
      })) satisfies typeof compute.sendMemory,
    take: (async (machineId, moved) => {
      await pass('take');
      await take(machineId, moved);
    }) satisfies typeof compute.take,
  });
  return engine;
}

/** Returns a connection that sends no more after some bytes, until the point is passed. */
function heldAfter(far: Duplex, bytes: number): Duplex {
  const [near, inner] = duplexPair();
  async function* held() {
    let sent = 0;
    for await (const chunk of inner) {
      yield chunk as Buffer;
      sent += (chunk as Buffer).length;
      if (sent > bytes) await pass('disk');
    }
  }
  const end = () => [near, far].forEach((one) => void one.destroy());
  pipeline(held, far).catch(end);
  pipeline(far, inner).catch(end);
  for (const one of [near, far]) void once(one, 'close').then(end, end);
  return near;
}
