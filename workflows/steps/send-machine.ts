/** Steps of a live move on the old node: they send disk and memory, and change the row. */

import type { Duplex } from 'node:stream';
import { lockServer, updateServer } from '@innkeeper/db/tables/servers';
import { inTransaction } from '@innkeeper/db/transaction';
import { audit } from '@innkeeper/domain/audit';
import type { MovedState } from '@innkeeper/engine/compute/move-port';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { sql } from 'kysely';
import type { EndContext, StepContext } from '../define.ts';
import { isMoved, type ServerMove } from './moves.ts';
import { restartCounters, sampleServer } from './sample-server.ts';

type Cx = StepContext<ServerMove>;

/** Times in milliseconds that the change of the row waits for a lock, and for a statement. The guest is paused meanwhile. */
const COMMIT_LOCK_MS = 1_000;
const COMMIT_STATEMENT_MS = 5_000;

/** Copies the disk while the guest runs, and keeps both disks equal until `switch`. */
export function copyDisk(cx: Cx): Promise<{ startedAt: string }> {
  return cx.memoize('copy-disk', async () => {
    const startedAt = cx.clock.now().toISOString();
    const machineId = machineIdOf(cx.input.serverId);
    const stream = await cx.memoize('disk-stream', async () => cx.engine.peers.connect(await newNode(cx), machineId, 'disk'));
    const onProgress = (percent: number) => void cx.progress(percent);
    await cx.engine.compute.sendDisk(machineId, { stream, onProgress, signal: cx.signal });
    return { startedAt };
  });
}

/** Moves the guest, and returns the bytes that were sent, the seconds since `copy-disk` began, and the pause of the guest. */
export function switchNode(cx: Cx) {
  return cx.memoize('switch', async () => {
    // An earlier worker has committed and could not say so.
    if (await isMoved(cx)) return {};
    return sendMemory(cx);
  });
}

async function sendMemory(cx: Cx) {
  const { engine, clock, input, log, signal } = cx;
  const machineId = machineIdOf(input.serverId);
  const node = await newNode(cx);
  // A move does not fail because the last seconds of traffic are not counted.
  await sampleServer(cx, input.serverId).catch((error) => log.warn({ err: error }, 'a server that moves was not measured'));
  const stream = await engine.peers.connect(node, machineId, 'memory');
  const disk = await cx.memoize('disk-stream', async () => null as Duplex | null);
  const progress: { pausedAt?: Date; moved?: MovedState } = {};
  // `abandon` would resume the guest even if the commit succeeds. A closed stream only stops what is not complete.
  const close = () => void stream.destroy();
  signal.addEventListener('abort', close, { once: true });
  try {
    await engine.compute.sendMemory(machineId, {
      stream,
      async hold() {
        progress.pausedAt = clock.now();
        await engine.network.hold(machineId);
      },
      async commit(moved) {
        progress.moved = moved;
        await commitMove(cx);
      },
    });
  } catch (error) {
    // Before a commit the guest already runs again here. The undo repeats this if it fails.
    if (progress.moved === undefined && progress.pausedAt) await engine.network.release(machineId).catch(() => undefined);
    if (progress.moved === undefined || !(await isMoved(cx))) throw error;
    log.warn({ err: error }, 'the commit of a move was not confirmed, but the row has changed');
  } finally {
    signal.removeEventListener('abort', close);
  }
  const moved = progress.moved ?? { bootId: null };
  await engine.peers
    .take(node, machineId, moved)
    .catch((error) => log.warn({ err: error }, 'the new node takes the guest later'));
  const now = clock.now().getTime();
  const { startedAt } = cx.memory['copy-disk'] as { startedAt: string };
  return {
    bytes: writtenTo(disk) + writtenTo(stream),
    seconds: (now - Date.parse(startedAt)) / 1000,
    pauseMs: progress.pausedAt ? now - progress.pausedAt.getTime() : 0,
    bootId: moved.bootId,
  };
}

/** Changes the row, in a transaction that neither a rollback nor another worker can overtake. */
async function commitMove(cx: Cx): Promise<void> {
  const { serverId, to } = cx.input;
  const { ssh } = cx.memory.receive as { ssh: { host: string; port: number } };
  await inTransaction(cx.db, async (trx) => {
    await sql`
      select set_config('lock_timeout', ${`${COMMIT_LOCK_MS}ms`}, true),
        set_config('statement_timeout', ${`${COMMIT_STATEMENT_MS}ms`}, true)`.execute(trx);
    await cx.requireClaim(trx);
    await updateServer(trx, serverId, { node_id: to, ssh_host: ssh.host, ssh_port: ssh.port });
    await restartCounters(trx, serverId);
  });
}

/**
 * Lets the guest run on where it was, unless the row names the new node. A rollback has begun, so no commit can follow the read of the row.
 */
export async function resumeHere(cx: Cx): Promise<void> {
  const { compute, network } = cx.engine;
  const machineId = machineIdOf(cx.input.serverId);
  const moved = await isMoved(cx);
  await compute.abandon(machineId, { moved });
  if (!moved && (await network.list()).includes(machineId)) await network.release(machineId);
}

/** Writes bytes, seconds and pause into the audit log. An ended workflow keeps no results. */
export async function recordMove({ memory, input, ...cx }: EndContext<ServerMove>): Promise<void> {
  const server = await lockServer(cx.db, input.serverId);
  const { bytes = null, seconds = null, pauseMs = null } = (memory.switch ?? {}) as Partial<Record<string, number>>;
  const details = { from: input.from, to: input.to, bytes, seconds, pause_ms: pauseMs };
  const resource = { kind: 'server', id: input.serverId, accountId: server?.account_id ?? null };
  await audit(cx, 'server.moved', resource, details);
}

async function newNode({ db, input }: Cx): Promise<string> {
  const { name } = await db.selectFrom('nodes').select('name').where('id', '=', input.to).executeTakeFirstOrThrow();
  return name;
}

/** Returns the bytes that a connection has sent. */
function writtenTo(stream: Duplex | null): number {
  return stream !== null && 'bytesWritten' in stream ? Number(stream.bytesWritten) : 0;
}
